/** A kind whose definition takes anything. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Cluster' | 'Namespaced';
}

/** Where definitions are made. */
export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** The definition of a custom resource that takes anything. */
export function customDefinition({ group, version, kind, plural, scope }: CustomKind): object {
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      ...(isProtected.test(group) && {
        annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests alone' },
      }),
    },
    spec: {
      group,
      scope,
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}

/** Groups of Kubernetes itself, whose definitions say who has approved them. */
const isProtected = /(?:^|\.)(?:k8s|kubernetes)\.io$/;
