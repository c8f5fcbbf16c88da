import { describe, expect, test } from 'vitest';
import { signatureHelp } from '../../src/lsp/signatureHelp.ts';
import { fluxAppsWith } from '../fluxSync.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';

/** What is shown at the cursor: the signature with `>…<` around the part that is being written, and how many others there are. */
async function shownAt(text: string): Promise<string> {
  const { session, fixture, uriOf } = openFixture(text);
  const { path = '', line = 0, column: character = 0 } = fixture.cursor ?? {};
  const at = { textDocument: { uri: uriOf(path) }, position: { line, character } };
  const help = await signatureHelp(session, at, nobodyStops());
  const [first, ...more] = help?.signatures ?? [];
  const part = first?.parameters?.[help?.activeParameter ?? -1];
  if (first === undefined || !Array.isArray(part?.label)) return 'nothing';
  const [start, end] = part.label;
  const { label } = first;
  const marked = `${label.slice(0, start)}>${label.slice(start, end)}<${label.slice(end)}`;
  return more.length === 0 ? marked : `${marked} and ${more.length} more`;
}

function inFile(path: string): (text: string) => string {
  return (text) => `\n  # file: ${path}\n${text.replaceAll(/^/gm, '  ')}\n`;
}

const inKustomization = inFile('a/kustomization.yaml');
const inObject = inFile('a/object.yaml');

describe('the form of a text in a kustomization', () => {
  test.each([
    ['configMapGenerator:\n- name: a\n  literals:\n  - LEV$0', '>KEY<=VALUE'],
    ['configMapGenerator:\n- name: a\n  literals:\n  - LEVEL=$0', 'KEY=>VALUE<'],
    ['secretGenerator:\n- name: a\n  literals: [A=b, C$0]', '>KEY<=VALUE'],
    ['secretGenerator:\n- name: a\n  files:\n  - ca=$0', '[KEY=]>FILE<'],
    ['configMapGenerator:\n- name: a$0', 'nothing'],
    ['resources:\n- ../b$0', 'nothing'],
    [
      'resources:\n- https://github.com/a$0',
      '>REPOSITORY<//PATH?ref=REF&timeout=TIMEOUT&submodules=SUBMODULES',
    ],
    [
      'resources:\n- https://github.com/a/b//$0',
      'REPOSITORY//>PATH<?ref=REF&timeout=TIMEOUT&submodules=SUBMODULES',
    ],
    [
      'resources:\n- https://github.com/a/b//c?ref=v1$0',
      'REPOSITORY//PATH?ref=>REF<&timeout=TIMEOUT&submodules=SUBMODULES',
    ],
    [
      'resources:\n- https://github.com/a/b//c?ref=v1&time$0',
      'REPOSITORY//PATH?ref=REF&timeout=>TIMEOUT<&submodules=SUBMODULES',
    ],
    ['replacements:\n- source:\n    fieldPath: spec$0', '>KEY<.KEY.[KEY=VALUE].INDEX.*'],
    ['replacements:\n- source:\n    fieldPath: spec.re$0', 'KEY.>KEY<.[KEY=VALUE].INDEX.*'],
    [
      'replacements:\n- targets:\n  - fieldPaths:\n    - spec.containers.[name=a.b$0',
      'KEY.KEY.>[KEY=VALUE]<.INDEX.*',
    ],
    [
      'replacements:\n- targets:\n  - fieldPaths:\n    - spec.containers.0$0',
      'KEY.KEY.[KEY=VALUE].>INDEX<.*',
    ],
    [
      'replacements:\n- targets:\n  - fieldPaths:\n    - spec.containers.*$0',
      'KEY.KEY.[KEY=VALUE].INDEX.>*<',
    ],
    ['patches:\n- target:\n    labelSelector: app$0', '>KEY<=VALUE and 4 more'],
    ['patches:\n- target:\n    labelSelector: app=web$0', 'KEY=>VALUE< and 4 more'],
    ['patches:\n- target:\n    labelSelector: "app=web, tier!=$0"', 'KEY!=>VALUE< and 4 more'],
    ['patches:\n- target:\n    labelSelector: app in (web, $0', 'KEY in (>VALUE<, …) and 4 more'],
    [
      'patches:\n- target:\n    labelSelector: app notin (web$0',
      'KEY notin (>VALUE<, …) and 4 more',
    ],
    ['patches:\n- target:\n    annotationSelector: "!a$0"', '!>KEY< and 4 more'],
    ['patches:\n- patch: |-\n    - op: add\n      path: /spec/$0', '/>KEY</INDEX/-'],
    ['patches:\n- patch: |-\n    - op: add\n      path: /spec/rules/0$0', '/KEY/>INDEX</-'],
    ['patches:\n- patch: |-\n    - op: add\n      path: /spec/rules/-$0', '/KEY/INDEX/>-<'],
    ['patches:\n- path: a$0', 'nothing'],
  ])('%j is %s', async (text, shown) => {
    expect(await shownAt(inKustomization(text))).toBe(shown);
  });
});

describe('the form of a text in an object', () => {
  const argo = (kind: string, spec: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: { name: a }\nspec:\n  ${spec.replaceAll('\n', '\n  ')}`;
  test.each([
    ['- op: replace\n  path: /spec/$0', '/>KEY</INDEX/-'],
    [
      argo('Application', 'source:\n  kustomize:\n    images:\n    - web=$0'),
      '[NAME=]>IMAGE<:TAG@DIGEST',
    ],
    [
      argo('Application', 'source:\n  kustomize:\n    images:\n    - ex.com:5000/web:1$0'),
      '[NAME=]IMAGE:>TAG<@DIGEST',
    ],
    [
      argo('Application', 'source:\n  kustomize:\n    images:\n    - web@$0'),
      '[NAME=]IMAGE:TAG@>DIGEST<',
    ],
    [argo('Application', 'sources:\n- helm:\n    valueFiles:\n    - $values/$0'), '$REF/>PATH<'],
    [argo('Application', 'sources:\n- helm:\n    valueFiles:\n    - values$0'), 'nothing'],
    [argo('AppProject', 'syncWindows:\n- schedule: "0 22$0"'), 'MINUTE >HOUR< DAY MONTH WEEKDAY'],
    [
      argo(
        'ApplicationSet',
        'goTemplate: true\ntemplate:\n  metadata:\n    name: "{{ .name | replace $0"',
      ),
      'replace >OLD< NEW TEXT',
    ],
    [
      argo(
        'ApplicationSet',
        'goTemplate: true\ntemplate:\n  metadata:\n    name: \'{{ default "a b" (index .a 0) $0',
      ),
      'default DEFAULT >VALUE<',
    ],
    [
      argo(
        'ApplicationSet',
        'goTemplate: true\ntemplate:\n  metadata:\n    name: \'{{ printf "%s-%s" .a (trunc $0',
      ),
      'trunc >LENGTH< TEXT',
    ],
    [
      argo(
        'ApplicationSet',
        'goTemplate: true\ntemplate:\n  metadata:\n    name: "{{ .name }} replace $0"',
      ),
      'nothing',
    ],
    [argo('ApplicationSet', 'template:\n  metadata:\n    name: "{{ replace $0"'), 'nothing'],
    [
      'apiVersion: batch/v1\nkind: CronJob\nspec:\n  schedule: 5 4 $0',
      'MINUTE HOUR >DAY< MONTH WEEKDAY',
    ],
    ['apiVersion: v1\nkind: ConfigMap\ndata:\n  a: ${lev$0', 'nothing'],
  ])('%j is %s', async (text, shown) => {
    expect(await shownAt(inObject(text))).toBe(shown);
  });

  test.each([
    ['${lev$0', '${>NAME<:=DEFAULT}'],
    ['${level:-$0', '${NAME:->DEFAULT<}'],
    ['$${lev$0', 'nothing'],
    ['${level} $0', 'nothing'],
  ])('%j in what Flux fills in is %s', async (written, shown) => {
    const text = `${fluxAppsWith('postBuild: { substitute: { level: info } }')}  # file: apps/settings.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: settings }
  data:
    a: ${written}
`;
    expect(await shownAt(text)).toBe(shown);
  });
});
