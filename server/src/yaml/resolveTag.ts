import { readConfiguration } from './readConfiguration.ts';
import { plainTag } from './goScalar.ts';

/**
 * The short tag that go-yaml v3 gives a plain scalar with this text. An empty text is `!!null`.
 *
 * Source: go-yaml v3.0.3 resolve.go.
 */
export function resolvePlainTag(text: string): string {
  return plainTag(text, 3);
}

/**
 * True where go-yaml v2 reads the text as anything but a string: `yes`, `1`, `a: b`, `# comment`. False for an empty text, a
 * text of several lines, and one that it cannot read.
 *
 * Source: kyaml v0.21.1 yaml/compatibility.go IsValueNonString.
 */
export function readsAsYaml11NonString(text: string): boolean {
  if (isPlainLine.test(text)) {
    return notStrings.has(plainTag(text, 2));
  }
  if (text === '' || text.includes('\n')) {
    return false;
  }
  const { root, problems } = readConfiguration(text);
  if (problems.length > 0) {
    return false;
  }
  if (root?.kind !== 'scalar') {
    return true;
  }
  return notStrings.has(root.tag);
}

/**
 * What every reader takes for one plain scalar: a line of ASCII that begins with a letter, ends in no blank, and has no `: `
 * and no ` #`. Nearly every value of a ConfigMap is one, and reading it as a document takes a hundred times as long.
 */
const isPlainLine = /^[A-Za-z](?:[!-9;-~]|:(?=[!-~])| +(?=[!"$-~]))*$/;

const notStrings: ReadonlySet<string> = new Set(['!!null', '!!bool', '!!int', '!!float']);
