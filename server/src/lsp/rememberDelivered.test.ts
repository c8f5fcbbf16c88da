import { expect, test } from 'vitest';
import { openFixture } from '../../test/languageSession.ts';
import { rememberDelivered } from './rememberDelivered.ts';
import type { Rendering } from './rendering.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

const { session, tree } = openFixture('');

function renderingIn(of: Tree): Rendering {
  return { subject: { tree: of } } as Rendering;
}

test('of documents that no editor is known to show, the last ones are remembered', () => {
  const delivered: Session['delivered'] = new Map();
  const documents: Session['documents'] = new Map([
    ['strata:/0', { uri: 'strata:/0', languageId: 'yaml', version: 1, text: '' }],
  ]);
  for (let at = 0; at < 100; at += 1)
    rememberDelivered({ ...session, delivered, documents }, `strata:/${at}`, renderingIn(tree));
  expect(delivered.size).toBe(21);
  expect([...delivered.keys()].slice(0, 2)).toEqual(['strata:/0', 'strata:/80']);
});

test('what was told of a folder that is closed is let go with it', () => {
  const delivered: Session['delivered'] = new Map();
  const closed = { ...tree };
  delivered.set('strata:/closed', renderingIn(closed));
  rememberDelivered({ ...session, delivered }, 'strata:/now', renderingIn(tree));
  expect([...delivered.keys()]).toEqual(['strata:/now']);
});
