import { describe, expect, test } from 'vitest';
import { nobodyStops, openFixture } from '../../test/languageSession.ts';
import type { Report } from '../protocol/report.ts';
import { MaskAccounts } from './maskAccounts.ts';
import { peekValues } from './peekValues.ts';
import { Remembered } from './remembered.ts';
import { report } from './report.ts';
import type { Session } from './session.ts';
import { chinese } from './words/chinese.ts';

const { session: opened, uriOf } = openFixture(`
  # file: .strata/clusters.yaml
  clusters:
  - {name: dev, environment: dev}
  - {name: p1, environment: production}
  - {name: p2, environment: production}
  - {name: p3, environment: production}
  # file: .strata/config.yaml
  deployments:
  - {path: '{app}/clusters/{name}', application: '{app}', cluster: '{name}'}
  # file: web/base/kustomization.yaml
  resources: [web.yaml]
  # file: web/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 1
    template:
      spec:
        containers:
        - name: app
          image: example/web:1.0
  # file: web/clusters/dev/kustomization.yaml
  resources: [../../base]
  images: [{name: example/web, newTag: "1.1"}]
  # file: web/clusters/p1/kustomization.yaml
  resources: [../../base]
  # file: web/clusters/p2/kustomization.yaml
  resources: [../../base]
  # file: web/clusters/p3/kustomization.yaml
  resources: [../../base]
  replicas:
  - name: web
    count: 3 # strata:because p3 has most *visitors*
`);

const [tree] = opened.trees.all;
const session = {
  ...opened,
  trees: {
    all: opened.trees.all,
    ready: () => opened.trees.ready(),
    placeOf: (uri: string) => opened.trees.placeOf(uri),
    named: () => tree,
  },
  rendered: new Remembered(),
  delivered: new Map(),
  masks: new MaskAccounts(),
} as unknown as Session;

/** A report, and the texts of its links with what they lead to. */
async function told(subject: Parameters<typeof report>[1], asked = session) {
  const { text, links }: Report = await report(asked, subject, nobodyStops());
  const lines = text.split('\n');
  return {
    text,
    links: links.map(({ line, start, end, target }) => [lines[line]?.slice(start, end), target]),
  };
}

const web = { uri: uriOf('web/base/web.yaml'), character: 3 };

describe('reports', () => {
  test('the variants of an application stand in tables, with the line and the reason', async () => {
    const { text, links } = await told({
      kind: 'variants',
      application: 'strata:/fixture/p1/-/web.strata.yaml',
    });
    expect(text).toMatchInlineSnapshot(`
      "strata · web · 3 variants on 4 clusters · 1 explained

      production
        ● p1, p2  usual
        ○ p3  1 difference
            Deployment.apps/web
              /spec/replicas  3, usually 1
                web/clusters/p3/kustomization.yaml:4  p3 has most *visitors*

      dev
        ● dev  usual
      "
    `);
    expect(links).toEqual([
      ['web/clusters/p3/kustomization.yaml:4', `${uriOf('web/clusters/p3/kustomization.yaml')}#L4`],
    ]);
  });

  test('the versions stand in a matrix of applications and stages', async () => {
    expect((await told({ kind: 'versions' })).text).toMatchInlineSnapshot(`
      "strata · Versions by stage

        application  dev  production
        web          1.1  1.0
      "
    `);
  });

  test('the first look says how much is exact', async () => {
    expect((await told({ kind: 'first look' })).text).toMatchInlineSnapshot(`
      "strata · First look

      4 clusters · 4 applications · 100 % exact
      "
    `);
  });

  test('a value is told on each cluster, production first, with links to both ends', async () => {
    const { text, links } = await told({ kind: 'values', ...web, line: 5 });
    expect(text).toMatchInlineSnapshot(`
      "strata · replicas · effective on 4 clusters

      Deployment.apps/web /spec/replicas
        1  p1   production  web/base/web.yaml:6
           p2   production  web/base/web.yaml:6
           dev  dev         web/base/web.yaml:6
        3  p3   production  web/clusters/p3/kustomization.yaml:4
      "
    `);
    expect(links.slice(0, 2)).toEqual([
      ['p1', 'strata:/fixture/p1/-/web.strata.yaml'],
      ['web/base/web.yaml:6', `${uriOf('web/base/web.yaml')}#L6`],
    ]);
  });

  test('what nothing delivers says so', async () => {
    const { text } = await told({ kind: 'values', ...web, line: 0, character: 0 });
    expect(text).toContain('apiVersion');
    const none = { kind: 'values', uri: 'file:///elsewhere.yaml', line: 0, character: 0 } as const;
    expect((await told(none)).text).toBe('strata · Nothing that is delivered cites this place.\n');
  });

  test('columns of Chinese letters are as wide as they are shown', async () => {
    const { text } = await told({ kind: 'versions' }, { ...session, words: chinese });
    expect(text.split('\n').slice(2, 4)).toEqual(['  应用  dev  production', '  web   1.1  1.0']);
  });
});

test('a peek shows one line of a rendered document for each value', async () => {
  const { places } = await peekValues(session, { ...web, line: 5 }, nobodyStops());
  expect(places).toEqual([
    { uri: 'strata:/fixture/p1/-/web.strata.yaml', line: 7 },
    { uri: 'strata:/fixture/p3/-/web.strata.yaml', line: 7 },
  ]);
});

test('other values of a Secret have other masks side by side', async () => {
  const secrets = openFixture(`
    # file: .strata/config.yaml
    deployments:
    - {path: '{app}/clusters/{name}', application: '{app}', cluster: '{name}'}
    # file: web/base/kustomization.yaml
    resources: [secret.yaml]
    # file: web/base/secret.yaml
    apiVersion: v1
    kind: Secret
    metadata: {name: web}
    stringData:
      key: visibly-fake
    # file: web/clusters/a/kustomization.yaml
    resources: [../../base]
    # file: web/clusters/b/kustomization.yaml
    resources: [../../base]
    patches:
    - patch: |
        {apiVersion: v1, kind: Secret, metadata: {name: web}, stringData: {key: also-fake}}
  `);
  const subject = { kind: 'values', uri: secrets.uriOf('web/base/secret.yaml') } as const;
  const asked = { ...subject, line: 4, character: 3 };
  const { text } = await report(secrets.session, asked, nobodyStops());
  expect(text).toContain('•••• A');
  expect(text).toContain('•••• B');
  expect(text).not.toContain('fake');
});
