import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { failed, ok, type Result } from '../util/result.ts';
import { parseRecord } from './parseRecord.ts';
import { emptyRecord, type LiveRecord } from './record.ts';

/** Reads the record of a file, an empty one where there is no such file; a refusal says in one sentence what is wrong. */
export function readRecord(path: string): Result<LiveRecord, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isAbsent ? ok(emptyRecord) : failed(`${path} cannot be read.`);
  }
  const record = parseRecord(text);
  return record === undefined ? failed(`${path} is no record of Strata.`) : ok(record);
}

/** Writes the text of a record, whole or not at all; a refusal says why the disk does not take it. */
export function writeRecord(path: string, text: string): Result<undefined, string> {
  const fresh = `${path}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, path);
    return ok(undefined);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
