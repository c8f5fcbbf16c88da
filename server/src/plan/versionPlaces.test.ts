import { describe, expect, test } from 'vitest';
import { planOf } from '../../test/planFixture.ts';

/*
 * Every place where a version can live, in every way in which its scalar can be written: the new version is put there, and
 * not one byte beside it is another one.
 */

/** A place: the files of a stage, in which `@` stands for the scalar that holds the version. */
interface Place {
  readonly files: Readonly<Record<string, string>>;
  /** What the scalar says, with `%` for the version itself; only that by default. */
  readonly text?: string;
  /** The two versions: of the source, and of the target before. */
  readonly versions?: readonly [fresh: string, old: string];
  /** Ways of writing that this place does not allow. */
  readonly not?: readonly string[];
}

const pod = (image: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n    - name: web\n      image: ${image}\n`;

const root = (rest: string): string => `resources:\n  - pod.yaml\n${rest}`;
const digests = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`] as const;
const commits = [
  '61df3949abf2e8120505bc1ec05e3b9699566660',
  'ca92a40b9677073ae1c441c9cb30fac26562f62f',
] as const;

const places: Readonly<Record<string, Place>> = {
  'newTag of a kustomization': {
    files: {
      'kustomization.yaml': root('images:\n  - name: shop/web\n    newTag: @\n'),
      'pod.yaml': pod('shop/web'),
    },
  },
  'digest of a kustomization': {
    files: {
      'kustomization.yaml': root('images:\n  - name: shop/web\n    digest: @\n'),
      'pod.yaml': pod('shop/web'),
    },
    versions: digests,
  },
  'newTag behind newName': {
    files: {
      'kustomization.yaml': root(
        'images:\n  - newName: reg.example.com/shop/web\n    newTag: @\n    name: web\n',
      ),
      'pod.yaml': pod('web'),
    },
  },
  'a manifest': {
    files: { 'kustomization.yaml': root(''), 'pod.yaml': pod('@') },
    text: 'reg.example.com/shop/web:%',
  },
  'a digest in a manifest': {
    files: { 'kustomization.yaml': root(''), 'pod.yaml': pod('@') },
    text: 'reg.example.com:5000/shop/web@%',
    versions: digests,
  },
  'a tag and a digest in a manifest': {
    files: { 'kustomization.yaml': root(''), 'pod.yaml': pod('@') },
    text: 'shop/web:%',
    versions: [`1.1.0@${digests[0]}`, `1.0.0@${digests[1]}`],
  },
  'a patch file': {
    files: {
      'kustomization.yaml': root('patches:\n  - path: patch.yaml\n'),
      'pod.yaml': pod('shop/web:0.1.0'),
      'patch.yaml': pod('@'),
    },
    text: 'shop/web:%',
  },
  'a JSON patch file by index': {
    files: {
      'kustomization.yaml': root('patches:\n  - path: patch.yaml\n    target:\n      kind: Pod\n'),
      'pod.yaml': pod('shop/web:0.1.0'),
      'patch.yaml': '- op: replace\n  path: /spec/containers/0/image\n  value: @\n',
    },
    text: 'shop/web:%',
  },
  'an inline JSON patch': {
    files: {
      'kustomization.yaml': root(
        'patches:\n  - target:\n      kind: Pod\n    patch: |-\n      - op: replace\n        path: /spec/containers/0/image\n        value: @\n',
      ),
      'pod.yaml': pod('shop/web:0.1.0'),
    },
    text: 'shop/web:%',
    not: ['block'],
  },
  'an inline patch': {
    files: {
      'kustomization.yaml': root(
        'patches:\n  - patch: |\n      apiVersion: v1\n      kind: Pod\n      metadata:\n        name: web\n      spec:\n        containers:\n          - name: web\n            image: @\n',
      ),
      'pod.yaml': pod('shop/web:0.1.0'),
    },
    text: 'shop/web:%',
    not: ['block'],
  },
  'the ref of a remote base': {
    files: { 'kustomization.yaml': 'resources:\n  - @\nnamePrefix: a-\n' },
    text: 'https://github.com/acme/web//config/default?ref=%',
    versions: commits,
    not: ['anchor'],
  },
  'a remote file': {
    files: { 'kustomization.yaml': 'resources:\n  - @\n' },
    text: 'https://raw.githubusercontent.com/acme/web/%/install.yaml',
    not: ['anchor'],
  },
  'a release of a remote file': {
    files: { 'kustomization.yaml': 'resources:\n  - @\n' },
    text: 'https://github.com/acme/web/releases/download/v%/install.yaml',
    not: ['anchor'],
  },
  'a chart of a kustomization': {
    files: {
      'kustomization.yaml':
        'helmCharts:\n  - name: redis\n    repo: https://charts.example.com\n    version: @\n    releaseName: cache\n',
    },
  },
  'a generator of a chart': {
    files: {
      'kustomization.yaml': 'generators:\n  - chart.yaml\n',
      'chart.yaml':
        'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata:\n  name: cache\nname: cache\nrepo: oci://reg.example.com/charts\nversion: @\n',
    },
    versions: ['0.1.1889+ca96506', '0.1.1871+9730448'],
  },
  'the chart of a HelmRelease': {
    files: {
      'kustomization.yaml': 'resources:\n  - release.yaml\n',
      'release.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: redis\nspec:\n  chart:\n    spec:\n      chart: redis\n      version: @\n      sourceRef:\n        kind: HelmRepository\n        name: charts\n',
    },
  },
  'a tag in the values of a HelmRelease': {
    files: {
      'kustomization.yaml': 'resources:\n  - release.yaml\n',
      'release.yaml':
        'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: redis\nspec:\n  values:\n    image:\n      repository: shop/web\n      tag: @\n    replicaCount: 2\n',
    },
  },
  'the tag of an OCIRepository': {
    files: {
      'kustomization.yaml': 'resources:\n  - source.yaml\n',
      'source.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata:\n  name: web\nspec:\n  url: oci://reg.example.com/manifests/web\n  ref:\n    tag: @\n',
    },
  },
  'the commit of a GitRepository': {
    files: {
      'kustomization.yaml': 'resources:\n  - source.yaml\n',
      'source.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata:\n  name: web\nspec:\n  url: https://git.example.com/web\n  ref:\n    commit: @\n',
    },
    versions: commits,
  },
  'images of a Kustomization of Flux': {
    files: {
      'kustomization.yaml': 'resources:\n  - sync.yaml\n',
      'sync.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: web\nspec:\n  path: ./elsewhere\n  images:\n    - name: shop/web\n      newTag: @\n',
    },
  },
  'the revision of an Application': {
    files: {
      'kustomization.yaml': 'resources:\n  - app.yaml\n',
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  source:\n    repoURL: https://git.example.com/web\n    path: deploy\n    targetRevision: @\n',
    },
    versions: ['v1.1.0', 'v1.0.0'],
  },
  'the chart of an Application': {
    files: {
      'kustomization.yaml': 'resources:\n  - app.yaml\n',
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  sources:\n    - repoURL: https://charts.example.com\n      chart: redis\n      targetRevision: @\n',
    },
  },
  'a parameter of an Application': {
    files: {
      'kustomization.yaml': 'resources:\n  - app.yaml\n',
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  source:\n    repoURL: https://git.example.com/web\n    path: chart\n    helm:\n      parameters:\n        - name: image.tag\n          value: @\n',
    },
  },
  'valuesObject of an Application': {
    files: {
      'kustomization.yaml': 'resources:\n  - app.yaml\n',
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  source:\n    repoURL: https://git.example.com/web\n    path: chart\n    helm:\n      valuesObject:\n        image:\n          tag: @\n',
    },
  },
  'values as a text of an Application': {
    files: {
      'kustomization.yaml': 'resources:\n  - app.yaml\n',
      'app.yaml':
        'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  source:\n    repoURL: https://git.example.com/web\n    path: chart\n    helm:\n      values: |\n        image:\n          tag: @\n        replicas: 2\n',
    },
    not: ['block'],
  },
  'a variable of a container': {
    files: {
      'kustomization.yaml': root(''),
      'pod.yaml': `${pod('shop/web')}      env:\n        - name: SIDECAR_IMAGE\n          value: @\n`,
    },
    text: 'reg.example.com/shop/sidecar:%',
  },
  'a literal of a generator': {
    files: {
      'kustomization.yaml':
        'generatorOptions:\n  disableNameSuffixHash: true\nconfigMapGenerator:\n  - name: settings\n    literals:\n      - @\n      - LOG_LEVEL=info\n',
    },
    text: 'WEB_VERSION=%',
    not: ['anchor'],
  },
  'a substitution of Flux that is called by what it is a version of': {
    files: {
      'kustomization.yaml': 'resources:\n  - sync.yaml\n',
      'sync.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: web\nspec:\n  path: ./elsewhere\n  postBuild:\n    substitute:\n      CERT_MANAGER: @\n',
    },
  },
  'a substitution of Flux': {
    files: {
      'kustomization.yaml': 'resources:\n  - sync.yaml\n',
      'sync.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: web\nspec:\n  path: ./elsewhere\n  postBuild:\n    substitute:\n      web_version: @\n',
    },
  },
};

/** How a scalar is written, and what is done to the whole file. */
const styles: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  single: (text) => `'${text}'`,
  double: (text) => `"${text}"`,
  comment: (text) => `${text} # keep 1.0.0 of this`,
  anchor: (text) => `&version ${text}`,
  crlf: (text) => text,
};

function stageFiles(place: Place, style: string, version: string): Map<string, string> {
  const text = (place.text ?? '%').replace('%', version);
  return new Map(
    Object.entries(place.files).map(([file, content]) => {
      const written = content.replace('@', () => styles[style]?.(text) ?? text);
      return [file, style === 'crlf' ? written.replaceAll('\n', '\r\n') : written];
    }),
  );
}

for (const [name, place] of Object.entries(places)) {
  describe(name, () => {
    const ways = Object.keys(styles).filter((style) => place.not?.includes(style) !== true);
    test.each(ways)('%s', async (style) => {
      const [fresh, old] = place.versions ?? ['1.1.0', '1.0.0'];
      const files = new Map<string, string>();
      for (const [file, text] of stageFiles(place, 'plain', fresh))
        files.set(`app/staging/${file}`, text);
      for (const [file, text] of stageFiles(place, style, old))
        files.set(`app/production/${file}`, text);
      const planned = await planOf(files);
      if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
      const { texts, refused, effects } = planned.value;
      expect(refused).toEqual([]);
      const expected = stageFiles(place, style, fresh);
      for (const [file, { after }] of texts)
        expect(after).toBe(expected.get(file.slice('app/production/'.length)));
      expect(texts.size).toBe(1);
      expect(effects.length).toBeGreaterThan(0);
      expect(effects.every(({ intended }) => intended)).toBe(true);
    });
  });
}
