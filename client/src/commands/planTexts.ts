import type { PlanFile, PlanTarget, PlanView } from '../../../server/src/protocol/plan.ts';

/** As many rows are told of each kind. */
const mostRows = 40;

/** A change that several clusters take alike. */
export interface PlanChangeRow {
  readonly application: string;
  readonly change: string;
  /** Empty where the repository cannot tell. */
  readonly clusters: readonly string[];
}

/** What a plan changes, equal changes of many clusters once. */
export function changeRows({ effects }: Pick<PlanView, 'effects'>): readonly PlanChangeRow[] {
  const rows = new Map<string, { readonly row: PlanChangeRow; readonly clusters: Set<string> }>();
  for (const { application, cluster, fields } of effects) {
    for (const change of new Set(fields.map(changeOf))) {
      const name = familyOf(application, cluster);
      const key = JSON.stringify([name, change]);
      const clusters = rows.get(key)?.clusters ?? new Set<string>();
      if (cluster !== undefined) clusters.add(cluster);
      rows.set(key, { row: { application: name, change, clusters: [] }, clusters });
    }
  }
  return [...rows.values()]
    .slice(0, mostRows)
    .map(({ row, clusters }) => ({ ...row, clusters: [...clusters] }));
}

/** The name of an application without that of its cluster. */
function familyOf(application: string, cluster: string | undefined): string {
  return cluster === undefined ? application : application.replace(`-${cluster}`, '');
}

function changeOf({ resource, path, before, after, change }: PlanTarget['fields'][number]): string {
  const name = resource.replace(/^([^./]+)(?:\.[^/]*)?\/(?:[^/]+\/)?/, '$1/');
  if (change !== undefined) return `${change === 'created' ? '+' : '−'} ${name}`;
  if (before === undefined && after === undefined) return name;
  const key = path.slice(path.lastIndexOf('/') + 1);
  const values = `${before ?? '–'} → ${after ?? '–'}`;
  return key === 'image' ? values : `${name} ${key} ${values}`;
}

/** The message of a commit: the title, then what changes where, each on its line: no value can add a trailer. */
export function commitMessage(plan: Pick<PlanView, 'title' | 'effects'>): string {
  const rows = changeRows(plan).map(
    ({ application, change, clusters }) =>
      `- ${application}: ${change}${clusters.length === 0 ? '' : ` (${clusters.join(', ')})`}`,
  );
  const [title = '', ...lines] = [plan.title, ...rows].map(inOneLine);
  return lines.length === 0 ? title : `${title}\n\n${lines.join('\n')}\n`;
}

/** A name for the branch of a plan: letters, digits and dashes of its title. */
export function branchName({ title }: Pick<PlanView, 'title'>): string {
  const words = title
    .replaceAll('→', 'to')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/\.(?=\.|-|$)/g, '')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .replace(/\.lock$/, '');
  return `strata/${words.slice(0, 80).replace(/[-.]+$/, '') || 'plan'}`;
}

/** Titles of the parts of a pull request. */
export interface PullRequestWords {
  readonly changes: string;
  readonly edits: string;
  readonly pruned: string;
  readonly cannotGoBack: string;
  readonly dangers: string;
  readonly evidence: string;
}

/** How a pull request is written. */
export interface PullRequestForm {
  readonly words: PullRequestWords;
  /** The address of a line, where it is known. */
  readonly linkTo: ((path: string, line: number) => string) | undefined;
  readonly folds: boolean;
  /** How each application of the source stage stands, in words. */
  readonly evidence: readonly string[];
  /** The template of the repository; `''` without one. */
  readonly template: string;
}

/** What a pull request says, in Markdown: what changes where, dangers, and the edits; then the template of the repository. */
export function pullRequestText(
  plan: Pick<PlanView, 'title' | 'files' | 'effects' | 'dangers' | 'pruned' | 'cannotGoBack'>,
  { words, linkTo, folds, evidence, template }: PullRequestForm,
): string {
  const notes = (title: string, all: readonly { readonly text: string }[]): readonly string[] =>
    all.length === 0
      ? []
      : ['', `### ${title}`, '', ...all.map(({ text }) => `- ${escaped(text)}`)];
  const edits = plan.files.flatMap((file) => editRows(file, linkTo));
  const shown = edits.slice(0, mostRows);
  const rest = edits.length - shown.length;
  const rows = [...shown, ...(rest > 0 ? [`- … +${rest}`] : [])];
  return [
    `## ${escaped(plan.title)}`,
    ...['', `### ${words.changes}`, ''],
    ...changeRows(plan).map(
      ({ application, change, clusters }) =>
        `- **${escaped(application)}**: ${code(change)}${clusters.length === 0 ? '' : ` — ${clusters.map(escaped).join(', ')}`}`,
    ),
    ...notes(
      words.evidence,
      evidence.map((text) => ({ text })),
    ),
    ...notes(words.pruned, plan.pruned),
    ...notes(words.cannotGoBack, plan.cannotGoBack),
    ...notes(words.dangers, plan.dangers),
    ...(folds && rows.length > 10
      ? ['', `<details><summary>${words.edits}</summary>`, '', ...rows, '', '</details>']
      : ['', `### ${words.edits}`, '', ...rows]),
    ...(template.trim() === '' ? [] : ['', '---', '', template.trim()]),
    '',
  ].join('\n');
}

function editRows({ path, lines }: PlanFile, linkTo: PullRequestForm['linkTo']): readonly string[] {
  return lines.map(({ line, before, after }) => {
    const place = code(`${path}:${line + 1}`);
    const values = [before, after].flatMap((text) =>
      text === undefined ? [] : [code(text.trim())],
    );
    const shown = linkTo === undefined ? place : `[${place}](${linkTo(path, line + 1)})`;
    return `- ${shown} ${values.join(' → ')}`.trimEnd();
  });
}

/** A text of the repository as text: nothing in it is Markdown. */
function escaped(text: string): string {
  return inOneLine(text.replaceAll(/[\\`*_{}[\]<>#|~@]/g, '\\$&'));
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A text of the repository as code; accents in it are made others. */
function code(text: string): string {
  return `\`${inOneLine(text.replaceAll('`', 'ˋ'))}\``;
}
