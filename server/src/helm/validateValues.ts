import { quoteGo } from '../template/goQuote.ts';
import type { MapValue, Value } from '../template/value.ts';
import type { Chart } from './chart.ts';
import type { ChartSchema } from './chartSchema.ts';
import type { SchemaRules } from './helmVersion.ts';

/** A value that the schema of a chart does not allow. */
export interface SchemaFinding {
  /** The chart as its parent calls it. */
  readonly chart: string;
  /** Keys and indices from the values of that chart. */
  readonly path: readonly string[];
  /** The same from the values of the chart at the top. */
  readonly keys: readonly string[];
  readonly message: string;
}

/** What schemas say: `unchecked` are charts whose schema needs what is not here, or cannot be used. */
export interface SchemaFindings {
  readonly findings: readonly SchemaFinding[];
  readonly unchecked: readonly string[];
}

/**
 * Checks the values of a chart and of those below it against values.schema.json.
 * Source: Helm v4.2.3 pkg/chart/common/util/jsonschema.go `ValidateAgainstSchema`.
 * Deviation: where Helm fetches a schema from the network, the chart is unchecked.
 */
export function validateValues(
  chart: Chart,
  values: MapValue,
  rules: SchemaRules = 'new',
): SchemaFindings {
  const findings: SchemaFinding[] = [];
  const unchecked: string[] = [];
  const visit = (each: Chart, own: MapValue, above: readonly string[]): void => {
    if (each.schema !== undefined) {
      const found = validateOne(each.name, own, each.schema, rules);
      if (found === undefined) {
        unchecked.push(each.name);
      } else {
        findings.push(...found.map((one) => ({ ...one, keys: [...above, ...one.path] })));
      }
    }
    for (const child of each.dependencies) {
      const below = own.entries.get(child.name);
      if (below?.kind === 'map') {
        visit(child, below, [...above, child.name]);
      }
    }
  };
  visit(chart, values, []);
  return { findings, unchecked };
}

/** `undefined` where the schema cannot be used. */
function validateOne(
  chart: string,
  values: MapValue,
  schema: ChartSchema,
  rules: SchemaRules,
): readonly Omit<SchemaFinding, 'keys'>[] | undefined {
  const errors = schema.check(plainValue(values), rules);
  if (errors === 'no JSON') {
    return [{ chart, path: [], message: 'values.schema.json is no JSON' }];
  }
  return errors
    ?.filter(({ keyword }) => !containers.has(keyword))
    .map(({ instanceLocation, error }) => ({
      chart,
      path: instanceLocation.split('/').slice(1).map(unescaped),
      message: error,
    }));
}

/** Keywords that only say that something below them is wrong. */
const containers: ReadonlySet<string> = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'patternProperties',
  '$ref',
  'allOf',
  'if',
]);

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A value as JSON has it. */
export function plainValue(value: Value): unknown {
  switch (value.kind) {
    case 'nil':
      return null;
    case 'bool':
    case 'string':
    case 'float':
      return value.value;
    case 'integer':
      return Number(value.value);
    case 'object':
      return value.text;
    case 'list':
      return value.items.map(plainValue);
    case 'map':
      return Object.fromEntries([...value.entries].map(([key, item]) => [key, plainValue(item)]));
  }
}

/** Findings as Helm's message has them, near enough. */
export function schemaMessage(findings: readonly SchemaFinding[]): string {
  const lines: string[] = [];
  for (const chart of new Set(findings.map((each) => each.chart))) {
    lines.push(`${chart}:`);
    for (const { path, message } of findings.filter((each) => each.chart === chart)) {
      lines.push(`- at ${quoteGo(path.map((part) => `/${part}`).join(''))}: ${message}`);
    }
  }
  return `values don't meet the specifications of the schema(s) in the following chart(s):\n${lines.join('\n')}`;
}
