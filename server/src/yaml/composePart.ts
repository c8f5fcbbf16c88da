import { compose, type ComposedDocument } from './compose.ts';
import type { RecordPlace } from './composer.ts';
import { quickRead } from './quickRead.ts';
import type { GoYamlVersion } from './goScalar.ts';

/** Which part of a text to read, and how; offsets are UTF-16, half-open, past a byte order mark. */
export interface PartOptions {
  readonly start: number;
  readonly end: number;
  readonly version: GoYamlVersion;
  readonly firstOrdinal: number;
  /** Told places in the whole text. */
  readonly record: RecordPlace | undefined;
}

/** Reads the first document of a part of a text. Offsets in a failure count from the start of the part. */
export function composePart(text: string, options: PartOptions): ComposedDocument {
  const { start, record, firstOrdinal } = options;
  const part = text.slice(start, options.end);
  if (record === undefined && !unusualCharacter.test(part)) {
    const quick = quickRead(text, options);
    if (quick !== undefined) {
      return quick;
    }
  }
  const forbidden = part.search(forbiddenCharacter);
  if (forbidden >= 0) {
    return forbiddenPart(forbidden, firstOrdinal);
  }
  return compose(part, {
    version: options.version,
    firstOrdinal,
    record:
      record === undefined
        ? undefined
        : (ordinal, from, to) => {
            record(ordinal, start + from, start + to);
          },
  });
}

/** What the quick reader does not expect: besides what go-yaml refuses, line breaks other than line feeds and byte order marks. */
// eslint-disable-next-line no-control-regex
const unusualCharacter = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

/** What go-yaml's reader refuses. */
// eslint-disable-next-line no-control-regex
const forbiddenCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

function forbiddenPart(offset: number, nextOrdinal: number): ComposedDocument {
  return {
    root: undefined,
    hasAliases: false,
    nextOrdinal,
    failure: {
      kind: 'reader',
      message: 'control characters are not allowed',
      offset,
      contextOffset: undefined,
    },
  };
}
