import { isInOrBelow } from '../kustomize/files.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ClosedInput } from './closedInputs.ts';
import type { ComparedGap, Render } from './compareRenders.ts';

/**
 * The gaps of two renders, those of the new one first, each once. A gap is another one where it is only on one side, where
 * a program gets another configuration, or where something changed that the program reads.
 */
export function changedInputs(
  before: Render | undefined,
  after: Render | undefined,
  changed: ReadonlySet<FileId>,
): readonly ComparedGap[] {
  const [left, right] = [gapsOf(before), gapsOf(after)];
  const other = otherInputs(before, after, changed);
  // What kustomize fetches of the tree's own repository may be here as it was once fetched.
  const fetched = [before, after]
    .flatMap((render) => render?.closed ?? [])
    .filter((input) => input.kind === 'remote' && isTouched(input, changed))
    .map((input): readonly [string, Gap] => [keyOf(input), input]);
  return [...new Map([...fetched, ...right, ...left]).entries()].map(([key, { kind, detail }]) => {
    const isOther = left.get(key)?.otherwise !== right.get(key)?.otherwise;
    const keys = otherKeys(valuesOf(before, key), valuesOf(after, key));
    return {
      kind,
      detail,
      changed: left.has(key) !== right.has(key) || isOther || other.has(key),
      ...(keys.length > 0 && { keys }),
    };
  });
}

type Values = ReadonlyMap<string, string> | undefined;

function valuesOf(render: Render | undefined, key: string): Values {
  return render?.closed.find((input) => keyOf(input) === key)?.values;
}

/** The keys under which charts are given other values. */
function otherKeys(before: Values, after: Values): readonly string[] {
  if (before === undefined || after === undefined) return [];
  return [...new Set([...after.keys(), ...before.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .sort();
}

type Gap = Pick<RenderGap, 'kind' | 'detail' | 'otherwise'>;

function keyOf({ kind, detail }: Pick<Gap, 'kind' | 'detail'>): string {
  return `${kind}\n${detail}`;
}

function gapsOf(render: Render | undefined): ReadonlyMap<string, Gap> {
  if (render === undefined) return new Map();
  const files = render.failures.flatMap(({ code, parameters }): readonly Gap[] =>
    code === 'kustomize.remote-file'
      ? [{ kind: 'remote', detail: parameters['address'] ?? '' }]
      : [],
  );
  const { gaps } = render;
  return new Map([...gaps, ...files].map((gap) => [keyOf(gap), gap]));
}

/** The keys of gaps whose programs would get something else. */
function otherInputs(
  before: Render | undefined,
  after: Render | undefined,
  changed: ReadonlySet<FileId>,
): ReadonlySet<string> {
  const [left, right] = [before?.closed ?? [], after?.closed ?? []];
  const found = new Set<string>();
  for (const [own, others] of [
    [left, right],
    [right, left],
  ] as const) {
    const known = new Set(others.map(signatureOf));
    for (const input of own) {
      if (!known.has(signatureOf(input)) || isTouched(input, changed)) found.add(keyOf(input));
    }
  }
  return found;
}

function signatureOf({ kind, detail, config }: ClosedInput): string {
  return [kind, detail, config].join('\n');
}

function isTouched({ paths, looks = [] }: ClosedInput, changed: ReadonlySet<FileId>): boolean {
  if (paths.length + looks.length === 0 || changed.size === 0) return false;
  if (looks.some((path) => changed.has(path))) return true;
  return [...changed].some((file) => paths.some((path) => isInOrBelow(file, path)));
}
