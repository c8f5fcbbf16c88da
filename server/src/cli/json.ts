/**
 * One JSON document, indented, with a line break at its end. Integers beyond 2^53 are written with all their digits.
 * Entries whose value is `undefined` are left out.
 */
export function toJson(value: unknown): string {
  return `${write(value, '')}\n`;
}

function write(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${write(item, inner)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'object': {
      if (value === null) return 'null';
      const entries = Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${inner}${JSON.stringify(key)}: ${write(one, inner)}`);
      return entries.length === 0 ? '{}' : `{\n${entries.join(',\n')}\n${indent}}`;
    }
    default:
      return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
        ? JSON.stringify(value)
        : 'null';
  }
}
