import { describe, expect, test } from 'vitest';
import { willRenameFiles } from '../../src/lsp/willRenameFiles.ts';
import { editedFiles, nobodyStops, openFixture, withWindowsLines } from '../languageSession.ts';

/** The lines that are written anew where files move, by `from → to`; then what the user is told. */
async function move(text: string, ...moves: readonly string[]): Promise<readonly string[]> {
  const opened = openFixture(text);
  const files = moves.map((one) => {
    const [from = '', to = ''] = one.split(' → ');
    return { oldUri: opened.uriOf(from), newUri: opened.uriOf(to) };
  });
  const edit = await willRenameFiles(opened.session, { files }, nobodyStops());
  const after = editedFiles(opened, edit);
  const lines = [...after].flatMap(([path, now]) => {
    const old = opened.fixture.files.get(path)?.split('\n') ?? [];
    return now
      .split('\n')
      .flatMap((one, index) => (one === old[index] ? [] : [`${path}:${index + 1} ${one.trim()}`]));
  });
  return [...lines, ...opened.warnings];
}

const tree = `
  # file: base/kustomization.yaml
  resources: # what there is
  - web.yaml
  - ./rbac/role.yaml
  configMapGenerator:
  - name: settings
    files: [routes.json, 'flags.json=config/flags.json']
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  # file: base/rbac/role.yaml
  apiVersion: rbac.authorization.k8s.io/v1
  kind: Role
  metadata: { name: web }
  # file: base/routes.json
  {}
  # file: base/config/flags.json
  {}
  # file: overlays/prod/kustomization.yaml
  resources:
  - ../../base/
  components:
  - "../../components/ha"
  patches:
  - path: patch.yaml
  # file: overlays/prod/patch.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 3 }
  # file: components/ha/kustomization.yaml
  apiVersion: kustomize.config.k8s.io/v1alpha1
  kind: Component
  nameSuffix: -ha
  # file: argocd/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source:
      repoURL: https://git.example.com/acme/fleet.git
      path: overlays/prod # production
    destination: { name: prod, namespace: web }
`;

describe('moving', () => {
  test('a file rewrites the path to it', async () => {
    expect(await move(tree, 'base/web.yaml → base/workloads/web.yaml')).toEqual([
      'base/kustomization.yaml:2 - workloads/web.yaml',
    ]);
  });

  test('a file keeps the way in which its path is written', async () => {
    expect(await move(tree, 'base/rbac/role.yaml → base/role.yaml')).toEqual([
      'base/kustomization.yaml:3 - ./role.yaml',
    ]);
  });

  test('a base rewrites what builds on it, and nothing in it', async () => {
    expect(await move(tree, 'base → apps/web/base')).toEqual([
      'overlays/prod/kustomization.yaml:2 - ../../apps/web/base/',
    ]);
  });

  test('a folder with an overlay rewrites its own paths and the Application', async () => {
    expect(await move(tree, 'overlays/prod → production')).toEqual([
      'overlays/prod/kustomization.yaml:2 - ../base/',
      'overlays/prod/kustomization.yaml:4 - "../components/ha"',
      'argocd/web.yaml:7 path: production # production',
    ]);
  });

  test('everything together rewrites nothing where all paths stay', async () => {
    expect(
      await move(tree, 'base → a/base', 'components → a/components', 'overlays → a/overlays'),
    ).toEqual(['argocd/web.yaml:7 path: a/overlays/prod # production']);
  });

  test('a component keeps the quotes of its path', async () => {
    expect(await move(tree, 'components/ha → components/available')).toEqual([
      'overlays/prod/kustomization.yaml:4 - "../../components/available"',
    ]);
  });

  test('a file of a generator keeps its key', async () => {
    expect(await move(tree, 'base/routes.json → base/paths.json')).toEqual([
      "base/kustomization.yaml:6 files: [routes.json=paths.json, 'flags.json=config/flags.json']",
    ]);
    expect(await move(tree, 'base/config/flags.json → base/f.json')).toEqual([
      "base/kustomization.yaml:6 files: [routes.json, 'flags.json=f.json']",
    ]);
  });

  test('a patch to a name with a blank is quoted', async () => {
    expect(await move(tree, 'overlays/prod/patch.yaml → overlays/prod/more replicas.yaml')).toEqual(
      ['overlays/prod/kustomization.yaml:6 - path: "more replicas.yaml"'],
    );
  });

  test('lines that end as on Windows stay so', async () => {
    const windows = withWindowsLines(tree);
    expect(await move(windows, 'overlays/prod → production')).toEqual(
      await move(tree, 'overlays/prod → production'),
    );
    expect(await move(windows, 'base/routes.json → base/paths.json')).toEqual(
      await move(tree, 'base/routes.json → base/paths.json'),
    );
  });

  test('what nothing names rewrites nothing', async () => {
    const files = `
      # file: notes/a.yaml
      a: 1
    `;
    expect(await move(files, 'notes/a.yaml → notes/b.yaml')).toEqual([]);
  });

  test('a file out of its root is told, as kustomize would refuse it', async () => {
    expect(await move(tree, 'base/web.yaml → shared/web.yaml')).toEqual([
      'base/kustomization.yaml:2 - ../shared/web.yaml',
      'After the move, base, overlays/prod would render to something else.',
    ]);
  });

  test('a folder follows in patterns and templates of ApplicationSets, and what that takes away is told', async () => {
    const files = `
      # file: argocd/set.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: ApplicationSet
      metadata: { name: all, namespace: argocd }
      spec:
        generators:
        - git:
            repoURL: https://git.example.com/acme/fleet.git
            directories: [{ path: apps/shop/* }]
        template:
          metadata: { name: '{{path.basename}}' }
          spec:
            project: default
            source: { repoURL: 'https://git.example.com/acme/fleet.git', path: 'apps/shop/{{path.basename}}' }
            destination: { name: prod, namespace: web }
      # file: apps/shop/web/kustomization.yaml
      namespace: web
      # file: apps/shop/api/kustomization.yaml
      namespace: web
    `;
    expect(await move(files, 'apps/shop → shop')).toEqual([
      'argocd/set.yaml:8 directories: [{ path: shop/* }]',
      "argocd/set.yaml:13 source: { repoURL: 'https://git.example.com/acme/fleet.git', path: 'shop/{{path.basename}}' }",
    ]);
    expect(await move(files, 'apps/shop/api → apps/shop/gateway')).toEqual([
      'The move takes applications away: api · argocd · prod. The move brings applications: gateway · argocd · prod.',
    ]);
  });

  test('values files and charts follow, beside the chart and by a reference', async () => {
    const files = `
      # file: argocd/app.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: { name: web, namespace: argocd }
      spec:
        sources:
        - repoURL: https://git.example.com/acme/fleet.git
          path: charts/web
          helm: { valueFiles: [../../values/common.yaml, $fleet/values/prod.yaml] }
        - { repoURL: 'https://git.example.com/acme/fleet.git', ref: fleet }
        destination: { name: prod, namespace: web }
      # file: charts/web/Chart.yaml
      apiVersion: v2
      name: web
      version: 1.0.0
      dependencies:
      - { name: lib, version: 1.0.0, repository: 'file://../lib' }
      # file: charts/lib/Chart.yaml
      apiVersion: v2
      name: lib
      version: 1.0.0
      # file: values/common.yaml
      a: 1
      # file: values/prod.yaml
      a: 2
    `;
    expect(await move(files, 'values → config/values')).toEqual([
      'argocd/app.yaml:8 helm: { valueFiles: [../../config/values/common.yaml, $fleet/config/values/prod.yaml] }',
    ]);
    expect(await move(files, 'charts/lib → charts/shared/lib')).toEqual([
      "charts/web/Chart.yaml:5 - { name: lib, version: 1.0.0, repository: 'file://../shared/lib' }",
    ]);
    expect(await move(files, 'charts/web → web')).toEqual([
      'argocd/app.yaml:7 path: web',
      'argocd/app.yaml:8 helm: { valueFiles: [../values/common.yaml, $fleet/values/prod.yaml] }',
      "charts/web/Chart.yaml:5 - { name: lib, version: 1.0.0, repository: 'file://../charts/lib' }",
    ]);
  });

  test('paths of Flux follow, with their dots', async () => {
    const files = `
      # file: clusters/prod/apps.yaml
      apiVersion: kustomize.toolkit.fluxcd.io/v1
      kind: Kustomization
      metadata: { name: apps, namespace: flux-system }
      spec:
        path: ./apps/prod
        components: [../ha]
        sourceRef: { kind: GitRepository, name: flux-system }
      # file: apps/prod/kustomization.yaml
      namespace: web
      # file: apps/ha/kustomization.yaml
      apiVersion: kustomize.config.k8s.io/v1alpha1
      kind: Component
      nameSuffix: -ha
    `;
    expect(await move(files, 'apps/prod → production')).toEqual([
      'clusters/prod/apps.yaml:5 path: ./production',
      'clusters/prod/apps.yaml:6 components: [../apps/ha]',
    ]);
  });
});

describe('patterns', () => {
  const owned = `
    # file: CODEOWNERS
    * @all
    shop @other
    /apps/shop/ @shop # the shop
    apps/shop/prod @shop @ops
    # file: .sops.yaml
    creation_rules:
    - path_regex: ^apps/shop/.*\\.yaml$
      age: a
    - path_regex: 'apps\\/shop\\/prod'
      age: b
    - path_regex: secret
      age: c
    # file: apps/shop/kustomization.yaml
    namespace: shop
    # file: apps/shop/prod/secret.yaml
    a: 1
  `;

  test('of owners and of rules of SOPS follow a folder where they begin with it', async () => {
    expect(await move(owned, 'apps/shop → apps/store.v2')).toEqual([
      'CODEOWNERS:3 /apps/store.v2/ @shop # the shop',
      'CODEOWNERS:4 apps/store.v2/prod @shop @ops',
      '.sops.yaml:2 - path_regex: ^apps/store\\.v2/.*\\.yaml$',
      ".sops.yaml:4 - path_regex: 'apps/store\\.v2\\/prod'",
    ]);
  });

  test('of the configuration follow a folder where they begin with it', async () => {
    const files = `
      # file: .strata/config.yaml
      deployments:
      - { path: 'apps/shop/{cluster}', application: shop, cluster: '{cluster}' }
      values:
      - chart: apps/shop
        files: ["apps/shop/values-{cluster}.yaml", apps/shopping/values.yaml]
      silence:
      - { code: kustomize.remote, path: apps/shop/**, reason: apps/shop }
      - { code: kustomize.remote, path: apps/**, reason: all }
      hydrator:
      - { dry: { path: apps/shop }, hydrated: { branch: out, path: apps/shop } }
      # file: apps/shop/prod/web.yaml
      kind: ConfigMap
    `;
    expect(await move(files, 'apps/shop → teams/store')).toEqual([
      ".strata/config.yaml:2 - { path: 'teams/store/{cluster}', application: shop, cluster: '{cluster}' }",
      '.strata/config.yaml:4 - chart: teams/store',
      '.strata/config.yaml:5 files: ["teams/store/values-{cluster}.yaml", apps/shopping/values.yaml]',
      '.strata/config.yaml:7 - { code: kustomize.remote, path: teams/store/**, reason: apps/shop }',
      '.strata/config.yaml:10 - { dry: { path: teams/store }, hydrated: { branch: out, path: apps/shop } }',
    ]);
    expect(await move(files, 'apps/shop → apps/{a}')).toEqual([]);
  });
  test('between double quotes stay what YAML can read', async () => {
    const quoted = `
      # file: .sops.yaml
      creation_rules:
      - path_regex: "^apps/shop/"
        age: a
      # file: apps/shop/secret.yaml
      a: 1
    `;
    expect(await move(quoted, 'apps/shop → apps/store.v2')).toEqual([
      '.sops.yaml:2 - path_regex: "^apps/store\\\\.v2/"',
    ]);
    // Nothing is written that may need other quotes.
    expect(await move(quoted, 'apps/shop → apps/a "b"')).toEqual([
      'After the move, other rules of SOPS count for apps/a "b"/secret.yaml.',
    ]);
  });

  test('of a name that looks like a link are told without making one', async () => {
    expect(await move(owned, 'apps/shop/prod/secret.yaml → [a](command:b).yaml')).toEqual([
      'After the move, CODEOWNERS says other owners of [a]\u200B(command:b).yaml. After the move, other rules of SOPS count for [a]\u200B(command:b).yaml.',
    ]);
  });

  test('that fit no more are told, and those that still do are not', async () => {
    expect(await move(owned, 'apps/shop/prod/secret.yaml → secret.yaml')).toEqual([
      'After the move, CODEOWNERS says other owners of secret.yaml. After the move, other rules of SOPS count for secret.yaml.',
    ]);
    expect(await move(owned, 'apps/shop/kustomization.yaml → apps/shop/kustomization.yml')).toEqual(
      ['After the move, other rules of SOPS count for apps/shop/kustomization.yml.'],
    );
  });
});
