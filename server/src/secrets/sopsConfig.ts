import { field, rawText } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Hit, SecretRule } from './hit.ts';
import { matches, readSopsRules, type SopsRule } from './sopsRules.ts';
import type { Severity } from '../text/diagnostics.ts';

/** SOPS-05, and who can decrypt: what is wrong in the creation rules themselves. */
export function sopsConfigHits(_state: unknown, path: string, text: string): readonly Hit[] {
  if (path.endsWith('.sops.yml')) {
    const [document] = readObjects(text).documents;
    return document === undefined
      ? []
      : [at(document.root, 'secrets.sops-ignored-file', 'warning', '')];
  }
  const rules = readSopsRules(text);
  return [...rules.flatMap((rule, index) => ruleHits(rule, index)), ...sharedHits(rules)];
}

function ruleHits(rule: SopsRule, index: number): readonly Hit[] {
  const hits: Hit[] = [];
  const [first, second] = rule.selectors;
  const pointer = `0/creation_rules/${index}`;
  if (second !== undefined)
    hits.push(
      at(
        second.node,
        'secrets.sops-rule',
        'warning',
        `${first?.kind ?? ''}, ${second.kind}`,
        pointer,
      ),
    );
  else if (first?.kind === 'encrypted_regex') {
    const hits_ = regexProblem(first.pattern);
    if (hits_ !== undefined)
      hits.push(at(first.node, 'secrets.sops-rule', 'warning', hits_, pointer));
  }
  const [only, other] = rule.recipients;
  if (only !== undefined && other === undefined && !/^arn:|^projects\/|^https?:/.test(only))
    hits.push(at(rule.node, 'secrets.sops-single-recipient', 'hint', only, pointer));
  return hits;
}

/** What an expression for keys misses, or takes beside what it should. */
function regexProblem(pattern: string): string | undefined {
  if (matches(pattern, 'metadata') || matches(pattern, 'kind')) return 'metadata';
  return matches(pattern, 'data') && !matches(pattern, 'stringData') ? 'stringData' : undefined;
}

/** One recipient for production and for the rest. */
function sharedHits(rules: readonly SopsRule[]): readonly Hit[] {
  const production = rules.filter(({ pathRegex }) => isProduction(pathRegex));
  const others = rules.filter(({ pathRegex }) => isOther(pathRegex));
  return production.flatMap((rule) => {
    const shared =
      rule.recipients.length > 0 &&
      others.some(({ recipients }) => recipients.join(' ') === rule.recipients.join(' '));
    return shared
      ? [at(rule.pathNode ?? rule.node, 'secrets.sops-shared-recipient', 'warning', rule.pathRegex)]
      : [];
  });
}

function isProduction(pattern: string): boolean {
  return /(?:^|[^a-z])(?:prod|production|prd|live)(?:[^a-z]|$)/i.test(pattern) && !isOther(pattern);
}

function isOther(pattern: string): boolean {
  return /(?:^|[^a-z])(?:dev|develop|development|test|testing|stag|stage|staging|qa|uat|lab|sandbox|preprod|nonprod)(?:[^a-z]|$)/i.test(
    pattern,
  );
}

function at(
  node: ResourceNode,
  rule: SecretRule,
  severity: Severity,
  name: string,
  pointer = '0',
): Hit {
  return {
    rule,
    severity,
    ordinal: node.ordinal,
    inner: undefined,
    pointer,
    name,
    value: undefined,
  };
}

/** Whether a text is one of creation rules at all. */
export function isSopsConfig(root: ResourceNode): boolean {
  return (
    rawText(field(root, 'creation_rules')) !== '' || field(root, 'creation_rules') !== undefined
  );
}
