import { describe, expect, test } from 'vitest';
import { contextAt } from '../../src/analysis/completion/context.ts';

/** Where the cursor of a text is: the path, what is written there, what of it stands already, and the keys beside it. */
function contextOf(text: string): string {
  const offset = text.indexOf('$0');
  const context = contextAt(text.replace('$0', ''), offset);
  if (context === undefined) return 'none';
  const { path, writes, prefix, siblings } = context;
  const beside = [...siblings.keys()].join(' ');
  const told = [`/${path.join('/')}`, writes, prefix, beside === '' ? '' : `beside ${beside}`];
  return told.filter((part) => part !== '').join(' ');
}

describe('the place of a cursor in a text that is being written', () => {
  test.each([
    ['res$0', '/ key res'],
    ['$0', '/ key'],
    ['a: 1\n$0', '/ key beside a'],
    ['a: 1\n$0\nb: 2', '/ key beside a b'],
    ['# a: $0', 'none'],
    ['a: 1 # b$0', 'none'],
    ['namespace: $0', '/namespace value'],
    ['namespace: sh$0', '/namespace value sh'],
    ['namespace: "sh$0"', '/namespace value sh'],
    ['resources:\n- $0', '/resources/- item'],
    ['resources:\n- ../b$0', '/resources/- item ../b'],
    ['resources:\n  - ../b$0ase\n', '/resources/- item ../b'],
    ['resources: [$0', '/resources/- item'],
    ['resources: [../a, ../b$0]', '/resources/- item ../b'],
    ['patches:\n- pa$0', '/patches/- item pa'],
    ['patches:\n- path: a\n  $0', '/patches/- key beside path'],
    ['patches:\n- path: a\n  ta$0\n- path: b\n  target: {}', '/patches/- key ta beside path'],
    ['patches:\n- target:\n    ki$0', '/patches/-/target key ki'],
    ['patches:\n- target:\n    kind: A\n    na$0', '/patches/-/target key na beside kind'],
    ['patches:\n  - target:\n      kind: $0', '/patches/-/target/kind value'],
    ['patches: [{ path: a, ta$0', '/patches/- key ta beside path'],
    ['patches: [{ target: { kind: De$0', '/patches/-/target/kind value De'],
    ['images:\n- name: a\n  newTag: b\n- $0', '/images/- item'],
    ['images:\n- name: a\n- name: c\n  $0\n  digest: x', '/images/- key beside name digest'],
    ['spec:\n  a: 1\n---\nspec:\n  b: 2\n  $0', '/spec key beside b'],
    ['spec:\n  containers:\n  - name: app\n    im$0', '/spec/containers/- key im beside name'],
    [
      'spec:\n  containers:\n    - name: app\n      env:\n        - na$0',
      '/spec/containers/-/env/- item na',
    ],
    ['- op: add\n  pa$0', '/- key pa beside op'],
    ['patches:\n- patch: |-\n    spec:\n      re$0', '/patches/-/patch/|/spec key re'],
    ['patches:\n- patch: |-\n    kind: A\n    $0', '/patches/-/patch/| key beside kind'],
    ['patches:\n- patch: |\n    a: 1\n  tar$0', '/patches/- key tar beside patch'],
    ['metadata: { name: web }\nspec:\n  re$0', '/spec key re'],
    ['a:\r\n  b: 1\r\n  c$0', '/a key c beside b'],
  ])('%j is at %s', (text, expected) => {
    expect(contextOf(text)).toBe(expected);
  });
});
