import { splitPath } from './fieldSpec.ts';

/**
 * Splits a field path such as `spec.containers.[name=a.b].image`: the delimiter inside brackets does not split.
 * Source: kyaml v0.21.1 utils/pathsplitter.go `SmarterPathSplitter`.
 */
export function smartSplit(path: string, delimiter: string): readonly string[] {
  const parts = splitPath(path, delimiter);
  const result: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (!part.startsWith('[') || part.endsWith(']')) {
      result.push(part);
      continue;
    }
    const bracketed = [part];
    while (index < parts.length - 1) {
      index++;
      const next = parts[index] ?? '';
      bracketed.push(next);
      if (next.endsWith(']')) break;
    }
    const text = bracketed.join(delimiter);
    result.push(text.includes('=') ? text : text.replace(/^[[\]]+|[[\]]+$/g, ''));
  }
  return result;
}
