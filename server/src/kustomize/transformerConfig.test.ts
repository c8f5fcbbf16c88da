import { expect, test } from 'vitest';
import { defaultTransformerConfig, mergeTransformerConfig } from './fieldSpecs.ts';
import { mergedDefaults, sameAsMerged } from './transformerConfig.ts';

test('merging the defaults into the merged defaults changes nothing', () => {
  expect(mergeTransformerConfig(mergedDefaults, defaultTransformerConfig)).toEqual(mergedDefaults);
  expect(mergeTransformerConfig(mergedDefaults, mergedDefaults)).toEqual(mergedDefaults);
});

test('what is known without merging is what a merge gives', () => {
  for (const added of [defaultTransformerConfig, mergedDefaults]) {
    expect(sameAsMerged(mergedDefaults, added)).toEqual(
      mergeTransformerConfig(mergedDefaults, added),
    );
  }
});
