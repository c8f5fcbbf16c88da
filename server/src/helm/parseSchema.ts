import type { Schema, SchemaDraft } from '@cfworker/json-schema';
import type { SchemaRules } from './helmVersion.ts';

/** A JSON schema with its draft; 2020-12 where it names none. */
export interface ParsedSchema {
  readonly schema: Schema | boolean;
  readonly draft: SchemaDraft;
  /** All regular expressions in it. */
  readonly patterns: ReadonlySet<string>;
}

/**
 * Reads values.schema.json; `undefined` where it is no JSON. From 2019-09 on a `format` is a note and no rule, so it is left
 * out. Patterns that have another form in `forms` get that.
 *
 * The `old` rules, of Helm before 3.19, know nothing that is newer than draft 7, whatever the schema says of itself.
 *
 * Source: santhosh-tekuri/jsonschema v6 draft.go, `Compiler.DefaultDraft`, `AssertFormat`; xeipuuv/gojsonschema v1.2.0
 * draft.go, format_checkers.go.
 */
export function parseSchema(
  text: string,
  rules: SchemaRules = 'new',
  forms: ReadonlyMap<string, string> = new Map(),
): ParsedSchema | undefined {
  try {
    const whole = JSON.parse(text) as Schema | boolean;
    const said = draftOf(typeof whole === 'object' ? whole.$schema : undefined);
    const draft = rules === 'old' && said !== '4' ? '7' : said;
    const hasFormat = (format: string): boolean =>
      rules === 'old' ? oldFormats.has(format) : draft === '4' || draft === '7';
    const patterns = new Set<string>();
    const formOf = (pattern: string): string => {
      patterns.add(pattern);
      return forms.get(pattern) ?? pattern;
    };
    const schema = JSON.parse(text, (key, value: unknown) => {
      if (key === 'format' && typeof value === 'string' && !hasFormat(value)) return undefined;
      if (rules === 'old' && newKeywords.has(key)) return undefined;
      if (key === 'pattern' && typeof value === 'string') return formOf(value);
      if (key !== 'patternProperties' || typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([pattern, below]) => [formOf(pattern), below as unknown]),
      );
    }) as Schema | boolean;
    return { schema, draft, patterns };
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

const oldFormats: ReadonlySet<string> = new Set([
  ...['date', 'time', 'date-time', 'hostname', 'email', 'ipv4', 'ipv6', 'uri', 'uri-reference'],
  ...['uri-template', 'uuid', 'regex', 'json-pointer', 'relative-json-pointer'],
]);

const newKeywords: ReadonlySet<string> = new Set([
  ...['unevaluatedProperties', 'unevaluatedItems', 'prefixItems', 'minContains', 'maxContains'],
  ...['dependentRequired', 'dependentSchemas'],
]);
