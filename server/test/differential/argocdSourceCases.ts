import type { SourceCase } from '../../../scripts/oracle/argocdOracle.ts';
import { Random } from './generate/random.ts';

/** JSON as it is put together. */
type Fields = Record<string, unknown>;

/** A random source of an Application with its repository; the same seed gives the same case. */
export function generateSourceCase(seed: number): SourceCase {
  const random = new Random(seed);
  const isPlain = random.chance(0.4);
  const path = isPlain
    ? random.pick(['dir', './dir/', 'app/../dir', 'link'])
    : random.pick(['app', 'app', './app/', 'app//']);
  const files: Record<string, string> = { ...commonFiles };
  const links: Record<string, string> = { link: 'dir' };
  const source: Fields = { repoURL: 'https://git.example.com/team/fleet.git', path };
  if (isPlain) {
    addManifests(random, files, links);
    if (random.chance(0.6)) source['directory'] = directory(random);
  } else {
    files['app/kustomization.yaml'] = kustomization(random);
    if (random.chance(0.9)) source['kustomize'] = kustomize(random);
  }
  addOverrides(random, files, isPlain ? 'dir' : 'app');
  return {
    files,
    links,
    source,
    name: 'web',
    namespace: 'dest',
    revision: '0123456789abcdef0123456789abcdef01234567',
    buildOptions: random.pick(['', '', '--load-restrictor LoadRestrictionsNone', '--reorder none']),
  };
}

function deployment(name: string, image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: {app: ${name}}
spec:
  replicas: 1
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - name: c
        image: ${image}
`;
}

function configMap(name: string, data = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata: {a: "1"${data}}\n`;
}

const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

const commonFiles = {
  'base/kustomization.yaml': 'resources: [d.yaml]\nnamePrefix: base-\n',
  'base/d.yaml': deployment('api', 'nginx:1'),
  'comp/kustomization.yaml': `${component}nameSuffix: -comp\n`,
  'comp2/kustomization.yaml': `${component}commonAnnotations: {comp2: y}\n`,
  'app/deploy.yaml': deployment('web', 'web:1'),
  'app/cm.yaml': configMap('cm'),
  'app/p.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 8}\n',
};

function kustomization(random: Random): string {
  if (random.chance(0.05)) return '';
  const fields: Fields = {};
  const maybe = (chance: number, name: string, make: () => unknown): void => {
    if (random.chance(chance)) fields[name] = make();
  };
  maybe(0.9, 'resources', () => ['deploy.yaml', ...random.some(['../base', 'cm.yaml'], 0, 2)]);
  maybe(0.3, 'namePrefix', () => random.pick(['a-', 'b-']));
  maybe(0.2, 'nameSuffix', () => '-s');
  maybe(0.3, 'namespace', () => random.pick(['ns1', 'ns2']));
  maybe(0.4, 'images', () => fileImages(random));
  maybe(0.3, 'replicas', () => [{ name: random.pick(['web', 'api']), count: random.pick([2, 5]) }]);
  maybe(0.3, 'commonLabels', () => ({ [random.pick(['l1', 'l2'])]: 'file' }));
  maybe(0.4, 'labels', () => fileLabels(random));
  maybe(0.3, 'commonAnnotations', () => ({ [random.pick(['n1', 'n2'])]: 'file' }));
  maybe(0.3, 'patches', () => [
    {
      patch: '- op: replace\n  path: /spec/replicas\n  value: 7\n',
      target: { kind: 'Deployment' },
    },
  ]);
  maybe(0.2, 'components', () => ['../comp']);
  maybe(0.03, 'bogus', () => 1);
  maybe(0.05, 'bases', () => ['../base']);
  return JSON.stringify(fields, null, 1);
}

function fileImages(random: Random): readonly object[] {
  const image: Fields = { name: random.pick(['web', 'nginx', 'registry:5000/x']) };
  if (random.chance(0.5)) image['newName'] = 'other';
  if (random.chance(0.5)) image['newTag'] = 'v9';
  if (random.chance(0.2)) image['digest'] = 'sha256:abc';
  if (random.chance(0.1)) image['tagSuffix'] = '-x';
  return [image, ...random.list(0, 1, () => ({ name: 'web', newTag: 'dup' }))];
}

function fileLabels(random: Random): readonly object[] {
  const label: Fields = { pairs: { [random.pick(['l1', 'l3'])]: 'file' } };
  if (random.chance(0.3)) label['includeSelectors'] = true;
  if (random.chance(0.3)) label['includeTemplates'] = true;
  return [label, ...random.list(0, 1, () => ({ pairs: { z: 'q' } }))];
}

/** What an Application asks of kustomize. */
function kustomize(random: Random): Fields {
  const fields: Fields = {};
  const maybe = (chance: number, name: string, make: () => unknown): void => {
    if (random.chance(chance)) fields[name] = make();
  };
  maybe(0.3, 'namePrefix', () => random.pick(['argo-', '', '-x']));
  maybe(0.2, 'nameSuffix', () => random.pick(['-argo', '']));
  maybe(0.3, 'namespace', () => random.pick(['argons', '']));
  maybe(0.5, 'images', () => random.list(1, 2, () => imageArgument(random)));
  maybe(0.3, 'replicas', () => [
    { name: random.pick(['web', 'api', 'zz']), count: random.pick<unknown>([3, 4, '4', 'x']) },
  ]);
  maybe(0.35, 'commonLabels', () => ({
    [random.pick(['l1', 'l2', 'l4', 'l5', 'a:b'])]: random.pick([
      'argo',
      '$ARGOCD_APP_NAME',
      '"q"',
      'x:y',
    ]),
  }));
  maybe(0.4, 'labelWithoutSelector', () => true);
  if (fields['labelWithoutSelector'] === true) maybe(0.3, 'labelIncludeTemplates', () => true);
  else maybe(0.03, 'labelIncludeTemplates', () => true);
  maybe(0.5, 'forceCommonLabels', () => true);
  maybe(0.3, 'commonAnnotations', () => ({
    [random.pick(['n1', 'n2', 'n3'])]: random.pick([
      'argo',
      '$ARGOCD_APP_NAME ${ARGOCD_APP_SOURCE_PATH}',
      '"q"',
      '${ARGOCD_APP_REVISION_SHORT_8}',
    ]),
  }));
  maybe(0.5, 'forceCommonAnnotations', () => true);
  maybe(0.3, 'commonAnnotationsEnvsubst', () => true);
  maybe(0.3, 'patches', () => [patch(random)]);
  maybe(0.3, 'components', () => [
    random.pick(['../comp', '../comp2', '../comp2', '../gone', '../comp*']),
  ]);
  maybe(0.3, 'ignoreMissingComponents', () => true);
  return fields;
}

function imageArgument(random: Random): string {
  const usual = ['web=registry/web:2', 'web:3', 'web@sha256:def', 'nginx=*:5', 'registry:5000/x:9'];
  const odd = [
    ...['web=*:*', 'web=*@sha256:1', 'registry:5000/x=y:9@sha256:z', 'web=$ARGOCD_APP_NAME:1'],
    ...['web:${ARGOCD_APP_REVISION_SHORT}', 'web:*', 'web', 'web=new:t@*', 'web:$$x', 'web=:'],
  ];
  return random.chance(0.6) ? random.pick(usual) : random.pick(odd);
}

function patch(random: Random): object {
  return random.pick<object>([
    {
      patch: '- op: add\n  path: /metadata/annotations\n  value: {p: q}\n',
      target: { kind: 'Deployment', name: '.*web.*' },
    },
    { path: 'p.yaml' },
    {
      patch: 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 9}\n',
    },
    { path: 'gone.yaml' },
    {
      patch: 'apiVersion: v1\nkind: Secret\nmetadata: {name: other}\n',
      target: { kind: 'ConfigMap', labelSelector: 'a=b' },
      options: { allowNameChange: true },
    },
  ]);
}

function directory(random: Random): Fields {
  const fields: Fields = {};
  if (random.chance(0.5)) fields['recurse'] = true;
  const include = ['*.yaml', '{a.yml,sub/*}', 'sub/*', '**/d.yaml', '[ab].y*', 'b?yaml', '{'];
  if (random.chance(0.3))
    fields['include'] = random.pick([...include, '[!b]*', '[a-c]*', 'sub/**.yaml', '\\b.yaml']);
  const exclude = ['*.yaml', 'sub/*', '**/d.yaml', 'b.yaml', '{b.yaml,j.json}'];
  if (random.chance(0.3)) fields['exclude'] = random.pick(exclude);
  return fields;
}

function addManifests(
  random: Random,
  files: Record<string, string>,
  links: Record<string, string>,
): void {
  const item = (name: string): string =>
    `- {apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}}\n`;
  files['dir/b.yaml'] = random.pick([
    deployment('web', 'web:1'),
    `${configMap('x', ', y: yes')}---\n${configMap('z')}`,
    '# nothing\n',
    'a: b\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: [\n',
    `${configMap('q')}---\nfoo: bar\n`,
    '{{ if x }}\nkind: a\n',
    configMap('r', ', n: 010, o: 1e3, t: 2001-01-01, f: 1.50, z: ~, "on": off, 5: five'),
    '&a\nkind: A\nmetadata: &m {name: x}\nspec: {<<: *m, b: *m}\n',
    `apiVersion: v1\nkind: List\nitems:\n${item('i1')}${item('i2')}`,
    'apiVersion: v1\nkind: ConfigMapList\nitems: null\n',
    `# +argocd:skip-file-rendering\n${configMap('skip')}`,
  ]);
  const maybe = (chance: number, path: string, text: string): void => {
    if (random.chance(chance)) files[`dir/${path}`] = text;
  };
  maybe(0.4, 'a.yml', configMap('a'));
  maybe(0.3, 'sub/c.yaml', configMap('c'));
  maybe(0.3, 'sub/deep/d.yaml', configMap('d'));
  const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"j"},"n":1.0}';
  maybe(0.25, 'j.json', random.pick([json, json, '[1]', `${json}${json}`, '']));
  maybe(0.2, '.hidden.yaml', configMap('hidden'));
  maybe(0.2, 'Z.YAML', configMap('upper'));
  if (random.chance(0.15))
    links['dir/l.yaml'] = random.pick(['../base/d.yaml', 'gone.yaml', 'sub']);
  maybe(0.15, 'kustomization.yaml', 'namePrefix: k-\nresources: [b.yaml]\n');
}

function addOverrides(random: Random, files: Record<string, string>, folder: string): void {
  if (random.chance(0.25))
    files[`${folder}/.argocd-source.yaml`] = random.pick([
      'kustomize: {namePrefix: over-, images: ["web:77"]}\n',
      'kustomize: null\n',
      'kustomize: {images: null, commonLabels: {l9: over}}\n',
      'directory: {recurse: true, include: null}\n',
      'path: base\n',
      '[]',
      'kustomize: {replicas: [{name: q}], patches: [{path: p.yaml}]}\n',
    ]);
  if (random.chance(0.15))
    files[`${folder}/.argocd-source-web.yaml`] = random.pick([
      'kustomize: {nameSuffix: -app}\n',
      'kustomize: {images: ["web:88"]}\n',
    ]);
}
