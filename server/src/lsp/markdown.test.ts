import { describe, expect, test } from 'vitest';
import { codeSpan, escapeMarkdown, fileLink } from './markdown.ts';

describe('text from a repository', () => {
  test.each([
    ['a link', '[x](command:evil)', '\\[x\\]\\(command\\:evil\\)'],
    ['an image', '![x](http://e/x.png)', '\\!\\[x\\]\\(http\\:\\/\\/e\\/x\\.png\\)'],
    ['HTML', '<b>&amp;', '\\<b\\>\\&amp\\;'],
    ['more lines', 'a\n# b', 'a \\# b'],
    ['Chinese', '集群层', '集群层'],
  ])('%s is shown and does nothing', (_, text, markdown) => {
    expect(escapeMarkdown(text)).toBe(markdown);
  });

  test.each([
    ['8', '`8`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', '`  `'],
    ['a\nb', '`a⏎b`'],
    ['x'.repeat(80), `\`${'x'.repeat(59)}…\``],
  ])('the value %j is code', (value, markdown) => {
    expect(codeSpan(value)).toBe(markdown);
  });

  test('a link leads to a line, and its address cannot be left', () => {
    const place = { uri: 'file:///a)>%20b.yaml', line: 7 };
    expect(fileLink('b.yaml:7', place)).toBe('[b\\.yaml\\:7](<file:///a%29%3E%20b.yaml#L7>)');
  });
});
