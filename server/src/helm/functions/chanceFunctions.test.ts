import { expect, test } from 'vitest';
import { executeDefined } from '../../template/execute.ts';
import { sprigFunctions } from '../../template/functions/sprig.ts';
import { parseGoTemplate } from '../../template/goTemplate.ts';
import { dictValue } from '../../template/value.ts';
import { chanceFunctions, type ChanceUse } from './chanceFunctions.ts';

/** What a template gives, and the functions of chance that it used. */
function render(text: string): string {
  const uses: ChanceUse[] = [];
  const functions = new Map([...sprigFunctions, ...chanceFunctions(uses)]);
  const tree = parseGoTemplate(text, functions, 't');
  if (tree.kind === 'problem') return tree.message;
  const [, root] = [...tree.defined][0] ?? [];
  if (root === undefined) return '';
  const defined = new Map([['t', { ...root, parsedIn: 't' }]]);
  const made = executeDefined(defined, { name: 't', tree: defined.get('t') ?? root }, dictValue(), {
    functions,
    missingKey: 'zero',
    limits: { steps: 1000, outputLength: 1000, templateDepth: 10 },
    trace: undefined,
    matchers: new Map(),
  });
  const used = uses.map((use) => use.function).join(' ');
  return `${made.kind === 'failure' ? made.message : made.text} (${used})`;
}

test.each([
  ['{{ now | date_modify "+1h30m" | date "15:04" }}', '01:30 (now)'],
  ['{{ (now | mustDateModify "-24h").Year }}', '1969 (now)'],
  ['{{ now | dateModify "soon" | unixEpoch }}', '0 (now)'],
  ['{{ now | mustDateModify "soon" }}', 'time: invalid duration "soon"'],
])('%s', (text, expected) => {
  expect(render(text)).toContain(expected);
});
