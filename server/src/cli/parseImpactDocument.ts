import { failed, ok, type Result } from '../util/result.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

/** Reads a document that `strata impact --json` wrote; a refusal says what is wrong with it. */
export function parseImpactDocument(text: string): Result<ImpactDocument, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failed(`it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return isDocument(value) ? ok(value) : failed('it is no document of strata impact --json');
}

/** Looks at what merging needs; what else there is in it is ours, or was changed by hand. */
function isDocument(value: unknown): value is ImpactDocument {
  return (
    isRecord(value) &&
    typeof value['base'] === 'string' &&
    typeof value['head'] === 'string' &&
    Array.isArray(value['roots']) &&
    value['roots'].every(isRow) &&
    Array.isArray(value['applications']) &&
    Array.isArray(value['clusters']) &&
    Array.isArray(value['looseEnds'])
  );
}

function isRow(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['root'] === 'string' &&
    typeof value['status'] === 'string' &&
    ['resources', 'gaps', 'dangers'].every((key) => Array.isArray(value[key]))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
