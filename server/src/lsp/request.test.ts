import { expect, test } from 'vitest';
import type { CancellationToken } from 'vscode-languageserver';
import { codeSpan } from './markdown.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import { showWarning } from './showWarning.ts';

const url = 'https://bob:FAKE@git.example.com/a.git';
const shown = 'https://…@git.example.com/a.git';

test('credentials of URLs are left out of answers; edits and rendered YAML stay', async () => {
  const session = { textsAsked: Promise.resolve() } as unknown as Session;
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  } as unknown as CancellationToken;
  const kept = { edit: { changes: { a: [{ newText: url }] } }, data: { url }, yaml: url };
  const answer = (): Promise<object> =>
    Promise.resolve({ items: [{ message: url, contents: { value: url } }], ...kept });
  expect(await answering(session, 'test', answer)(undefined, token)).toEqual({
    items: [{ message: shown, contents: { value: shown } }],
    ...kept,
  });
});

test('credentials of URLs are left out of warnings and of values in hovers, also of cut ones', () => {
  const told: string[] = [];
  const window = { showWarningMessage: (text: string) => told.push(text) };
  showWarning({ connection: { window } } as unknown as Session, url);
  expect(told).toEqual([shown]);
  expect(codeSpan(`https://bob:${'FAKE'.repeat(20)}@git.example.com/a.git`)).toBe(`\`${shown}\``);
});
