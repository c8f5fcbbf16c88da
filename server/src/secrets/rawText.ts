import { compileGoRegexp } from '../text/goRegexp.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { YamlDocument } from '../yaml/readObjects.ts';
import type { Hit } from './hit.ts';
import { findInText } from './textCredentials.ts';
import type { TextRule } from './textSecret.ts';
import { accessKey, hasAccessKeySecret } from './tokenPatterns.ts';
import { ruleOfText } from './walk.ts';

/** What its own shape gives away anywhere in a file, comments among it. */
export function rawTextHits({
  text,
  documents,
  values,
}: {
  readonly text: string;
  readonly documents: readonly YamlDocument[];
  /** Expressions of Go for more secrets. */
  readonly values: readonly string[];
}): readonly Hit[] {
  const found = findInText(text);
  if (found.length === 0 && values.length === 0) return [];
  // What a schema or a policy says of secrets is documentation.
  if (documents.some(({ root }) => isDocumentation(rawText(field(root, 'kind'))))) return [];
  const counts = new Map<string, number>();
  const isIdAlone = found.some(({ what }) => what === accessKey) && !hasAccessKeySecret(text);
  const hits = found.flatMap(({ rule, start, end, what }): Hit[] => {
    if (isEncryptedLine(text, start)) return [];
    const before = keyBefore(text, start);
    // A secret may stand where a key would.
    const key = findInText(before).length > 0 ? '' : before;
    const count = counts.get(`${what} ${key}`) ?? 0;
    counts.set(`${what} ${key}`, count + 1);
    return [
      {
        ...(isIdAlone && what === accessKey ? idAlone : ruleAndSeverity(rule, what)),
        ordinal: undefined,
        inner: { start, end },
        pointer: `${what}@${key}[${count}]`,
        name: key === '' ? what : key,
        value: text.slice(start, end),
      },
    ];
  });
  return [...hits, ...ownValues(text, values)];
}

/** The id of a key of AWS is half of a secret, and none where the other half is kept elsewhere. */
const idAlone = { rule: 'secrets.access-key-id', severity: 'information' } as const;

function ruleAndSeverity(rule: TextRule, what: string): Pick<Hit, 'rule' | 'severity'> {
  const severity = rule === 'secrets.authorization' || what === accessKey ? 'warning' : 'error';
  return { rule: ruleOfText(rule), severity: rule === 'weak-url' ? 'hint' : severity };
}

function isDocumentation(kind: string): boolean {
  return /^(?:CustomResourceDefinition|ConstraintTemplate|ClusterPolicy|Policy)$/.test(kind);
}

/** Lines that match an expression of the configuration. */
function ownValues(text: string, values: readonly string[]): readonly Hit[] {
  const expressions = values.flatMap((value) => {
    const compiled = compileGoRegexp(value);
    return 'test' in compiled ? [compiled] : [];
  });
  if (expressions.length === 0) return [];
  const hits: Hit[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    if (line.length <= 4096 && expressions.some((one) => one.test(line))) {
      const key = keyBefore(text, offset + line.length);
      const inner = {
        start: offset + line.length - line.trimStart().length,
        end: offset + line.length,
      };
      const name = key === '' ? 'value' : key;
      hits.push({
        rule: 'secrets.token',
        severity: 'error',
        ordinal: undefined,
        inner,
        pointer: `value@${key}`,
        name,
        value: line,
      });
    }
    offset += line.length + 1;
  }
  return hits;
}

function isEncryptedLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - 4096, 0), at);
  return before.includes('ENC[', before.lastIndexOf('\n') + 1) || text.startsWith('ENC[', at);
}

/** The key of the line that a place is on. */
function keyBefore(text: string, at: number): string {
  const before = text.slice(Math.max(at - 300, 0), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*(?:#\s*)?(?:-\s+)?["']?([\w.@/-]{1,80})["']?\s*[:=]/.exec(line)?.[1] ?? '';
}
