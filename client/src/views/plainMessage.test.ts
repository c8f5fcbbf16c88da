import { expect, test } from 'vitest';
import { plainMessage } from './plainMessage.ts';

/** What VS Code takes for a link in a notification. Source: src/vs/base/common/linkedText.ts. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

test.each([
  '[x](command:workbench.action.quit)',
  'a [b](https://example.com "title") failed, [c](file:///etc/passwd)',
  '[[x](command:a)](command:b)',
])('%s is no link', (name) => {
  expect(name.match(link)).not.toBeNull();
  expect(plainMessage(name).match(link)).toBeNull();
  expect(plainMessage(name).replaceAll('\u200B', '')).toBe(name);
});

test('other names stay as they are', () => {
  expect(plainMessage('shop [eu] (1)')).toBe('shop [eu] (1)');
});
