import { Validator } from '@cfworker/json-schema';
import type { SchemaRules } from './helmVersion.ts';
import { parseSchema } from './parseSchema.ts';
import { answerPatterns, patternDegrees } from './schemaPatterns.ts';

/** What values break, one for each rule. */
export type SchemaErrors = ReturnType<Validator['validate']>['errors'];

/** A values.schema.json. */
export interface ChartSchema {
  /** As its file has it. */
  readonly text: string;
  /** Holds values to it; `undefined` where it cannot be used. */
  readonly check: (values: unknown, rules?: SchemaRules) => SchemaErrors | 'no JSON' | undefined;
}

/** A schema that is read when it is first asked, and then once for all releases of its chart. */
export function chartSchema(text: string): ChartSchema {
  const known = new Map<SchemaRules, ReadSchema | 'no JSON'>();
  return {
    text,
    check: (values, rules = 'new') => {
      try {
        const read = known.get(rules) ?? readSchema(text, rules);
        known.set(rules, read);
        if (read === 'no JSON') return read;
        return validatorFor(read, text, values)?.validate(values).errors;
      } catch {
        // A reference that leads nowhere.
        return undefined;
      }
    },
  };
}

interface ReadSchema {
  readonly rules: SchemaRules;
  readonly validator: Validator;
  /** Its expressions (`patternDegrees`): some are asked beforehand. */
  readonly degrees: ReadonlyMap<string, number>;
}

function readSchema(text: string, rules: SchemaRules): ReadSchema | 'no JSON' {
  const parsed = parseSchema(text, rules);
  if (parsed === undefined) return 'no JSON';
  const validator = new Validator(parsed.schema, parsed.draft, false);
  return { rules, validator, degrees: patternDegrees(parsed.patterns) };
}

/** `undefined` where a pattern cannot be asked. */
function validatorFor(
  { rules, validator, degrees }: ReadSchema,
  text: string,
  values: unknown,
): Validator | undefined {
  const forms = answerPatterns(degrees, values);
  if (forms?.size === 0) return validator;
  const parsed = forms && parseSchema(text, rules, forms);
  return parsed && new Validator(parsed.schema, parsed.draft, false);
}
