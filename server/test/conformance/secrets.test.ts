import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileContexts } from '../../src/secrets/fileContexts.ts';
import { scanFile } from '../../src/secrets/scanFile.ts';
import { conformanceFolder, describeWith } from '../environment.ts';

/** A labelled case, as the README beside the cases describes it; lines count from 1. */
interface Vector {
  readonly id: string;
  readonly file: string;
  readonly content: string;
  readonly findings: readonly {
    readonly line: number;
    readonly endLine?: number;
    readonly kind: string;
  }[];
  readonly ignore?: readonly number[];
  readonly context?: readonly { readonly file: string; readonly content: string }[];
  readonly note: string;
}

describeWith('secrets', conformanceFolder('secrets'), { tests: 3 }, (folder) => {
  const vectors = readFileSync(join(folder, 'vectors.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Vector);
  const scored = vectors.map((vector) => ({ vector, ...score(vector) }));

  test('precision is at least 0.97 and recall at least 0.95 on errors and warnings', () => {
    const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
    const right = sum(scored.map((one) => one.right));
    const wrong = sum(scored.map((one) => one.wrong.length));
    const missed = sum(scored.map((one) => one.missed.length));
    const precision = right / (right + wrong);
    const recall = right / (right + missed);
    console.log(
      [
        `secrets: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
        `${right} right, ${wrong} wrong, ${missed} missed in ${vectors.length} vectors`,
        ...scored.flatMap(({ vector, wrong: lines, missed: lacking }) => [
          ...lines.map((line) => `  wrong  ${vector.id}:${line} ${vector.note}`),
          ...lacking.map((line) => `  missed ${vector.id}:${line} ${vector.note}`),
        ]),
      ].join('\n'),
    );
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });

  test('what is told of a finding holds nothing of its value', () => {
    for (const { file, content } of vectors) {
      for (const { name, pointer, value = '' } of scanFile(file, content)) {
        const words = value.split(/\s+/).filter((word) => word.length >= 8);
        for (const word of words) expect(`${name} ${pointer}`).not.toContain(word);
      }
    }
  });

  test('nothing is found on what holds no secret', () => {
    const clean = scored.filter(({ vector }) => vector.findings.length === 0);
    expect(clean.length).toBeGreaterThan(0);
    expect(clean.flatMap(({ vector, wrong }) => (wrong.length > 0 ? [vector.id] : []))).toEqual([]);
  });
});

/** As `score.py` counts: each expected finding once, each other reported line once. */
function score(vector: Vector): {
  readonly right: number;
  readonly wrong: readonly number[];
  readonly missed: readonly number[];
} {
  const files = [{ path: vector.file, text: vector.content }].concat(
    (vector.context ?? []).map(({ file, content }) => ({ path: file, text: content })),
  );
  const found = scanFile(vector.file, vector.content, fileContexts(files)(vector.file));
  const lines = new Set(
    found
      .filter(({ severity }) => severity === 'error' || severity === 'warning')
      .map(({ line }) => line + 1)
      .filter((line) => vector.ignore?.includes(line) !== true),
  );
  const isIn = (line: number, one: Vector['findings'][number]): boolean =>
    one.line <= line && line <= (one.endLine ?? one.line);
  return {
    right: vector.findings.filter((one) => [...lines].some((line) => isIn(line, one))).length,
    wrong: [...lines].filter((line) => !vector.findings.some((one) => isIn(line, one))),
    missed: vector.findings
      .filter((one) => ![...lines].some((line) => isIn(line, one)))
      .map(({ line }) => line),
  };
}
