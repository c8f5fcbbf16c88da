import type { FluxCase } from '../../../scripts/oracle/fluxOracle.ts';
import { Random } from './generate/random.ts';

/** A random Kustomization of Flux with its source; the same seed gives the same case. */
export function generateFluxCase(seed: number): FluxCase {
  const random = new Random(seed);
  const source = sourceFiles(random);
  return {
    kustomization: fluxObject(random),
    files: source,
    configMaps: [
      configMap('vars', ['a: ref', 'num: "7"', 'map: "{a: 1}"']),
      configMap('bad', ['a-b: x']),
    ],
    secrets: [
      'apiVersion: v1\nkind: Secret\nmetadata: {name: sec, namespace: apps}\n' +
        'data: {b: c2VjCg==}\nstringData: {flag: "true"}\n',
    ],
    options: { strict: random.chance(0.1) },
  };
}

function configMap(name: string, data: readonly string[]): string {
  return (
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: apps}\ndata:\n` +
    data.map((line) => `  ${line}\n`).join('')
  );
}

const usualValues = ['plain', '${a}', 'x-${a:-d}', '$${a}', '"${num}"', '${b}', '5', '"1"', '[x]'];
const oddValues = [
  ...['v', 'true', '~', 'a b', '""', "'x'", 'x-${a:-d}', '${nope}', '"[${nope}]"'],
  ...['${nope:=dflt}', '${flag}', '|\n      line ${a}\n      two', '"#${a}"', '1e3', '0x10'],
  ...['12345678901234567890', '1000000', '2001-01-01', '1.50', '"yes"', 'on', '"a: b"', '${date}'],
  ...['null', '"\\u00e9${a}"', '">- x"', '-1', '.5', '${list}', '"${map}"', '{x: "${a}"}'],
  ...['[1, "${num}"]', '${b:0:1}', '${#a}', '${a^}', '${a/e/i}', '${a:+set}'],
];

function value(random: Random): string {
  return random.chance(0.7) ? random.pick(usualValues) : random.pick(oddValues);
}

/** In quotes, as it may stand between braces. */
function objectName(random: Random): string {
  const name = random.pick(['web', 'api', 'db', 'one', 'two', 'n-${a}']);
  return `"${name}${random.chance(0.88) ? `-${random.whole(0, 40)}` : ''}"`;
}

function someConfigMap(random: Random): string {
  const parts = [`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${objectName(random)}\n`];
  const maybe = (chance: number, make: () => string): void => {
    if (random.chance(chance)) parts.push(make());
  };
  maybe(0.3, () => `  namespace: ${random.pick(['apps', 'x', '${a}'])}\n`);
  maybe(0.3, () => {
    const label = random.pick(['a', '"1"', '${num}', '"${a}"']);
    return `  labels:\n    app: ${label}\n    'k8s': z\n`;
  });
  maybe(0.2, () => {
    const setting = random.pick(['disabled', 'enabled', 'Disabled']);
    return `  annotations:\n    kustomize.toolkit.fluxcd.io/substitute: ${setting}\n`;
  });
  parts.push('data:\n');
  for (const key of ['k1', 'k2', 'k3']) parts.push(`    ${key}: ${value(random)}\n`);
  maybe(0.1, () => '    "${a}": key\n');
  return parts.join('');
}

function someDeployment(random: Random): string {
  const images = ['reg/web:1', 'reg/web@sha256:abc', 'web', 'nginx:1.2', 'reg/web:${a}'];
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${objectName(random)}
spec:
  replicas: ${random.pick(['1', '2', '${num}', '${num:-3}'])}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: ${random.pick(images)}
        envFrom: [{configMapRef: {name: ${objectName(random)}}}]
`;
}

function someObject(random: Random): string {
  const name = objectName(random);
  switch (random.whole(0, 6)) {
    case 0:
      return `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`;
    case 1:
      return (
        `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\n` +
        'spec: {selector: {app: web}, ports: [{port: 80}]}\n'
      );
    case 2:
      return `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: ${name}, namespace: apps}
roleRef: {kind: Role, name: ${objectName(random)}, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: ServiceAccount, name: default, namespace: apps}]
`;
    case 3:
    case 4:
      return someDeployment(random);
    default:
      return someConfigMap(random);
  }
}

function manifest(random: Random): string {
  if (random.chance(0.015)) return random.pick(['# only\n', '', '---\n', '\n']);
  return random.list(1, 2, () => someObject(random)).join('---\n');
}

function image(random: Random): string {
  const parts = [`name: ${random.pick(['reg/web', 'web', 'nginx'])}`];
  if (random.chance(0.5)) parts.push(`newName: ${random.pick(['other/x', 'reg2/web', '""'])}`);
  if (random.chance(0.5)) parts.push(`newTag: "${random.pick(['9', 'v${num}', ''])}"`);
  if (random.chance(0.3)) parts.push(`digest: ${random.pick(['sha256:def', '""'])}`);
  return `{${parts.join(', ')}}`;
}

function patch(random: Random): string {
  const forConfigMaps = random.chance(0.93) ? '  target: {kind: ConfigMap}\n' : '';
  switch (random.whole(0, 4)) {
    case 0: {
      const path = random.pick(['data/k1', 'data/k2', 'metadata/labels']);
      const kind = random.pick(['ConfigMap', 'Config.*', 'Gone']);
      const name = random.chance(0.3) ? ', name: web' : '';
      const labels = random.chance(0.2) ? ', labelSelector: "app=a"' : '';
      return (
        `- patch: |\n    - op: ${random.pick(['replace', 'add', 'add'])}\n      path: /${path}\n` +
        `      value: ${random.pick(['x', '4', '{a: b}'])}\n` +
        `  target: {kind: ${kind}${name}${labels}}\n`
      );
    }
    case 1:
      return (
        '- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n' +
        `    metadata: {name: ${random.pick(['web', 'one', 'api'])}}\n` +
        `    data: {k1: ${random.pick(['patched', 'null', '"${a}"'])}}\n${forConfigMaps}`
      );
    case 2:
      return (
        '- target: {kind: Deployment}\n  patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n' +
        '    metadata: {name: x}\n    spec: {replicas: 9}\n'
      );
    case 3:
      return random.chance(0.1)
        ? '- path: p.yaml\n'
        : '- patch: "[]"\n  target: {kind: Deployment}\n';
    default:
      return (
        '- patch: "$patch: delete\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: web}"\n' +
        forConfigMaps
      );
  }
}

/** The fields of a kustomization file beside what it lists, each with its chance. */
const fileFields: readonly (readonly [number, (random: Random) => string])[] = [
  [0.2, (random) => `namePrefix: ${random.pick(['k-', 'p'])}\n`],
  [0.2, () => 'nameSuffix: -s\n'],
  [0.25, (random) => `namespace: ${random.pick(['kns', 'apps', '${b}'])}\n`],
  [0.25, (random) => `images:\n${random.list(1, 3, () => `- ${image(random)}\n`).join('')}`],
  [0.08, (random) => `imageTags:\n- ${image(random)}\n`],
  [0.2, (random) => `patches:\n${patch(random)}`],
  [
    0.2,
    (random) =>
      `configMapGenerator:\n- name: gen\n  literals: [a=${random.pick(['1', '${a}', 'x y'])}]\n` +
      (random.chance(0.1) ? '  behavior: merge\n' : ''),
  ],
  [0.1, () => 'secretGenerator:\n- name: sec\n  literals: ["p=${a}"]\n'],
  [0.1, () => 'generatorOptions: {disableNameSuffixHash: true, labels: {g: "1"}}\n'],
  [0.15, (random) => `commonLabels: {team: ${random.pick(['x', '"1"', '5', 'yes'])}}\n`],
  [0.1, () => 'commonAnnotations: {note: "${a}"}\n'],
  [
    0.1,
    (random) => `labels:\n- pairs: {l: m}\n  includeSelectors: ${random.pick(['true', 'false'])}\n`,
  ],
  [
    0.1,
    (random) =>
      `buildMetadata: [${random.pick(['originAnnotations', 'managedByLabel', 'transformerAnnotations'])}]\n`,
  ],
  [0.04, () => 'replicas: [{name: web, count: 3}]\n'],
  [0.1, (random) => `sortOptions: {order: ${random.pick(['legacy', 'fifo'])}}\n`],
  [0.03, (random) => `resources: ${random.pick(['5', 'null', '[]', '{a: b}'])}\n`],
  [0.03, () => 'namespace: 5\n'],
  [
    0.03,
    () =>
      'replacements:\n- source: {kind: ConfigMap, name: one, fieldPath: data.k1}\n' +
      '  targets: [{select: {kind: Deployment}, fieldPaths: [spec.template.spec.containers.0.name]}]\n',
  ],
  [0.05, () => 'metadata: {name: zz}\n'],
  [
    0.02,
    () =>
      'patchesStrategicMerge:\n- |\n' +
      '  {apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {sm: "1"}}\n',
  ],
  [
    0.02,
    () =>
      'transformers:\n- |\n' +
      '  {apiVersion: builtin, kind: PrefixTransformer, metadata: {name: t}, prefix: tr-}\n',
  ],
];

/** Fields that only the file at the path may have wrong: the controller takes them out there. */
const looseFields: readonly (readonly [number, string])[] = [
  [0.08, 'unknown: x\n'],
  [0.05, 'Images: []\n'],
];

function kustomizationFile(
  random: Random,
  lists: {
    readonly resources: readonly string[];
    readonly components?: readonly string[];
    readonly kind?: 'Kustomization' | 'Component';
  },
): string {
  const { resources, components = [], kind = 'Kustomization' } = lists;
  const version = kind === 'Component' ? 'v1alpha1' : 'v1beta1';
  const parts: string[] = [];
  if (kind === 'Component' || random.chance(0.8))
    parts.push(`apiVersion: kustomize.config.k8s.io/${version}\nkind: ${kind}\n`);
  if (resources.length > 0 && random.chance(0.9)) {
    const name = random.chance(0.1) ? 'bases' : 'resources';
    parts.push(`${name}:\n${resources.map((path) => `- ${path}\n`).join('')}`);
  }
  if (components.length > 0 && random.chance(0.4))
    parts.push(`components:\n- ${random.pick(components)}\n`);
  for (const [chance, make] of fileFields) if (random.chance(chance)) parts.push(make(random));
  return parts.join('');
}

const fileNames = [
  ...['one.yaml', 'two.yml', 'b/three.yaml', '.hidden.yaml', 'z.json', 'B.yaml', 'a.yaml'],
  ...['.h/x.yaml', 'c.YAML', 'b-1.yaml', 'b/0.yaml', 'b.d/q.yaml', '.sourceignore'],
];
const rootNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

function sourceFiles(random: Random): Readonly<Record<string, string>> {
  const files: Record<string, string> = { 'base/a.yaml': manifest(random) };
  if (random.chance(0.98))
    files['base/kustomization.yaml'] = kustomizationFile(random, { resources: ['a.yaml'] });
  files['comp/kustomization.yaml'] = kustomizationFile(random, {
    resources: random.chance(0.3) ? ['c.yaml'] : [],
    kind: random.chance(0.95) ? 'Component' : 'Kustomization',
  });
  if (random.chance(0.5)) files['comp/c.yaml'] = manifest(random);
  const own = random.some(fileNames, 1, 3);
  for (const name of own) files[`app/${name}`] = manifest(random);
  if (random.chance(0.3)) {
    const nested = random.pick(['app/sub', 'app/b/sub', 'app/.s']);
    files[`${nested}/m.yaml`] = manifest(random);
    files[`${nested}/${random.pick(rootNames)}`] = kustomizationFile(random, {
      resources: ['m.yaml'],
    });
  }
  if (random.chance(0.1))
    files['app/d/kustomization.yaml'] = kustomizationFile(random, {
      resources: [],
      kind: 'Component',
    });
  if (random.chance(0.6)) files[`app/${random.pick(rootNames)}`] = topFile(random, own);
  if (random.chance(0.03))
    files['app/kustomization.yml'] = kustomizationFile(random, { resources: ['one.yaml'] });
  return files;
}

function topFile(random: Random, own: readonly string[]): string {
  if (random.chance(0.03)) return random.pick(['', '# x\n', '[]\n', 'a\n', '{}\n', '---\n']);
  const listed = own.filter((name) => /\.ya?ml$/.test(name));
  const text = kustomizationFile(random, {
    resources: random.chance(0.5) ? [...listed, '../base'] : listed,
    components: ['../comp'],
    kind: random.chance(0.03) ? 'Component' : 'Kustomization',
  });
  return text + looseFields.map(([chance, field]) => (random.chance(chance) ? field : '')).join('');
}

const usualPaths = ['./app', 'app', '/app/', './app', '../../app'];
const oddPaths = ['base', './app/b', 'comp', '.', 'nope', 'app/one.yaml', 'app//./b/..', ''];

/** The fields of a Kustomization, each with its chance, at an indent of two. */
const specFields: readonly (readonly [number, (random: Random) => string])[] = [
  [
    0.95,
    (random) =>
      `path: ${random.chance(0.97) ? random.pick(usualPaths) : JSON.stringify(random.pick(oddPaths))}\n`,
  ],
  [
    0.3,
    (random) =>
      `targetNamespace: ${random.chance(0.95) ? random.pick(['prod', 'apps', '""', '"${a}"']) : random.pick(['5', 'null'])}\n`,
  ],
  [0.25, (random) => `namePrefix: ${random.pick(['f-', '""', '"${a}-"'])}\n`],
  [0.2, (random) => `nameSuffix: ${random.pick(['-f', '""'])}\n`],
  [0.3, (random) => `images:\n${random.list(1, 3, () => `- ${image(random)}\n`).join('')}`],
  [0.3, (random) => `patches:\n${random.list(1, 2, () => patch(random)).join('')}`],
  [
    0.2,
    (random) => {
      const odd = ['../gone', 'd', '../base', '/comp', 'https://x.example.com/y'];
      return `components: [${random.chance(0.85) ? '../comp' : random.pick(odd)}]\n`;
    },
  ],
  [0.2, (random) => `ignoreMissingComponents: ${random.pick(['true', 'false', '"true"'])}\n`],
  [
    0.2,
    (random) =>
      'commonMetadata:\n  labels: {cm: lab, app: over}\n' +
      (random.chance(0.5) ? '  annotations: {an: nope}\n' : ''),
  ],
  [
    0.1,
    (random) =>
      `buildMetadata: [${random.pick(['originAnnotations', 'transformerAnnotations', ''])}]\n`,
  ],
  [
    0.02,
    () =>
      'patchesStrategicMerge:\n' +
      '- {apiVersion: v1, kind: ConfigMap, metadata: {name: one}, data: {k1: "sm"}}\n',
  ],
  [
    0.05,
    () =>
      'patchesJson6902:\n- patch: [{op: add, path: /data/zz, value: "q"}]\n' +
      '  target: {version: v1, kind: ConfigMap, name: one}\n',
  ],
  [0.7, postBuild],
];

function fluxObject(random: Random): string {
  const fields = specFields
    .map(([chance, make]) => (random.chance(chance) ? make(random) : ''))
    .join('');
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: web, namespace: apps}
spec:
  interval: 10m
  prune: true
  sourceRef: {kind: GitRepository, name: fleet}
${fields.replace(/^(?=.)/gm, '  ')}`;
}

const usualWords = ['web', 'x', '"1"', '""'];
const oddWords = ['"a: b"', "'*x'", '"two\\nlines"', 'yes', '5'];
const usualReferences = [
  '{kind: ConfigMap, name: vars}',
  '{kind: Secret, name: sec}',
  '{kind: ConfigMap, name: gone, optional: true}',
];
const oddReferences = [
  '{kind: ConfigMap, name: gone}',
  '{kind: ConfigMap, name: bad}',
  '{kind: X, name: y}',
];

function postBuild(random: Random): string {
  const parts = ['postBuild:\n'];
  if (random.chance(0.15))
    parts.push(`  substituteStrategy: ${random.pick(['Always', 'WithVariables'])}\n`);
  if (random.chance(0.8)) {
    const word = random.chance(0.9) ? random.pick(usualWords) : random.pick(oddWords);
    const others = ['b: bee', 'num: "5"', 'flag: "false"', 'date: "2020-01-02"', 'list: "[a, b]"'];
    const chosen = random.some([`a: ${word}`, ...others], 0, 3);
    parts.push(`  substitute:\n${[...chosen, 'q: z'].map((line) => `    ${line}\n`).join('')}`);
  }
  if (random.chance(0.4)) {
    const choices = random.chance(0.9) ? usualReferences : oddReferences;
    const chosen = [...random.some(choices, 0, 2), usualReferences[0] ?? ''];
    parts.push(`  substituteFrom:\n${chosen.map((line) => `  - ${line}\n`).join('')}`);
  }
  return parts.join('');
}
