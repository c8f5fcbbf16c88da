import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readArchive } from './archive.ts';

test.each([
  [gzipSync(new Uint8Array(120 * 1024 * 1024)), /larger than the maximum size/],
  [gzipSync(new Uint8Array(1024)).subarray(0, 15), /cut off/],
  [Buffer.from('<html>'), /invalid header/],
])('an archive that cannot be unpacked says why', (bytes, problem) => {
  expect(readArchive(bytes)).toMatchObject({ problem: expect.stringMatching(problem) as string });
});
