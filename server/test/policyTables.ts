import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf, type JsonMap } from '../src/drift/json.ts';
import type { JsonValue } from '../src/yaml/decode.ts';

/** A pod, the level and version of its namespace, and what the real admission holds against it: `''` for nothing. */
export type PodSecurityCase = readonly [
  name: string,
  level: 'baseline' | 'restricted',
  version: string,
  pod: { readonly metadata?: JsonMap; readonly spec: JsonMap },
  verdict: string | null,
];

/** A ValidatingAdmissionPolicy, an object, and what the real API server says to the object. */
export interface AdmissionCase {
  readonly name: string;
  /** The `spec` of the policy. */
  readonly policy: JsonMap;
  /** The `spec` of its binding, without the name of the policy; default: it denies. */
  readonly binding?: JsonMap;
  readonly params?: readonly JsonMap[];
  /** Labels of the namespace. */
  readonly namespace?: Readonly<Record<string, string>>;
  readonly object: JsonMap;
  readonly verdict: AdmissionVerdict | null;
}

/** What the API server answers: why it refuses the object, and what it warns of. */
export interface AdmissionVerdict {
  readonly denied: string | null;
  readonly warned: readonly string[];
}

/** An object, and why the API server does not take it, strictly read: `''` where it does. */
export type SchemaCase = readonly [name: string, object: JsonMap, verdict: string | null];

/** What a real API server says of objects, valid and broken. */
export function readSchemaCases(): readonly SchemaCase[] {
  return JSON.parse(readFileSync(tablePath('schemas'), 'utf8')) as readonly SchemaCase[];
}

/** The names of the cases of Kubernetes' own kinds that kubeconform 0.7.0 refuses, strictly, by minor version. */
export function readKubeconformRefusals(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(tablePath('kubeconform'), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
}

/** The definition of the custom objects among them. */
export function readSchemaDefinition(): JsonMap {
  return JSON.parse(readFileSync(tablePath('schemaDefinition'), 'utf8')) as JsonMap;
}

/** The objects of a case: each has a namespace and a label of its own, so that cases do not meet. */
export interface AdmissionObjects {
  readonly namespace: JsonMap;
  readonly policy: JsonMap;
  readonly binding: JsonMap;
  readonly params: readonly JsonMap[];
  readonly object: JsonMap;
}

/** The file of a table; `npm run record-policies` makes its verdicts. */
export function tablePath(name: string): string {
  return join(import.meta.dirname, '..', '..', 'test-fixtures', 'policies', `${name}.json`);
}

/** What the admission of Pod Security says of pods. */
export function readPodSecurityCases(): readonly PodSecurityCase[] {
  return JSON.parse(readFileSync(tablePath('podSecurity'), 'utf8')) as readonly PodSecurityCase[];
}

/** What ValidatingAdmissionPolicies say of objects. */
export function readAdmissionCases(): readonly AdmissionCase[] {
  return JSON.parse(readFileSync(tablePath('admission'), 'utf8')) as readonly AdmissionCase[];
}

/** The objects that a case applies. */
export function admissionObjects(one: AdmissionCase, index: number): AdmissionObjects {
  const name = `case-${index}`;
  const own = { case: String(index) };
  const binding = one.binding ?? { validationActions: ['Deny'] };
  const matches = mapAt(binding, 'matchResources');
  const inNamespace = (object: JsonMap): JsonMap => {
    const metadata = mapAt(object, 'metadata');
    const isScoped = ['Namespace', 'ClusterRole'].includes(textOf(object.kind));
    return {
      ...object,
      metadata: {
        ...metadata,
        ...(isScoped ? {} : { namespace: name }),
        labels: { ...mapAt(metadata, 'labels'), ...own },
      },
    };
  };
  return {
    namespace: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { ...one.namespace } },
    },
    policy: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: one.policy,
    },
    binding: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: {
        ...binding,
        policyName: name,
        matchResources: { ...matches, objectSelector: { matchLabels: own } },
      },
    },
    params: (one.params ?? []).map(inNamespace),
    object: inNamespace(one.object),
  };
}

function mapAt(map: JsonMap, key: string): JsonMap {
  const value = map[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonMap)
    : {};
}

/** A kind of its own for cases, with a default. */
export const widgetDefinition: JsonMap = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer' },
                  color: { type: 'string', default: 'blue' },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/** What an API server of 1.37 serves when nobody asks for more, as `group/version Kind`. */
export function readServed(): readonly string[] {
  return JSON.parse(readFileSync(tablePath('served'), 'utf8')) as readonly string[];
}

/** A text of JSON from the API server. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
