import { defaultRenderOptions } from '../analysis/analysis.ts';
import { explain, type Explained, type Explanation } from '../analysis/explain.ts';
import type { DeliveredApplication } from '../analysis/history.ts';
import type { ResourceImpact } from '../analysis/impact.ts';
import { newMaskAccount } from '../analysis/renderedRoot.ts';
import type { JsonValue } from '../analysis/driftTypes.ts';
import type {
  HistoryChange,
  HistoryPart,
  HistoryStateView,
  ValueLayer,
  ValueOf,
} from '../protocol/history.ts';
import { blameLine } from '../workspace/blame.ts';
import type { History, HistoryState } from '../workspace/history.ts';
import { placeText } from './places.ts';
import { parseRenderedUri, renderedUri } from './renderedUri.ts';
import { uriOf, type Tree } from './trees.ts';

/** As many objects and fields of a state are told. */
const mostChanges = 12;

/** A state as it is shown; the address is that of its application's rendered document of now. */
export function stateView(uri: string, state: HistoryState): HistoryStateView {
  const { commit, author, date, subject, pullRequest, impact, objectChanged } = state;
  const real = impact.resources.filter(({ change }) => change !== 'reordered');
  const address = parseRenderedUri(uri);
  const at = (revision: string): string =>
    address === undefined ? uri : renderedUri({ ...address, at: revision });
  return {
    commit,
    author,
    date,
    subject,
    ...(pullRequest !== undefined && { pullRequest }),
    objectChanged,
    isUnknown: impact.status === 'unknown' || impact.status === 'fails',
    changes: real.slice(0, mostChanges).map((one) => changeOf(one, state)),
    more: Math.max(0, real.length - mostChanges),
    beforeUri: at(`${commit}^`),
    afterUri: at(commit),
  };
}

function changeOf(
  { change, name, fields }: ResourceImpact,
  { rangeOf }: HistoryState,
): HistoryChange {
  return {
    change: change === 'created' || change === 'deleted' ? change : 'changed',
    object: `${name.kind}/${name.name}`,
    fields: fields.slice(0, mostChanges).map(({ path, before, after, at }) => {
      const range = rangeOf(at);
      return {
        name: lastKey(path),
        ...(before !== undefined && { before: valueText(before) }),
        ...(after !== undefined && { after: valueText(after) }),
        ...(range !== undefined && { place: placeText(range) }),
      };
    }),
  };
}

function lastKey(path: string): string {
  const key = /(?<key>[^/]*)$/.exec(path)?.groups?.['key'] ?? path;
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A value in one line. */
export function valueText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** What is asked about. */
export interface AskedHistory {
  readonly tree: Tree;
  /** The application in the working tree. */
  readonly application: DeliveredApplication;
  readonly history: History;
  readonly value: ValueOf | undefined;
}

/** Who sets a value in the last commit, who wrote their lines, and what it is now. */
export async function firstPart(
  { tree, application, history, value }: AskedHistory,
  signal: AbortSignal,
): Promise<HistoryPart> {
  if (value === undefined) return { states: [] };
  // Equal secrets look equal, and others never do.
  const masks = newMaskAccount();
  const then = explained(await history.explain(value, masks));
  const question = { source: { application: application.key }, ...value };
  const { complete } = tree.workspace;
  const answer = await complete(
    (one) => explain(one, question, defaultRenderOptions, masks),
    signal,
  );
  const now = explained(answer.explanation);
  const layers: ValueLayer[] = [];
  for (const { range, step, value: given } of then?.chain ?? []) {
    const { file, start } = range;
    const line = { commit: history.newest, file, line: start.line };
    const written = await blameLine(tree.workspace.top, line, signal);
    layers.push({
      uri: uriOf(tree, file),
      line: start.line,
      place: placeText(range),
      step,
      ...(given !== undefined && { value: valueText(given) }),
      ...(written !== undefined && { written }),
    });
  }
  const [before, after] = [then, now].map((one) => one && valueText(one.value));
  return {
    states: [],
    layers,
    ...(before !== after && {
      uncommitted: {
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      },
    }),
  };
}

function explained(explanation: Explanation): Explained | undefined {
  return explanation.kind === 'explained' ? explanation : undefined;
}
