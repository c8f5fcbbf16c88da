import type { IdentityRights, ProjectRights, Rights } from '../analysis/rights.ts';
import { rightText } from '../analysis/rightsDocument.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import { excessWords, incompleteWords } from '../text/rightsWords.en.ts';
import { styled, type Output } from './io.ts';

type Excess = IdentityRights['repository']['excess'][number];

/** The rights for people: what each service account needs, and which lines grant too much. */
export function rightsText(output: Output, { kind, name, identities, projects }: Rights): string {
  if (identities.length + projects.length === 0)
    return `Nothing is delivered to the ${kind} ${name}.\n`;
  return [
    ...identities.map((one) => identityText(output, one)),
    ...projects.map((one) => projectText(output, one)),
  ].join('\n');
}

function identityText(output: Output, one: IdentityRights): string {
  const { cluster, account, today, applications, rules, unknownKinds, incomplete, repository } =
    one;
  const where = cluster ?? 'a cluster that only its controller knows';
  const count = `${applications.length} ${applications.length === 1 ? 'application' : 'applications'}`;
  const title = `${styled(output, 'bold', `${account.namespace}/${account.name}`)} on ${styled(output, 'bold', where)}`;
  const controllers = today.map((who) => `${who.namespace}/${who.name}`).join(' and ');
  const now =
    today.length === 0
      ? ''
      : `  ${styled(output, 'yellow', `today ${controllers} applies it, without impersonation`)}\n`;
  const scopes = [...new Set(rules.map(({ namespace }) => namespace))];
  const needs = scopes.flatMap((scope) => [
    `  ${scope === undefined ? 'in the whole cluster' : `in ${scope}`}\n`,
    ...rules
      .filter(({ namespace }) => namespace === scope)
      .map(({ groups, resources, names, verbs }) => {
        const group = groups.join() === '' ? '' : `.${groups.join()}`;
        const only = names.length === 0 ? '' : ` named ${names.join(', ')}`;
        return `    ${resources.map((each) => each + group).join(', ')}${only}  ${styled(output, 'dim', verbs.join(' '))}\n`;
      }),
  ]);
  const unknown = unknownKinds.map(
    (kind) =>
      `  ${styled(output, 'yellow', '?')} nothing there defines ${kind}: its resource is guessed\n`,
  );
  const lacking = incomplete.map(
    ({ application, why }) =>
      `  ${styled(output, 'yellow', '?')} ${application} ${incompleteWords[why]}, and may need more\n`,
  );
  return `${title}  ${styled(output, 'dim', count)}\n${now}${needs.join('')}${[...unknown, ...lacking].join('')}${todayText(output, repository)}`;
}

function todayText(
  output: Output,
  { grants, excess, missing, elsewhere }: IdentityRights['repository'],
): string {
  if (grants === 0)
    return `  ${styled(output, 'dim', 'the repository grants it nothing: its rights come from elsewhere')}\n`;
  const other = elsewhere.map(
    (role) => `  ${styled(output, 'yellow', '?')} ${role} is bound, and stands elsewhere\n`,
  );
  const lacking = (missing ?? []).map(
    (right) => `  ${styled(output, 'red', '-')} not granted: ${rightText(right)}\n`,
  );
  const much = excess.map(
    (one) =>
      `  ${styled(output, 'red', '+')} ${excessText(one)}  ${styled(output, 'cyan', place(one.range))}\n`,
  );
  const fine = much.length + lacking.length === 0 && elsewhere.length === 0;
  return fine
    ? `  ${styled(output, 'green', '✓')} the repository grants exactly this\n`
    : [...other, ...lacking, ...much].join('');
}

function excessText({ kind, what, role, binding }: Excess): string {
  return `${excessWords[kind]}: ${what} (${role}, by ${binding})`;
}

function projectText(output: Output, { name, least, isHere, excess }: ProjectRights): string {
  const kindsText = (all: ProjectRights['least']['clusterResourceWhitelist']): string =>
    all.length === 0
      ? 'none'
      : all.map(({ group, kind }) => (group === '' ? kind : `${kind}.${group}`)).join(', ');
  const lines = [
    `  sources  ${least.sourceRepos.join(', ')}\n`,
    ...least.destinations.map(
      (one) => `  to       ${one.name ?? one.server ?? ''} ${one.namespace}\n`,
    ),
    `  cluster  ${kindsText(least.clusterResourceWhitelist)}\n`,
    `  in namespaces  ${kindsText(least.namespaceResourceWhitelist)}\n`,
    ...(isHere ? [] : [`  ${styled(output, 'dim', 'the project stands elsewhere')}\n`]),
    ...excess.map(
      ({ field, what, range }) =>
        `  ${styled(output, 'red', '+')} ${field}: ${what}  ${styled(output, 'cyan', place(range))}\n`,
    ),
  ];
  return `project ${styled(output, 'bold', name)}\n${lines.join('')}`;
}

function place({ file, start }: SourceRange): string {
  return `${file}:${start.line + 1}`;
}
