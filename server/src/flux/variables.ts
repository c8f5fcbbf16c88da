import type { RenderGap } from '../kustomize/step.ts';
import { problem, type Problem } from '../text/problem.ts';
import { isToldUnder } from '../secrets/toldTexts.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { toBytes, type ByteText } from './envsubst/byteText.ts';
import type { PostBuild, SubstituteReference } from './kustomization.ts';

/** A variable: its value, in bytes, and where it is written. */
export interface Variable {
  readonly value: ByteText;
  readonly at: SourcePointer;
  /** Where its text is written, before variables were replaced in it; absent where that is the same place. */
  readonly textAt?: SourcePointer;
  /** Set where the value, or a part of it, is that of a Secret, or one that the rules for secrets tell. */
  readonly secret?: true | undefined;
  /** Set where the value is not known, and `value` is only a mark: what would tell it. */
  readonly unknown?: RenderGap | undefined;
}

/** The variables of one ConfigMap or Secret. */
export interface VariableSource {
  readonly entries: readonly (Variable & { readonly key: string })[];
  /** Set where it may hold more than the repository tells. */
  readonly more?: RenderGap | undefined;
}

/** The variables of an object by name; a later source overrides an earlier one, also with an empty value. */
export type Variables = ReadonlyMap<string, Variable>;

/** The data of a ConfigMap or Secret; `undefined` where it is not there. */
export type VariableLookup = (
  kind: 'ConfigMap' | 'Secret',
  namespace: string,
  name: string,
  reference: SubstituteReference,
) => VariableSource | undefined;

/** What is put where a value is not known. */
export function unknownMark(name: string): string {
  return `<unknown:${name}>`;
}

/** The names of the unknown values in a text. */
export function unknownIn(text: string): readonly string[] {
  return [...text.matchAll(/<unknown:([_A-Za-z][_A-Za-z0-9]*)>/g)].map(([, name = '']) => name);
}

/** The variables of an object. */
export interface LoadedVariables {
  readonly variables: Variables;
  /** What may hold others, which are not known. */
  readonly more: readonly RenderGap[];
}

/**
 * The variables of a Kustomization, from its references and then from itself. Line breaks in values are taken out.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_varsub.go `LoadVariables`, `SubstituteVariables`.
 */
export function loadVariables(
  { substitute, substituteFrom, problems }: PostBuild,
  namespace: string,
  lookup: VariableLookup,
): LoadedVariables | Problem {
  const [wrong] = problems;
  if (wrong !== undefined) return wrong;
  const variables = new Map<string, Variable>();
  const more: RenderGap[] = [];
  for (const reference of substituteFrom) {
    const { kind, name, optional, at } = reference;
    if (kind !== 'ConfigMap' && kind !== 'Secret') continue;
    const source = lookup(kind, namespace, name, reference);
    if (source === undefined) {
      if (optional) continue;
      return problem('flux.variables-not-found', { kind, name, namespace }, at);
    }
    if (source.more !== undefined) more.push(source.more);
    for (const { key, value, ...variable } of source.entries)
      variables.set(key, { ...variable, value: onOneLine(value) });
  }
  for (const { key, value, at } of substitute)
    variables.set(key, {
      value: onOneLine(toBytes(value)),
      at,
      ...(isToldUnder([key], value) && { secret: true }),
    });
  return { variables, more };
}

function onOneLine(value: ByteText): ByteText {
  return value.replaceAll('\n', '');
}

/** The first name, if any, that is none of a variable. Source: kustomize_varsub.go `varsubRegex`. */
export function wrongName(variables: Variables): string | undefined {
  return [...variables.keys()].find((name) => !/^[_A-Za-z][_A-Za-z0-9]*$/.test(name));
}
