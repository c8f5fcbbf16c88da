import { ignoredByLines } from '../analysis/gitIgnore.ts';
import { compileGoRegexp } from '../text/goRegexp.ts';

/** Whether another tool's file says that a place is not to be told; lines count from 1. */
export type Silences = (place: { readonly file: string; readonly line: number }) => boolean;

/**
 * Reads what another tool silences: `.gitleaksignore`, the paths of the allowlists of `.gitleaks.toml`, the baseline of
 * detect-secrets, `.secretlintignore`. `undefined` where the name is none of them, or the text is no such file.
 *
 * Source: gitleaks v8 detect/utils.go `createFingerprint`; detect-secrets docs/design.md; secretlint's documentation.
 */
export function parseSilences(name: string, text: string): Silences | undefined {
  if (name.endsWith('.gitleaksignore')) return gitleaksIgnore(text);
  if (name.endsWith('.toml')) return gitleaksPaths(text);
  if (name.endsWith('.secretlintignore')) return ({ file }) => ignoredByLines(text, file);
  return name.endsWith('.baseline') || name.endsWith('.json') ? detectSecrets(text) : undefined;
}

/** `[commit:]file:rule:line`. */
function gitleaksIgnore(text: string): Silences {
  const places = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const [, file, number] = /^(?:[0-9a-f]{7,64}:)?([^#:][^:]*):[^:]*:(\d+)\s*$/.exec(line) ?? [];
    if (file !== undefined && number !== undefined) places.add(`${file}:${number}`);
  }
  return ({ file, line }) => places.has(`${file}:${line}`);
}

/** `paths = ['''expression''', …]`, wherever it stands: an allowlist of one rule is one for all of ours. */
function gitleaksPaths(text: string): Silences {
  const expressions = [
    ...text.matchAll(/^\s*paths\s*=\s*\[([^\]]*(?:\][^\]]*)*?)\]\s*$/gm),
  ].flatMap(([, list = '']) =>
    [...list.matchAll(/'''([^]*?)'''|"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].flatMap(
      ([, literal, basic, single]) => {
        const compiled = compileGoRegexp(literal ?? single ?? unescaped(basic ?? ''));
        return 'test' in compiled ? [compiled] : [];
      },
    ),
  );
  return ({ file }) => expressions.some((one) => one.test(file));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

/** `{"results": {"file": [{"line_number": 1}]}}`. */
function detectSecrets(text: string): Silences | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const results = (value as { results?: unknown } | null)?.results;
  if (typeof results !== 'object' || results === null) return undefined;
  const places = new Set(
    Object.entries(results).flatMap(([file, found]: readonly [string, unknown]) =>
      (Array.isArray(found) ? found : []).map(
        (one: { readonly line_number?: unknown } | null) => `${file}:${String(one?.line_number)}`,
      ),
    ),
  );
  return ({ file, line }) => places.has(`${file}:${line}`);
}
