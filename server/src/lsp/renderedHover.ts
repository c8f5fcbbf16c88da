import type { Position } from 'vscode-languageserver';
import { defaultRenderOptions, type Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import type { ChainLink } from '../analysis/chain.ts';
import { explain } from '../analysis/explain.ts';
import type { MaskAccount } from '../analysis/renderedRoot.ts';
import { stepRole, type StepRole } from '../analysis/layerRole.ts';
import { layers } from '../analysis/layers.ts';
import { placeLink, valueSpan } from './chainWords.ts';
import { dotted, escapeMarkdown, lines } from './markdown.ts';
import { findSubject } from './renderedSubject.ts';
import { renderedLine, type ShownLine } from './renderedLine.ts';
import type { Session } from './session.ts';

/** How many links of a chain a hover shows at most. */
const mostLinks = 8;

/** The hover on a line of a rendered document, as Markdown: the chain of what stands there, the link that wins first. */
export async function renderedHover(
  session: Session,
  { uri, position }: { readonly uri: string; readonly position: Position },
  signal: AbortSignal,
): Promise<string | undefined> {
  const shown = renderedLine(session, { uri, line: position.line });
  if (shown === undefined) return undefined;
  const found = await findSubject(session, uri, signal);
  if (found === undefined) return undefined;
  const masks = session.masks.of(found.subject);
  const chain = await found.complete((analysis) => chainWithRoles(analysis, shown, masks), signal);
  return chain.length === 0 ? undefined : describe(session, shown, chain);
}

interface RoleLink {
  readonly link: ChainLink;
  readonly role: StepRole;
}

/** The chain of a line as it is now; empty where its object is there no more. */
function chainWithRoles(
  analysis: Analysis,
  { subject: { source, folder, declaredIn }, line }: ShownLine,
  masks: MaskAccount,
): Answer<readonly RoleLink[]> {
  if (source === undefined) return { kind: 'complete', value: [] };
  const question = { source, resource: line.resource, field: line.field };
  const explained = explain(analysis, question, defaultRenderOptions, masks);
  const all = layers(analysis);
  if (explained.kind === 'needs') return explained;
  if (all.kind === 'needs') return all;
  const layerOf = new Map(all.value.map((layer) => [layer.root, layer]));
  const { explanation } = explained.value;
  const chain = explanation.kind === 'explained' ? explanation.chain : [];
  const place = { rendered: folder, path: line.path };
  const roleOf = (link: ChainLink): StepRole =>
    link.range.file === declaredIn
      ? 'cluster'
      : stepRole({ kind: link.step, root: link.root }, place, layerOf);
  return { kind: 'complete', value: chain.map((link) => ({ link, role: roleOf(link) })) };
}

function describe(
  { words }: Session,
  { subject: { tree, folder }, line }: ShownLine,
  chain: readonly RoleLink[],
): string {
  const name = line.path.at(-1);
  const title = [
    name === undefined ? '' : `**${escapeMarkdown(String(name))}**`,
    escapeMarkdown(line.resource),
  ];
  const rows = chain.slice(0, mostLinks).map(({ link, role }) => {
    const step = link.step === 'base' ? '' : link.step;
    const who = dotted([placeLink(tree, folder, link), words.roles[role], step]);
    return `${valueSpan(link.value)} ${who}`.trim();
  });
  const rest = chain.length - mostLinks;
  return [dotted(title), lines(rest > 0 ? [...rows, words.more(rest)] : rows)].join('\n\n');
}
