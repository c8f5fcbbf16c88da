import type { OutputChannel } from 'vscode';
import { expect, test } from 'vitest';
import { maskedChannel } from './maskedChannel.ts';

test('a token is written by no method of the channel, and everything else is', () => {
  const written: unknown[] = [];
  const write = (...words: readonly unknown[]): void => void written.push(...words);
  const channel = { name: 'Strata', append: write, appendLine: write, info: write };
  const masked = maskedChannel(channel as unknown as OutputChannel & typeof channel, () => [
    't0ken',
    '',
  ]);
  masked.appendLine('Params: {"token":"t0ken","again":"t0ken"}');
  masked.append('nothing');
  masked.info('t0ken', 1);
  expect(written).toEqual(['Params: {"token":"••••","again":"••••"}', 'nothing', '••••', 1]);
  expect(masked.name).toBe('Strata');
});
