import type { SetCase } from '../../../scripts/oracle/argocdOracle.ts';
import { Random } from './generate/random.ts';

/** JSON as it is put together. */
type Fields = Record<string, unknown>;

/** A random ApplicationSet with what its generators see; the same seed gives the same case. */
export function generateSetCase(seed: number): SetCase {
  const random = new Random(seed);
  return { applicationSet: JSON.stringify(applicationSet(random)), clusters, files, folders };
}

const isCluster = { 'argocd.argoproj.io/secret-type': 'cluster' };

const clusters = [
  {
    secretName: 'c1',
    name: 'prod-eu',
    server: 'https://eu',
    labels: { ...isCluster, env: 'prod', size: 'l' },
    annotations: { owner: 'a' },
  },
  {
    secretName: 'c2',
    name: 'dev',
    server: 'https://dev',
    project: 'p',
    labels: { ...isCluster, env: 'dev' },
  },
  {
    secretName: 'c3',
    name: 'Stage.1',
    server: 'https://st/',
    labels: { ...isCluster, env: 'stage' },
    annotations: { owner: 'b' },
  },
];

const files = {
  'a/x.yaml': 'name: f1\nenv: prod\nmeta: {k: 1, l: [1, {z: 2}]}\n',
  'b/y.json': '[{"name":"f2","env":"dev"},{"name":"f3","size":5}]',
  'c.yaml': 'name: 010\nenv: on\nvalues: {size: xl}\n',
  'e.yaml': '',
};

const folders = ['a', 'apps', 'apps/api_v2', 'apps/web', 'b'];

function applicationSet(random: Random): Fields {
  const isGo = random.chance(0.5);
  const spec: Fields = {
    generators: random.list(1, 2, () => generator(random, isGo, { depth: 2, isSecond: false })),
    template: template(isGo),
  };
  if (isGo) {
    spec['goTemplate'] = true;
    const options = ['missingkey=error', 'missingkey=zero', 'missingkey=default'];
    if (random.chance(0.2)) spec['goTemplateOptions'] = [random.pick(options)];
  }
  if (random.chance(0.2)) spec['syncPolicy'] = { preserveResourcesOnDeletion: random.chance(0.5) };
  if (random.chance(0.3)) spec['templatePatch'] = templatePatch(random, isGo);
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'f', namespace: 'argocd' },
    spec,
  };
}

/** A parameter by its name, in the language of the templates. */
function parameter(name: string, isGo: boolean): string {
  return isGo ? `{{.${name}}}` : `{{${name}}}`;
}

function template(isGo: boolean): Fields {
  const of = (name: string): string => parameter(name, isGo);
  return {
    metadata: {
      name: of('name'),
      labels: { env: of('env'), [of('size')]: 'k' },
      annotations: {
        s: of('size'),
        p: of('path'),
        f: isGo ? '{{ .path.basename }}' : '{{path.basename}}',
        vs: isGo ? '{{.values}}' : '{{values.size}}',
        m: isGo ? '{{.metadata}}{{.clusters}}' : '{{metadata.labels.env}}',
        me: isGo ? '{{ .meta }}|{{ toYaml .meta | nindent 2 }}' : '{{meta}}{{meta.l.1.z}}',
        xy: isGo ? '{{ index . "x.y" }}' : '{{x.y}}',
      },
    },
    spec: {
      project: 'default',
      source: {
        repoURL: 'r',
        path: of('server'),
        helm: {
          valuesObject: { n: of('name'), k: null, d: { e: 1, f: [of('env'), 2, null] } },
          valueFiles: [of('env')],
        },
      },
      destination: { server: of('server'), namespace: 'x' },
      syncPolicy: { automated: { prune: true }, retry: { limit: 3 } },
    },
  };
}

function templatePatch(random: Random, isGo: boolean): string {
  return random.pick([
    'spec:\n  revisionHistoryLimit: 3\n',
    'metadata:\n  finalizers: [b, resources-finalizer.argocd.argoproj.io, c]\n  labels: {env: null, q: "1"}\n',
    'spec:\n  source:\n    $patch: replace\n    repoURL: z\n',
    'spec: {sources: [{repoURL: a, kustomize: {namePrefix: p}}], syncPolicy: {syncOptions: [X=y], retry: null}}',
    isGo
      ? 'spec: {info: [{name: n, value: "{{ .name }}"}], source: {helm: {valuesObject: {z: {{ len .name }}}}}}'
      : 'spec: {info: [{name: n, value: "{{name}}"}]}',
    'operation: {sync: {prune: true}, info: [{name: a}]}',
    '',
  ]);
}

interface Place {
  /** How many generators may still be inside. */
  readonly depth: number;
  /** Whether it is the second child of a matrix, which may use the parameters of the first. */
  readonly isSecond: boolean;
}

function generator(random: Random, isGo: boolean, place: Place): Fields {
  const { kind, made } = oneGenerator(random, isGo, place);
  const own: Fields = { [kind]: made };
  if (random.chance(0.2)) own['selector'] = selector(random);
  if (place.depth === 2 && random.chance(0.2)) made['template'] = ownTemplate(random, isGo);
  // Two kinds in one entry.
  if (random.chance(0.02)) own['list'] = { elements: [] };
  return own;
}

function oneGenerator(
  random: Random,
  isGo: boolean,
  place: Place,
): { readonly kind: string; readonly made: Fields } {
  const { depth } = place;
  const chance = random.fraction();
  const inside = (isSecond = false): Fields =>
    generator(random, isGo, { depth: depth - 1, isSecond });
  if (depth > 0 && chance < 0.3)
    return { kind: 'matrix', made: { generators: [inside(), inside(true)] } };
  if (depth > 0 && chance < 0.5) {
    const mergeKeys = random.pick([
      ['name'],
      ['env'],
      ['name', 'env'],
      ['values.size'],
      ['server'],
      ['x.y'],
    ]);
    const generators = [inside(), inside(), ...random.list(0, 1, () => inside())];
    return { kind: 'merge', made: { mergeKeys, generators } };
  }
  if (chance < 0.7) return { kind: 'list', made: list(random, isGo, place) };
  return chance < 0.85
    ? { kind: 'clusters', made: clusterGenerator(random, isGo) }
    : { kind: 'git', made: gitGenerator(random, isGo) };
}

function list(random: Random, isGo: boolean, { isSecond }: Place): Fields {
  const elements: unknown[] = [...random.list(0, 3, () => element(random, isGo))];
  if (isSecond && random.chance(0.5))
    elements.push({ name: `${parameter('name', isGo)}-${parameter('env', isGo)}` });
  const yaml = [
    '- {name: y1, env: on}\n- name: 5',
    '[]',
    'a: b',
    isGo ? '{{ .meta | toJson }}' : '{{meta}}',
  ];
  return random.chance(0.15) ? { elements, elementsYaml: random.pick(yaml) } : { elements };
}

function element(random: Random, isGo: boolean): Fields {
  if (random.chance(0.05)) return {};
  const fields: Fields = {};
  for (const key of ['name', 'env', 'size', 'values', 'meta', 'x.y']) {
    if (!random.chance(0.45)) continue;
    fields[key] =
      key === 'values' && random.chance(0.9)
        ? { size: value(random, isGo), zone: 'z' }
        : value(random, isGo);
  }
  return fields;
}

function value(random: Random, isGo: boolean): unknown {
  const odd = [1, 1_000_000, true, false, null, '', { k: 'v', n: 2 }, { k: '' }, [1, 'a'], [], {}];
  const usual = ['a', 'b', 'prod', 'dev', 'prod-eu', '{{env}}', '', 'f1'];
  return isGo && random.chance(0.4) ? random.pick<unknown>(odd) : random.pick(usual);
}

function clusterGenerator(random: Random, isGo: boolean): Fields {
  const made: Fields = {
    selector: random.pick<object>([
      {},
      {},
      { matchLabels: { env: 'prod' } },
      { matchExpressions: [{ key: 'env', operator: 'Exists' }] },
      { matchLabels: { env: parameter('env', isGo) } },
    ]),
  };
  if (random.chance(0.4)) made['values'] = values(random, isGo);
  if (random.chance(0.1)) made['flatList'] = true;
  return made;
}

function gitGenerator(random: Random, isGo: boolean): Fields {
  const made: Fields = { repoURL: 'r', revision: 'h' };
  const excluded = (path: string): readonly object[] =>
    random.chance(0.3) ? [{ path, exclude: true }] : [];
  if (random.chance(0.5)) {
    const path = random.pick(['*', 'apps/*', 'a', 'b*']);
    made['directories'] = [{ path }, ...excluded('b')];
  } else {
    const path = random.pick(['*', 'a/x.yaml', 'c.yaml', 'e.yaml']);
    made['files'] = [{ path }, ...excluded('c.yaml')];
  }
  if (random.chance(0.3)) made['values'] = values(random, isGo);
  if (random.chance(0.2)) made['pathParamPrefix'] = 'my';
  return made;
}

function values(random: Random, isGo: boolean): object {
  return random.pick<object>([
    {},
    { size: 's' },
    { v: `${parameter('name', isGo)}-x`, w: isGo ? '{{ .env }}' : '{{values.v}}' },
  ]);
}

function selector(random: Random): object {
  const isIn = random.pick(['In', 'NotIn']);
  const exists = random.pick(['Exists', 'DoesNotExist']);
  const key = random.pick(['size', 'values.size', 'meta.k']);
  return random.pick<object>([
    {},
    { matchLabels: { env: 'prod' } },
    { matchLabels: { name: 'a' } },
    { matchExpressions: [{ key: 'env', operator: isIn, values: ['prod', 'dev'] }] },
    { matchExpressions: [{ key, operator: exists }] },
  ]);
}

/** A template that a generator has for itself. */
function ownTemplate(random: Random, isGo: boolean): Fields {
  const of = (name: string): string => parameter(name, isGo);
  const spec: Fields = {
    project: random.pick(['', 'default', 'other']),
    destination: random.pick<object>([{}, { namespace: 'n2' }]),
  };
  if (random.chance(0.4))
    spec['source'] = {
      repoURL: 'r2',
      helm: { values: 'v: 1', parameters: [{ name: 'p', value: of('size') }] },
    };
  if (random.chance(0.3))
    spec['syncPolicy'] = { automated: { enabled: false }, syncOptions: ['A=b'] };
  return {
    metadata: random.pick<object>([
      {},
      { name: `o-${of('name')}` },
      { labels: { o: of('env') }, finalizers: ['x'] },
    ]),
    spec,
  };
}
