import { expect, test } from 'vitest';
import { isVersionRange, tagInRange } from './versionRange.ts';

test.each([
  ['v1.*', true],
  ['1.x', true],
  ['>=1.0.0 <2.0.0', true],
  ['^1.2', true],
  ['*', true],
  // Source: Argo CD 3.2.0 util/versions/tags.go: these are versions, and name a tag.
  ['v1.2.3', false],
  ['1.2', false],
  ['main', false],
  ['release/1.x', false],
  ['', false],
])('%j is a range of versions: %s', (text, expected) => {
  expect(isVersionRange(text)).toBe(expected);
});

test.each([
  ['v1.*', ['v1.0.0', 'v1.10.0', 'v1.9.0', 'v2.0.0'], 'v1.10.0', 'v1.10.0'],
  ['>=1.0.0', ['v1.0.0', 'v2.0.0-rc.1', 'other'], 'v1.0.0', 'v1.0.0'],
  ['>=1.0.0-0', ['v1.0.0', 'v2.0.0-rc.1'], 'v2.0.0-rc.1', 'v2.0.0-rc.1'],
  // Source: fluxcd/pkg/version `ParseVersion` reads whole versions alone.
  ['1.x', ['v1.0.0', 'v1.2'], 'v1.2', 'v1.0.0'],
  // Source: fluxcd/pkg/git gogit/clone.go `cloneSemVer` takes the latest commit of equal versions, Argo CD the first tag.
  ['1.x', ['1.0.0+a', '1.0.0+b'], '1.0.0+a', '1.0.0+b'],
  ['^3', ['v1.0.0'], undefined, undefined],
  ['not a range', ['v1.0.0'], undefined, undefined],
])('of %j among %j Argo CD takes %s, and Flux %s', (range, tags, argo, flux) => {
  expect([tagInRange(range, tags, 'argocd'), tagInRange(range, tags, 'flux')]).toEqual([
    argo,
    flux,
  ]);
});
