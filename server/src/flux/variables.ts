import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { toBytes, type ByteText } from './envsubst/byteText.ts';
import type { PostBuild } from './kustomization.ts';

/** A variable: its value, in bytes, and where it is written. */
export interface Variable {
  readonly value: ByteText;
  readonly at: SourcePointer;
}

/** The variables of an object by name; a later source overrides an earlier one, also with an empty value. */
export type Variables = ReadonlyMap<string, Variable>;

/** The data of a ConfigMap or Secret; `undefined` where it is not there. */
export type VariableLookup = (
  kind: 'ConfigMap' | 'Secret',
  namespace: string,
  name: string,
) => readonly (Variable & { readonly key: string })[] | undefined;

/**
 * The variables of a Kustomization, from its references and then from itself. Line breaks in values are taken out.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_varsub.go `LoadVariables`, `SubstituteVariables`.
 */
export function loadVariables(
  { substitute, substituteFrom, problems }: PostBuild,
  namespace: string,
  lookup: VariableLookup,
): { readonly variables: Variables } | Problem {
  const [wrong] = problems;
  if (wrong !== undefined) return wrong;
  const variables = new Map<string, Variable>();
  for (const { kind, name, optional, at } of substituteFrom) {
    if (kind !== 'ConfigMap' && kind !== 'Secret') continue;
    const data = lookup(kind, namespace, name);
    if (data === undefined) {
      if (optional) continue;
      return problem('flux.variables-not-found', { kind, name, namespace }, at);
    }
    for (const { key, value, at: place } of data)
      variables.set(key, { value: onOneLine(value), at: place });
  }
  for (const { key, value, at } of substitute)
    variables.set(key, { value: onOneLine(toBytes(value)), at });
  return { variables };
}

function onOneLine(value: ByteText): ByteText {
  return value.replaceAll('\n', '');
}

/** The first name, if any, that is none of a variable. Source: kustomize_varsub.go `varsubRegex`. */
export function wrongName(variables: Variables): string | undefined {
  return [...variables.keys()].find((name) => !/^[_A-Za-z][_A-Za-z0-9]*$/.test(name));
}
