import { expect, test } from 'vitest';
import { matchesLabels, parseLabelSelector } from './labelSelector.ts';

const labels = [
  {},
  { app: 'web' },
  { app: '12', tier: 'a' },
  { app: '', 'example.com/app': 'a', in: 'in' },
  { x: 'b', tier: '12', app: '-1' },
].map((entries) => new Map<string, string>(Object.entries(entries)));

// Recorded from kyaml v0.21.1, labels.Parse and Matches: whether each of the sets above matches.
test.each([
  ['', '11111'],
  ['app=web', '01000'],
  ['app in (web,12)', '01100'],
  ['tier notin ()', '11111'],
  ['!app', '10000'],
  ['app', '01111'],
  ['app>3', '00100'],
  ['app<10', '00001'],
  ['app=', '00010'],
  ['app=,tier', '00000'],
  ['app!=web,tier!=a', '10011'],
  ['app in (,web)', '01010'],
  ['in in (in)', '00010'],
  ['example.com/app == a', '00010'],
])('%s', (selector, expected) => {
  const parsed = parseLabelSelector(selector);
  const matches =
    'problem' in parsed ? parsed.problem : labels.map((set) => Number(matchesLabels(parsed, set)));
  expect(matches).toEqual(Array.from(expected, Number));
});

// Recorded from kyaml v0.21.1, labels.Parse.
test.each([
  ['app web', "unable to parse requirement: found 'web', expected: '=', '!=', '==', 'in', notin'"],
  ['app in a', "unable to parse requirement: found 'a' expected: '('"],
  ['app,', "found '', expected: identifier after ','"],
  ['app===web', "unable to parse requirement: found '=', expected: identifier"],
  ['(', "found '(', expected: !, identifier, or 'end of string'"],
  ['app>x', "unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer"],
  ['/x', 'unable to parse requirement: invalid label key "/x": prefix part must be non-empty'],
])('%s cannot be read', (selector, problem) => {
  expect(parseLabelSelector(selector)).toEqual({ problem });
});
