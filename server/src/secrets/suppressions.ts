/** Comments that silence findings, by line; lines count from 0. */
export interface Suppressions {
  /** Whether a finding of a rule that begins on a line is silenced; what is asked counts as used. */
  readonly silences: (line: number, rule: string) => boolean;
  /** Whether a comment is about a line at all, for whichever rule; what is asked counts as used. */
  readonly silencesAny: (line: number) => boolean;
  /** Our own comments that silenced nothing. */
  readonly unused: () => readonly { readonly line: number; readonly rules: string }[];
}

/** A comment and the line that it is about. */
interface Suppression {
  readonly line: number;
  readonly about: readonly number[];
  readonly rules: readonly string[];
  readonly own: boolean;
}

/**
 * Reads the comments that silence: ours, and those of gitleaks, detect-secrets, secretlint and trufflehog. A comment counts
 * on its line, and on the line below where it stands alone.
 */
export function readSuppressions(text: string): Suppressions {
  const all = anyWord.test(text) ? suppressionsIn(text) : [];
  const used = new Set<Suppression>();
  const use = (hits: readonly Suppression[]): boolean => {
    for (const hit of hits) used.add(hit);
    return hits.length > 0;
  };
  return {
    silences: (line, rule) =>
      use(all.filter(({ about, rules }) => about.includes(line) && covers(rules, rule))),
    silencesAny: (line) => use(all.filter(({ about }) => about.includes(line))),
    unused: () =>
      all
        .filter((one) => one.own && !used.has(one) && !isOfCharts(one))
        .map(({ line, rules }) => ({ line, rules: rules.join(', ') })),
  };
}

/** What charts make of a value is told beside the text: whether a comment about it is used is not known here. */
function isOfCharts({ rules }: Suppression): boolean {
  return covers(rules, 'secrets.chart-value') && rules.length > 0;
}

const anyWord =
  /strata:ignore|gitleaks:allow|pragma: ?(?:allowlist|whitelist)|secretlint-disable|trufflehog:ignore|notsecret|nosecret/i;

function suppressionsIn(text: string): readonly Suppression[] {
  const lines = text.split('\n');
  return lines.flatMap((content, line) => {
    const at = content.search(anyWord);
    if (at < 0 || !/(?:#|\/\/|;|<!--|\/\*|\{\{-?\s*\/\*)/.test(content.slice(0, at))) return [];
    const alone = /^\s*(?:#|\/\/|;|<!--|\/\*|\{\{)/.test(content);
    const comment = content.slice(at);
    const nextOnly = /nextline|next-line/i.test(comment);
    const own = /^strata:ignore(?:\[([^\]]*)\])?/i.exec(comment);
    const rules = (own?.[1] ?? '').split(',').map((rule) => rule.trim());
    const about = nextOnly ? [line + 1] : alone ? [line, line + 1] : [line];
    return [{ line, about, rules: rules.filter((rule) => rule !== ''), own: own !== null }];
  });
}

/** Rules with and without their area. */
function covers(rules: readonly string[], rule: string): boolean {
  return rules.length === 0 || rules.some((one) => one === rule || `secrets.${one}` === rule);
}
