import { describe, expect, test } from 'vitest';
import { englishArgocdMessages } from '../../text/argocdMessages.en.ts';
import { englishMessages } from '../../text/messages.en.ts';
import { chinese } from './chinese.ts';
import { englishReasonWords } from '../../text/reasonWords.en.ts';
import { chineseArgocdMessages } from './chineseArgocdMessages.ts';
import { chineseMessages } from './chineseMessages.ts';
import { chineseReasonWords } from './chineseReasons.ts';
import { english } from './english.ts';
import { chineseFacts, englishFacts } from './factWords.ts';
import { wordsFor } from './words.ts';

function parametersOf(template: string): readonly string[] {
  return [...template.matchAll(/\{\w+\}|`[^`]*`/g)].map(([part]) => part).sort();
}

describe('Simplified Chinese', () => {
  test('has a twin of every message, with the same parameters and names', () => {
    expect(Object.keys(chineseMessages)).toEqual(Object.keys(englishMessages));
    for (const [code, message] of Object.entries(englishMessages)) {
      const twin = Object.entries(chineseMessages).find(([key]) => key === code)?.[1] ?? '';
      expect(parametersOf(twin), code).toEqual(parametersOf(message));
    }
  });

  test('has a twin of every other text', () => {
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    expect(Object.keys(chinese.roles)).toEqual(Object.keys(english.roles));
    const problem = { code: 'kustomize.cycle', parameters: { root: 'a/b' } };
    expect(chinese.message(problem)).toBe('`a/b` 绕回了自身。');
  });

  test('has a twin of every message of Argo CD, with the same parameters and names', () => {
    expect(Object.keys(chineseArgocdMessages)).toEqual(Object.keys(englishArgocdMessages));
    for (const [code, message] of Object.entries(englishArgocdMessages)) {
      const twin = chinese.message({ code, parameters: {} });
      expect(twin, code).not.toBe(english.message({ code, parameters: {} }));
      const own = Object.entries(chineseArgocdMessages).find(([key]) => key === code)?.[1] ?? '';
      expect(parametersOf(own), code).toEqual(parametersOf(message));
    }
  });

  test('has a twin of every reason and every fact, with the same parameters', () => {
    expect(Object.keys(chineseReasonWords)).toEqual(Object.keys(englishReasonWords));
    for (const [code, reason] of Object.entries(englishReasonWords)) {
      const twin = Object.entries(chineseReasonWords).find(([key]) => key === code)?.[1] ?? '';
      expect(parametersOf(twin), code).toEqual(parametersOf(reason));
    }
    expect(Object.keys(chineseFacts)).toEqual(Object.keys(englishFacts));
  });

  test.each([
    ['zh-cn', chinese],
    ['zh-Hans', chinese],
    ['en', english],
    ['de', english],
    [undefined, english],
  ])('the locale %s has its words', (locale, words) => {
    expect(wordsFor(locale)).toBe(words);
  });
});
