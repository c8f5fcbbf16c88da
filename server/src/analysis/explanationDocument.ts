import type { Explained, Explanation } from './explain.ts';
import { placeJson } from './problemJson.ts';
import { suggestion } from './suggestion.ts';

/** An explanation as JSON has it; see docs/schemas/explain.schema.json. */
export function explanationJson({ value, chain }: Explained): object {
  return {
    value,
    chain: chain.map(({ range, step, root, value: then }) => ({
      ...placeJson(range),
      step,
      value: then,
      root,
    })),
  };
}

/** What was asked for, as it was written. */
interface Asked {
  readonly name: string;
  readonly resource: string;
  readonly field: string;
}

/** Why a field is not explained, as a sentence or more. */
export function whyNotExplained(
  explanation: Exclude<Explanation, Explained>,
  { name, resource, field }: Asked,
): string {
  switch (explanation.kind) {
    case 'ambiguousResource':
      return `${resource} fits more than one object of ${name}:\n${listed(explanation.candidates)}`;
    case 'missingResource':
      return `${name} renders no ${resource}.${whichThere(resource, explanation.there)}`;
    case 'malformedField':
      return `${field} is no field: a field begins with a slash, as /spec/replicas does.`;
    case 'missingField': {
      const { reached, there } = explanation;
      const next =
        there.length === 0
          ? 'Nothing stands below it.'
          : `Below it: ${there.slice(0, 12).join(', ')}${there.length > 12 ? ', …' : ''}.`;
      return `${resource} has no ${field}; it has ${reached}. ${next}`;
    }
  }
}

/** The object that was meant, or all of its kind, or all that there are. */
function whichThere(resource: string, there: readonly string[]): string {
  const kind = resource.slice(0, Math.max(resource.indexOf('/'), 0));
  const ofKind = there.filter((one) => one.startsWith(`${kind}.`) || one.startsWith(`${kind}/`));
  const name = resource.slice(resource.lastIndexOf('/') + 1);
  // A generated name is often written without its hash.
  const alike = ofKind.filter((one) => one.includes(`/${name}-`));
  const [only] = alike.length === 1 ? alike : ofKind;
  if ((alike.length === 1 || ofKind.length === 1) && only !== undefined)
    return ` Did you mean ${only}?`;
  if (ofKind.length > 1) return ` Of this kind it has:\n${listed(ofKind)}`;
  const near = suggestion(resource, there);
  if (near !== undefined) return ` Did you mean ${near}?`;
  return there.length === 0 ? '' : ` It has:\n${listed(there)}`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `  ${name}`).join('\n');
}
