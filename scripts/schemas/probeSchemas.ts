import {
  at,
  below,
  entriesOf,
  isMap,
  itemsOf,
  textOf,
  without,
  type JsonMap,
} from '../../server/src/drift/json.ts';
import { parseJson } from '../../server/test/policyTables.ts';
import type { KubeServer } from '../../server/test/kubeServer.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';
import { kindsIn, targetOf, type Definitions } from './openApi.ts';
import { simpleTypes, type Enforced } from './packSchemas.ts';
import type { Place } from './places.ts';

/** One step down from an object: a field, and what stands between it and the definition below. */
interface Way {
  readonly kind: string;
  readonly steps: readonly Step[];
}

type Step = FieldStep | { readonly kind: 'item' } | { readonly kind: 'entry' };

interface FieldStep {
  readonly kind: 'field';
  readonly name: string;
  /** The definition that has the field. */
  readonly of: string;
}

/** Texts that are asked for only beside others, an APIService of the core group has none; or of which there are more. */
const depends: ReadonlySet<string> = new Set([
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec group',
  'io.k8s.api.core.v1.ResourceFieldSelector resource',
]);

/** How many kinds are asked about one definition. */
const mostWays = 3;

/**
 * Asks a real server which fields it holds to be there, and which texts it takes: schemas call more fields required than
 * validation does, and do not name the texts. An object that reaches a definition is sent with and without a field, and what
 * the server tells of this field is compared; what is wrong elsewhere in it does not matter.
 */
export async function probeSchemas(
  server: KubeServer,
  definitions: Definitions,
  places: ReadonlyMap<string, Place>,
  said: ReadonlySet<string>,
): Promise<Enforced> {
  const ways = waysTo(definitions, places);
  const required = new Set<string>();
  const notEmpty = new Set<string>();
  const values = new Map<string, readonly string[]>();
  for (const [name, found] of ways) {
    const schema = definitions.get(name);
    for (const [field, type] of entriesOf(schema?.properties)) {
      const key = `${name} ${field}`;
      const asked = said.has(key);
      const isText = at(type, 'type') === 'string' && at(type, 'format') === undefined;
      if (['apiVersion', 'kind', 'metadata'].includes(field) && kindsIn(schema ?? {}).length > 0)
        continue;
      if (!asked && !isText) continue;
      const answers: { missing: boolean; empty: boolean; texts: string }[] = [];
      for (const way of found.slice(0, mostWays)) {
        const place = places.get(way.kind);
        if (place === undefined) continue;
        const ask = async (value: JsonValue | undefined): Promise<readonly Cause[]> =>
          causesOf(server, place, build(definitions, way, field, value));
        const path = pathOf(way, field);
        const sample = sampleOf(type, definitions, field, 0);
        const usual = await ask(sample);
        // Causes below a field count only where they are not there with a sample of it.
        const isNew = (causes: readonly Cause[]): boolean =>
          causes.some(
            (one) =>
              (one.field === path && one.reason !== 'FieldValueForbidden') ||
              (one.field.startsWith(`${path}.`) &&
                !usual.some((known) => known.field === one.field && known.reason === one.reason)),
          );
        const emptyOne = Array.isArray(sample) ? [] : isText ? '' : undefined;
        const strange = isText && !depends.has(key) ? await ask('Strata-knows-none') : [];
        const bare = await ask(undefined);
        // Validation asks for texts that the schema calls optional.
        const isWanted =
          isText &&
          !depends.has(key) &&
          bare.some((one) => one.field === path && one.reason === 'FieldValueRequired') &&
          !usual.some((one) => one.field === path && one.reason === 'FieldValueRequired');
        answers.push({
          missing: asked ? isNew(bare) : isWanted,
          empty: asked && emptyOne !== undefined && isNew(await ask(emptyOne)),
          texts: supported(strange.filter((one) => one.field === path)),
        });
      }
      if (answers.length === 0) continue;
      if (answers.every(({ missing }) => missing)) required.add(key);
      if (answers.every(({ missing, empty }) => missing && empty)) notEmpty.add(key);
      const [first] = answers;
      if (
        first !== undefined &&
        first.texts !== '' &&
        answers.every(({ texts }) => texts === first.texts)
      )
        values.set(key, first.texts.split(' '));
    }
  }
  return { required, notEmpty, values };
}

/** The shortest ways to each definition, from kinds that can be created. */
function waysTo(
  definitions: Definitions,
  places: ReadonlyMap<string, Place>,
): ReadonlyMap<string, readonly Way[]> {
  const found = new Map<string, Way[]>();
  for (const [root, schema] of definitions) {
    const kind = kindsIn(schema).find((one) => places.has(one));
    if (kind === undefined) continue;
    const seen = new Set<string>([root]);
    let front: (readonly [string, readonly Step[]])[] = [[root, []]];
    while (front.length > 0) {
      const next: (readonly [string, readonly Step[]])[] = [];
      for (const [name, steps] of front) {
        found.set(name, [...(found.get(name) ?? []), { kind, steps }]);
        for (const [field, type] of entriesOf(definitions.get(name)?.properties)) {
          if (steps.length === 0 && (field === 'status' || field === 'metadata')) continue;
          const [target, more] = reached(type);
          if (target === undefined || simpleTypes.has(target) || seen.has(target)) continue;
          seen.add(target);
          next.push([target, [...steps, { kind: 'field', name: field, of: name }, ...more]]);
        }
      }
      front = next;
    }
  }
  return new Map(
    [...found].map(([name, ways]) => [
      name,
      ways.sort((a, b) => a.steps.length - b.steps.length || (a.kind < b.kind ? -1 : 1)),
    ]),
  );
}

function reached(type: JsonValue): readonly [string | undefined, readonly Step[]] {
  const target = targetOf(type);
  if (target !== undefined) return [target, []];
  const item = at(type, 'items');
  const entry = at(type, 'additionalProperties');
  if (item !== undefined) {
    const [inner, more] = reached(item);
    return [inner, [{ kind: 'item' }, ...more]];
  }
  if (isMap(entry)) {
    const [inner, more] = reached(entry);
    return [inner, [{ kind: 'entry' }, ...more]];
  }
  return [undefined, []];
}

/** An object with all that is called required on the way to a definition, and one field of that as given. */
function build(
  definitions: Definitions,
  { kind, steps }: Way,
  field: string,
  value: JsonValue | undefined,
): JsonMap {
  const [apiVersion = '', name = ''] = kind.split(' ');
  const made = (index: number, definition: string): JsonValue => {
    const own = samples(definition, definitions, 0);
    const step = steps[index];
    if (step === undefined) {
      const rest = without(own, field);
      return value === undefined ? rest : { ...rest, [field]: value };
    }
    return step.kind === 'field' ? { ...own, [step.name]: inner(index + 1, step) } : own;
  };
  const inner = (index: number, from: FieldStep): JsonValue => {
    const step = steps[index];
    if (step?.kind === 'item') return [inner(index + 1, from)];
    if (step?.kind === 'entry') return { a: inner(index + 1, from) };
    const type = at(definitions.get(from.of)?.properties, from.name);
    const [target = ''] = reached(type ?? null);
    return made(index, target);
  };
  const [root = ''] = [...definitions].find(([, schema]) => kindsIn(schema).includes(kind)) ?? [];
  const object = made(0, root);
  return {
    ...(isMap(object) ? object : {}),
    apiVersion,
    kind: name,
    metadata: { name: 'a' },
  };
}

function samples(definition: string, definitions: Definitions, depth: number): JsonMap {
  const schema = definitions.get(definition);
  return Object.fromEntries(
    itemsOf(schema?.required).map((field) => [
      textOf(field),
      sampleOf(at(schema?.properties, textOf(field)), definitions, textOf(field), depth),
    ]),
  );
}

function sampleOf(
  type: JsonValue | undefined,
  definitions: Definitions,
  field: string,
  depth: number,
): JsonValue {
  const target = targetOf(type);
  if (target !== undefined) {
    const simple = simpleTypes.get(target);
    if (simple !== undefined)
      return simple === 'q' ? '1' : simple === 'o' ? 1 : '2026-01-01T00:00:00Z';
    return depth > 6 ? {} : samples(target, definitions, depth + 1);
  }
  switch (textOf(at(type, 'type'))) {
    case 'string':
      return at(type, 'format') === 'byte' ? 'YQ==' : field === 'apiVersion' ? 'v1' : 'a';
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 1;
    case 'array':
      return [sampleOf(at(type, 'items'), definitions, field, depth)];
    case 'object':
      return isMap(at(type, 'additionalProperties'))
        ? { a: sampleOf(at(type, 'additionalProperties'), definitions, field, depth) }
        : {};
    default:
      return {};
  }
}

/** A field as the causes of a refusal name it. */
function pathOf({ steps }: Way, field: string): string {
  const above = steps.reduce(
    (path, step) =>
      step.kind === 'item'
        ? `${path}[0]`
        : step.kind === 'entry'
          ? `${path}[a]`
          : path === ''
            ? step.name
            : `${path}.${step.name}`,
    '',
  );
  return above === '' ? field : `${above}.${field}`;
}

/** What a server holds against one field. */
interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

async function causesOf(
  server: KubeServer,
  place: Place,
  object: JsonMap,
): Promise<readonly Cause[]> {
  const answer = await server.request('admin', 'POST', `${place.url}?dryRun=All`, object);
  if (answer.status < 300) return [];
  return itemsOf(below(parseJson(answer.body), 'details', 'causes')).map((one) => ({
    field: textOf(at(one, 'field')),
    reason: textOf(at(one, 'reason')),
    message: textOf(at(one, 'message')),
  }));
}

/** The texts that a refusal names, with blanks between; none where one of them is a pattern, or there are no such. */
function supported(causes: readonly Cause[]): string {
  const message =
    causes.find(({ message }) => message.includes('supported values: '))?.message ?? '';
  const texts = [
    ...message.slice(message.indexOf('supported values: ')).matchAll(/"([^"]*)"/g),
  ].map(([, text = '']) => text);
  return texts.every((text) => /^[\w.*-]+$/.test(text)) ? texts.join(' ') : '';
}
