/** The longest way from the start of a key to its `:`, in characters, at which go-yaml still sees a key. */
const longestKey = 1024;

/** A text once it went through JSON and was read by go-yaml v2, or go-yaml's complaint. */
export type TextThroughJson =
  { readonly text: string; readonly message?: undefined } | { readonly message: string };

const forbidden = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/**
 * What becomes of a value's text when kustomize turns JSON into YAML: Go's JSON leaves delete and the controls of Latin 1 as
 * they are, which go-yaml v2 refuses to read, and a next-line character, which it folds.
 *
 * Source: sigs.k8s.io/yaml v1.5.0 JSONToYAML; Go's encoding/json; go-yaml v2.4.2 readerc.go, scannerc.go.
 */
export function textThroughJson(text: string): TextThroughJson {
  if (forbidden.test(text)) {
    return { message: 'yaml: control characters are not allowed' };
  }
  if (!text.includes('\x85')) {
    return { text };
  }
  let message: string | undefined;
  const folded = text.replace(/ *\x85[ \x85]*/g, (gap, offset: number) => {
    if (isIndicator(text, offset + gap.length) && gap.endsWith('\x85')) {
      message = 'yaml: found unexpected document indicator';
    }
    const breaks = gap.split('\x85').length - 1;
    return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
  });
  return message === undefined ? { text: folded } : { message };
}

/** Whether a document indicator stands at `offset`; a tab does not end it, since JSON escapes tabs. */
function isIndicator(text: string, offset: number): boolean {
  const indicator = text.slice(offset, offset + 3);
  const next = text.charAt(offset + 3);
  return (indicator === '---' || indicator === '...') && (next === ' ' || next === '\x85');
}

/** Why go-yaml v2 cannot read a text as the key of a JSON object; `undefined` when it can. */
export function keyProblem(text: string): string | undefined {
  if (text.length <= 128 && !text.includes('\x85') && !forbidden.test(text)) {
    return undefined;
  }
  if (forbidden.test(text)) {
    return 'yaml: control characters are not allowed';
  }
  return text.includes('\x85') || jsonLength(text) > longestKey
    ? "yaml: did not find expected ',' or '}'"
    : undefined;
}

/** How many characters Go's JSON takes for a text, its quotes counted. */
function jsonLength(text: string): number {
  let length = 2;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code === 0x22 || code === 0x5c || (code >= 8 && code <= 13 && code !== 11)) {
      length += 2;
    } else if (code < 0x20 || '<>&\u2028\u2029'.includes(character)) {
      length += 6;
    } else {
      length += 1;
    }
  }
  return length;
}
