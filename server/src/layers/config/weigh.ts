import { diagnosticRow, type Severity } from '../../text/diagnostics.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { matchCapture, readCapturePattern } from './capturePattern.ts';
import type { StrataConfig } from './configFile.ts';
import type { Silence } from './operationsRules.ts';

/** A finding, as far as the configuration weighs it. */
export interface Weighable {
  readonly code: string;
  /** The file that it stands in; `undefined` for one of the tree as a whole. */
  readonly file: FileId | undefined;
}

/**
 * How much a finding weighs in this repository; `off` where the configuration switches its kind off or says that it is there
 * on purpose. `today` is `YYYY-MM-DD`: after its last day a silence no longer holds; without `today` it does.
 */
export function weigh(
  { code, file }: Weighable,
  { severity, silence }: Pick<StrataConfig, 'severity' | 'silence'>,
  today?: string,
): Severity | 'off' {
  if (silence.some((one) => one.code.value === code && silences(one, file, today))) return 'off';
  const rule = severity.find((one) => one.code === code);
  return rule?.severity.value ?? diagnosticRow(code).severity;
}

function silences({ path, until }: Silence, file: FileId | undefined, today?: string): boolean {
  if (until !== undefined && today !== undefined && today > until.value) return false;
  if (path === undefined) return true;
  const pattern = readCapturePattern(path.value);
  if (file === undefined || pattern === undefined) return false;
  const folder = path.value.replace(/\/+$/, '');
  return file.startsWith(`${folder}/`) || matchCapture(pattern, file) !== undefined;
}
