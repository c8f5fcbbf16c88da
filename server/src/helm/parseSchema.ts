import type { Schema, SchemaDraft } from '@cfworker/json-schema';

/** A JSON schema with its draft; 2020-12 where it names none. */
export interface ParsedSchema {
  readonly schema: Schema | boolean;
  readonly draft: SchemaDraft;
}

/**
 * Reads values.schema.json; `undefined` where it is no JSON. From 2019-09 on a `format` is a note and no rule, so it is left
 * out.
 * Source: santhosh-tekuri/jsonschema v6 draft.go, `Compiler.DefaultDraft`, `AssertFormat`.
 */
export function parseSchema(text: string): ParsedSchema | undefined {
  try {
    const whole = JSON.parse(text) as Schema | boolean;
    const draft = draftOf(typeof whole === 'object' ? whole.$schema : undefined);
    const schema =
      draft === '4' || draft === '7'
        ? whole
        : (JSON.parse(text, (key, value: unknown) =>
            key === 'format' && typeof value === 'string' ? undefined : value,
          ) as Schema | boolean);
    return { schema, draft };
  } catch {
    return undefined;
  }
}

function draftOf(uri: unknown): SchemaDraft {
  if (typeof uri !== 'string') {
    return '2020-12';
  }
  if (uri.includes('draft-04')) {
    return '4';
  }
  if (uri.includes('draft-06') || uri.includes('draft-07')) {
    return '7';
  }
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}
