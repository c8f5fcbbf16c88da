import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { writeCanonical } from '../server/src/yaml/canonical.ts';
import { expandAliases } from '../server/src/yaml/expandAliases.ts';
import { readPositions } from '../server/src/yaml/positions.ts';
import { readObjects } from '../server/src/yaml/readObjects.ts';
import type { ResourceNode } from '../server/src/yaml/resourceNode.ts';

const usage = `Measures how fast YAML is read and printed, against the yaml package in the same run.

Usage: node scripts/run.mjs benchYaml [FOLDER]…

FOLDER holds YAML files with objects, at any depth; by default the fixtures.
Figures are megabytes of text per second of processor time, garbage collection counted, the best of some rounds.
`;

/** `node scripts/run.mjs benchYaml`; the usage above says how. */
export function main(words: readonly string[]): number {
  if (words.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const fixtures = join(import.meta.dirname, '..', 'test-fixtures');
  const files = (words.length > 0 ? words : [fixtures]).flatMap(readFolder);
  const objects = files.flatMap((text) =>
    readObjects(text).documents.flatMap(({ root }) => expand(root)),
  );
  const printed = objects.flatMap(print);
  const values = printed.map((text): unknown => parseAllDocuments(text)[0]?.toJS());
  process.stdout.write(`${files.length} files, ${objects.length} objects\n`);
  const read = measure('readObjects', files, () => {
    files.forEach((text) => readObjects(text));
  });
  measure('readPositions', files, () => {
    files.forEach((text) => readPositions(text));
  });
  const readByPackage = measure('yaml package, parseAllDocuments', files, () => {
    files.forEach((text) => parseAllDocuments(text, { logLevel: 'silent' }));
  });
  const write = measure('writeCanonical', printed, () => {
    objects.forEach((root) => writeCanonical(root));
  });
  const writeByPackage = measure('yaml package, stringify', printed, () => {
    values.forEach((value) => stringify(value, { sortMapEntries: true }));
  });
  const times = (ours: number, theirs: number): string => (ours / theirs).toFixed(1);
  process.stdout.write(
    `Reading is ${times(read, readByPackage)} times as fast as the package, printing ${times(write, writeByPackage)} times.\n`,
  );
  return 0;
}

function readFolder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => /^kind:/m.test(text) && readObjects(text).problems.length === 0);
}

function expand(root: ResourceNode): readonly ResourceNode[] {
  const expanded = expandAliases(root);
  return 'node' in expanded ? [expanded.node] : [];
}

function print(root: ResourceNode): readonly string[] {
  const printed = writeCanonical(root);
  return 'text' in printed ? [printed.text] : [];
}

function measure(name: string, texts: readonly string[], work: () => void): number {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const rounds = Math.min(40, Math.max(4, Math.ceil(20_000_000 / Math.max(bytes, 1))));
  let best = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, bytes / Math.max(user + system, 1));
  }
  process.stdout.write(`${name.padEnd(32)} ${best.toFixed(1).padStart(6)} MB/s\n`);
  return best;
}
