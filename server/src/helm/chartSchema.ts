import { Validator } from '@cfworker/json-schema';
import { parseSchema } from './parseSchema.ts';

/** What values break, one for each rule. */
export type SchemaErrors = ReturnType<Validator['validate']>['errors'];

/** A values.schema.json. */
export interface ChartSchema {
  /** Holds values to it; `undefined` where it cannot be used. */
  readonly check: (values: unknown) => SchemaErrors | 'no JSON' | undefined;
}

/** A schema that is read when it is first asked, and then once for all releases of its chart. */
export function chartSchema(text: string): ChartSchema {
  let read: Validator | 'no JSON' | undefined;
  return {
    check: (values) => {
      try {
        read ??= newValidator(text);
        return read === 'no JSON' ? read : read.validate(values).errors;
      } catch {
        // A reference that leads nowhere, or a pattern that JavaScript does not read.
        return undefined;
      }
    },
  };
}

function newValidator(text: string): Validator | 'no JSON' {
  const parsed = parseSchema(text);
  return parsed === undefined ? 'no JSON' : new Validator(parsed.schema, parsed.draft, false);
}
