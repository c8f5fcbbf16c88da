import type { Problem } from '../text/problem.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { Reader } from '../query/database.ts';
import {
  hiddenForm,
  joinRedacted,
  maskedField,
  maskedTextAt,
  newMasks,
  writeRedactedField,
  type Masks,
} from '../secrets/redact.ts';
import { secretIdentity } from '../secrets/secretIdentity.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { mapAnswer, type Answer } from './answer.ts';
import type { Analysis, RenderOptions, RenderSource } from './analysis.ts';
import { chainOf, type ChainLink } from './chain.ts';
import { followField, fieldText, type NodePath } from './fieldPath.ts';
import { masksOf } from './keptTexts.ts';
import { findResource, nameOf, resourceText } from './resourceName.ts';

/** What a field of a rendered object is and why, or what stands in the way of saying so. */
export type Explanation =
  | Explained
  | { readonly kind: 'ambiguousResource'; readonly candidates: readonly string[] }
  | { readonly kind: 'missingResource'; readonly there: readonly string[] }
  | { readonly kind: 'malformedField' }
  | { readonly kind: 'missingField'; readonly reached: string; readonly there: readonly string[] };

/** A field with its chain; values of Secrets are masked. */
export interface Explained {
  readonly kind: 'explained';
  readonly resource: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly yaml: RedactedYaml;
  /** The link that wins first. */
  readonly chain: readonly ChainLink[];
}

/** An explanation, and where kustomize would fail, the first failure first. */
export interface ExplainAnswer {
  readonly explanation: Explanation;
  readonly failures: readonly Problem[];
}

/** Explains a field (`/spec/replicas`) of an object (`Kind[.group]/[namespace/]name`) that a root or an application renders. */
export function explain(
  analysis: Analysis,
  question: {
    readonly source: RenderSource;
    readonly resource: string;
    readonly field: string;
  },
  options: RenderOptions,
  masks: Masks = newMasks(),
): Answer<ExplainAnswer> {
  const built = analysis.render(question.source, options);
  if (built.kind === 'needs') return built;
  const { resources, failures } = built.value;
  const found = findResource(resources, question.resource);
  switch (found.kind) {
    case 'missing':
      return complete({ kind: 'missingResource', there: found.there }, failures);
    case 'ambiguous':
      return complete({ kind: 'ambiguousResource', candidates: found.candidates }, failures);
    case 'found':
      return mapAnswer(
        analysis.ask((reader) => explainField(reader, found.resource, question.field, masks)),
        (explanation) => ({ explanation, failures }),
      );
  }
}

function complete(explanation: Explanation, failures: readonly Problem[]): Answer<ExplainAnswer> {
  return { kind: 'complete', value: { explanation, failures } };
}

function explainField(
  reader: Reader,
  resource: Resource,
  field: string,
  masks: Masks,
): Explanation {
  const found = followField(resource.node, field);
  switch (found.kind) {
    case 'malformed':
      return { kind: 'malformedField' };
    case 'missing':
      return { kind: 'missingField', reached: found.reached, there: found.there };
    case 'found':
      return explainNode(reader, resource, found, masks);
  }
}

/** Explains a node of an object. */
export function explainNode(
  reader: Reader,
  resource: Resource,
  { path, node }: { readonly path: NodePath; readonly node: ResourceNode },
  given: Masks = newMasks(),
): Explained {
  const masks = masksOf(reader, given);
  const field = { path, node };
  const decoded = decodeToJson(maskedField(resource.node, field, masks));
  const printed = writeRedactedField(resource.node, field, masks);
  const value = 'value' in decoded ? decoded.value : null;
  const chain = chainOf(reader, resource.originOf(node), value);
  const form = hiddenForm(resource.node, path, masks);
  return {
    kind: 'explained',
    resource: resourceText(nameOf(resource)),
    field: fieldText(resource.node, path),
    value,
    yaml: 'yaml' in printed ? printed.yaml : joinRedacted([]),
    chain: chain.map((link, index) => {
      if (index === 0) return link;
      const hidden = form ?? (link.ofSecret ? 'text' : undefined);
      return hidden === undefined
        ? hideTold(link, { object: resource.node, path }, masks)
        : hide(link, hidden, masks);
    }),
  };
}

/** What a generator or a value of a chart wrote stands in the clear where it is written, though `data` holds its base64. */
function hide(link: ChainLink, form: 'base64' | 'text', masks: Masks): ChainLink {
  if (typeof link.value !== 'string') return { ...link, value: undefined };
  const written = link.step === 'generator' || link.step === 'values' ? 'text' : form;
  return { ...link, value: masks.maskOf(secretIdentity(link.value, written)) };
}

/** A value that another one has replaced is hidden where it would be a secret at the same place. */
function hideTold(
  link: ChainLink,
  { object, path }: { readonly object: ResourceNode; readonly path: NodePath },
  masks: Masks,
): ChainLink {
  const { value } = link;
  if (typeof value !== 'string' && typeof value !== 'number') return link;
  const text = String(value);
  const masked = maskedTextAt(object, path, text, masks);
  return masked === text ? link : { ...link, value: masked };
}
