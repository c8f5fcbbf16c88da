import { resolve } from 'node:path';
import type { Result } from '../util/result.ts';
import { writeTextFile } from '../workspace/output.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { parseBatchLine, type BatchLine } from './parseBatchLine.ts';
import { refuse } from './wrongUse.ts';

/** How a batch renders one of its charts. */
interface BatchOptions {
  readonly timings: boolean;
  readonly render: (line: BatchLine) => Result<string, string>;
}

/** `strata chart --batch`: each line is a chart; what it makes goes to a file of its own, and an index to the output. */
export function renderBatch(text: string, io: Io, { timings, render }: BatchOptions): number {
  const charts: object[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parseBatchLine(line);
    if (parsed.kind === 'failed') {
      return refuse(io, { exitCode: 2, message: `line ${index + 1}: ${parsed.failure}` });
    }
    const { chart, out } = parsed.value;
    const started = performance.now();
    const made = render(parsed.value);
    const milliseconds = Math.round((performance.now() - started) * 1000) / 1000;
    const written = made.kind === 'ok' ? writeTextFile(resolve(io.folder, out), made.value) : made;
    charts.push({
      chart,
      ok: written.kind === 'ok',
      ...(written.kind === 'failed' && { error: written.failure }),
      ...(timings && { milliseconds }),
    });
  }
  io.out.write(toJson({ charts }));
  return 0;
}
