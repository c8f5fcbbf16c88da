import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import type { Result } from '../../src/util/result.ts';
import { writeCanonical } from '../../src/yaml/canonical.ts';
import { decodeToJson, type JsonValue } from '../../src/yaml/decode.ts';
import { expandAliases } from '../../src/yaml/expandAliases.ts';
import { readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode } from '../../src/yaml/resourceNode.ts';
import { conformanceFolder, describeWith, howMany, testSeed } from '../environment.ts';
import { randomTexts } from '../property/yamlTexts.ts';

/** Real texts to mutate: the fixtures, and the files of the recorded cases where they are present. */
function originals(): readonly string[] {
  const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');
  const texts = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join(fixtures, name), 'utf8'));
  const recorded = conformanceFolder('kustomize');
  if (recorded.kind === 'ok') {
    const cases = join(recorded.value, 'cases');
    for (const name of readdirSync(cases)) {
      for (const line of readFileSync(join(cases, name), 'utf8').split('\n').filter(Boolean)) {
        const { files } = JSON.parse(line) as { files: Record<string, string> };
        texts.push(...Object.values(files));
      }
    }
  }
  return texts;
}

/** Strata's answer: the documents of a text, each printed by `write`, or the first problem. */
function answer(
  text: string,
  write: (root: ResourceNode) => string | undefined,
): readonly string[] | undefined {
  const { documents, problems } = readObjects(text);
  if (problems.length > 0) {
    return undefined;
  }
  const written: string[] = [];
  for (const { root } of documents) {
    const expanded = expandAliases(root);
    const document =
      'node' in expanded && root.kind !== 'scalar' ? write(expanded.node) : undefined;
    if (document === undefined) {
      return undefined;
    }
    written.push(document);
  }
  return written;
}

function writeYaml(root: ResourceNode): string | undefined {
  const printed = writeCanonical(root);
  return 'text' in printed ? printed.text : undefined;
}

function writeJson(root: ResourceNode): string | undefined {
  const decoded = decodeToJson(root);
  return 'value' in decoded ? toJson(decoded.value) : undefined;
}

/** A value as Go writes it, keys in the order of their bytes. */
function toJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') {
    return String(value);
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Object.is(value, -0) ? '-0' : String(value);
  }
  if (typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item: JsonValue) => toJson(item)).join(',')}]`;
  }
  const entries = Object.entries(value as Record<string, JsonValue>);
  const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
  entries.sort(([a], [b]) => Buffer.compare(bytes(a), bytes(b)));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`).join(',')}}`;
}

/** Go's JSON with its escapes undone, so that only values are compared. */
function plainJson(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => JSON.stringify(JSON.parse(quoted)));
}

/** Texts on which the two differ for a reason that is written down. */
function isLeftOut(text: string): boolean {
  // kustomize's reader takes lists apart; a second byte order mark confuses go-yaml; Go's stack overflows on endless aliases.
  return /List/.test(text) || text.includes('\ufeff\ufeff');
}

/**
 * Where a comment changes what kustomize prints, since go-yaml v3 writes it into the text that it then reads back. Strata's
 * nodes have no comments. A comment behind the last scalar of a document gives it one more line break when it keeps its
 * breaks, and one behind a key that is a collection makes the key the value.
 */
function mayDependOnComments(text: string): boolean {
  return /[|>][1-9]?\+|[}\]]\s*:/.test(text) && text.includes('#');
}

describeWith('go-yaml on generated texts', await oraclePath(), { tests: 2 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program);
  });

  afterAll(() => {
    oracle.dispose();
  });

  const count = howMany({ fixed: 6_000, long: 100_000 });

  async function compare(
    seed: number,
    ask: (texts: readonly string[]) => Promise<readonly Result<readonly string[], string>[]>,
    write: (root: ResourceNode) => string | undefined,
    same: (go: string) => string,
  ): Promise<void> {
    let compared = 0;
    let failures = 0;
    const texts = [...randomTexts(seed, count, originals())].filter((text) => !isLeftOut(text));
    for (let start = 0; start < texts.length; start += 1000) {
      const batch = texts.slice(start, start + 1000);
      const answers = await ask(batch);
      batch.forEach((text, index) => {
        const go = answers[index];
        const ours = answer(text, write);
        const theirs = go?.kind === 'ok' ? go.value.map(same) : undefined;
        if (isDeepStrictEqual(ours, theirs)) {
          compared += 1;
        } else if (!mayDependOnComments(text)) {
          expect({ text, documents: ours }).toEqual({ text, documents: theirs });
        }
        failures += ours === undefined ? 1 : 0;
      });
    }
    process.stdout.write(`seed ${seed}: ${compared} texts alike, ${failures} of them failures\n`);
    expect(compared).toBeGreaterThan(count * 0.99);
  }

  test('prints the same YAML, and fails on the same texts', async () => {
    await compare(
      testSeed() * 7 + 1,
      (texts) => oracle.readDocuments(texts),
      writeYaml,
      (go) => go,
    );
  });

  test('decodes to the same JSON, and fails on the same texts', async () => {
    await compare(testSeed() * 7 + 2, (texts) => oracle.readJson(texts), writeJson, plainJson);
  });
});
