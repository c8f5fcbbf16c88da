import { roleObjects } from '../rights/manifests.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { nodeOfJson } from '../yaml/nodeOfJson.ts';
import type { Rights } from './rights.ts';

/** The objects that grant the least rights, by cluster, as YAML: service accounts of Flux, roles with bindings, projects. */
export function rightsYaml({ name, identities, projects }: Rights): string {
  const roles = identities.map(({ cluster, account, today, rules }) => {
    const own =
      today.length === 0
        ? []
        : [
            {
              apiVersion: 'v1',
              kind: 'ServiceAccount',
              metadata: { name: account.name, namespace: account.namespace },
            },
          ];
    const title = `${account.name}-${account.namespace}`;
    const where = cluster ?? 'a cluster that only its controller knows';
    return [`# On ${where}.\n`, ...[...own, ...roleObjects(rules, account, title)].map(yamlOf)];
  });
  const spec = projects.map(({ name: project, namespace, least }) =>
    yamlOf({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: project, namespace },
      spec: least,
    }),
  );
  const documents = roles.flatMap(([head = '', first = '', ...rest]) => [head + first, ...rest]);
  return documents.length + spec.length === 0
    ? `# Nothing is delivered to ${name}.\n`
    : [...documents, ...spec].join('---\n');
}

function yamlOf(object: object): string {
  const written = writeCanonical(nodeOfJson(plainOf(object), () => undefined));
  return 'text' in written ? written.text : '';
}

/** Plain data without what is `undefined`. */
function plainOf(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, plainOf(one)]));
}
