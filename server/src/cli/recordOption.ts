import { resolve } from 'node:path';
import { failed, ok, type Result } from '../util/result.ts';
import type { LiveRecord, Look } from '../live/record.ts';
import type { Call } from './command.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';

/** The record of a call: where it is kept, and what is in it already. */
export interface OpenRecord {
  readonly path: string;
  readonly record: LiveRecord;
}

/** Reads the record that `--record` names, before anything is asked; `undefined` where none is named. */
export async function openRecord(
  { options }: Call,
  io: Io,
): Promise<Result<OpenRecord | undefined, string>> {
  const named = options.get('record');
  if (named === undefined) return ok(undefined);
  const { readRecord } = await import('../live/recordFile.ts');
  const path = resolve(io.folder, named);
  const record = readRecord(path);
  return record.kind === 'failed' ? record : ok({ path, record: record.value });
}

/** Writes the record with one more look; gives it as it is then. */
export async function keepLook(
  open: OpenRecord | undefined,
  look: Look,
): Promise<Result<LiveRecord | undefined, string>> {
  if (open === undefined) return ok(undefined);
  const [{ withLook }, { recordDocument }, { writeRecord }] = await Promise.all([
    import('../live/record.ts'),
    import('../live/parseRecord.ts'),
    import('../live/recordFile.ts'),
  ]);
  const record = withLook(open.record, look);
  const written = writeRecord(open.path, toJson(recordDocument(record)));
  return written.kind === 'failed'
    ? failed(`the record cannot be written: ${written.failure}`)
    : ok(record);
}

/** How long one cluster may take, in milliseconds; `undefined` for the usual time. */
export function budgetOf({ options }: Call): Result<number | undefined, string> {
  const text = options.get('budget');
  if (text === undefined) return ok(undefined);
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds > 0
    ? ok(seconds * 1000)
    : failed('--budget is a number of seconds.');
}
