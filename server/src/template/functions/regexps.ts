import {
  failure,
  goFunction,
  maxTextLength,
  type CallResult,
  type TemplateFunction,
} from '../functionTable.ts';
import type { Execution } from '../execution.ts';
import { quoteGo } from '../goQuote.ts';
import { boolValue, stringValue, stringsValue, type Value } from '../value.ts';
import { countOf, textOf } from './arguments.ts';
import { compileMatcher, findMatch, type Match, type RegexpMatcher } from './regexpMatcher.ts';

/** Functions with regular expressions. Source: sprig v3.3.0 regex.go; Go 1.26 regexp/regexp.go. */
export const regexpFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'regexMatch',
    goFunction('string, string', 'bool', ([pattern, text], caller) => {
      const matcher = matcherOf(textOf(pattern), caller);
      return boolValue(
        !('problem' in matcher) && findMatch(matcher, textOf(text), 0) !== undefined,
      );
    }),
  ],
  [
    'mustRegexMatch',
    using('string, string', 'bool', 'error', (matcher, [, text]) =>
      boolValue(findMatch(matcher, textOf(text), 0) !== undefined),
    ),
  ],
  ...both('regexFind', 'string, string', 'string', (matcher, [, text]) => {
    const [start = 0, end = 0] = findMatch(matcher, textOf(text), 0) ?? [];
    return stringValue(textOf(text).slice(start, end));
  }),
  ...both('regexFindAll', 'string, string, int', 'strings', (matcher, [, text, count]) => {
    const matches = findAll(matcher, textOf(text), countOf(count));
    return found(matches.map(([start, end]) => textOf(text).slice(start, end)));
  }),
  ...both('regexReplaceAll', 'string, string, string', 'string', (matcher, [, text, replacement]) =>
    replaceAll(matcher, textOf(text), (match) =>
      expand(matcher, textOf(text), textOf(replacement), match),
    ),
  ),
  ...both(
    'regexReplaceAllLiteral',
    'string, string, string',
    'string',
    (matcher, [, text, replacement]) =>
      replaceAll(matcher, textOf(text), () => textOf(replacement)),
  ),
  ...both('regexSplit', 'string, string, int', 'strings', (matcher, [, text, count]) =>
    found(splitAt(matcher, textOf(text), countOf(count))),
  ),
  [
    'regexQuoteMeta',
    goFunction('string', 'string', ([text]) =>
      stringValue(textOf(text).replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')),
    ),
  ],
];

/** Go gives no list at all where nothing was found. */
function found(texts: readonly string[]): Value {
  return texts.length === 0 ? { ...stringsValue([]), isNil: true } : stringsValue(texts);
}

/** Charts use the same few expressions again and again. */
function matcherOf(pattern: string, { options }: Execution): ReturnType<typeof compileMatcher> {
  const matcher = options.matchers?.get(pattern) ?? compileMatcher(pattern);
  options.matchers?.set(pattern, matcher);
  return matcher;
}

type OnMatcher = (matcher: RegexpMatcher, values: readonly Value[]) => CallResult;

/** `must…` gives the problem as an error; the other panics, which a template shows as an error in other words. */
function both(
  name: string,
  parameters: string,
  result: string,
  call: OnMatcher,
): readonly (readonly [string, TemplateFunction])[] {
  const must = `must${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [
    [name, using(parameters, result, 'panic', call)],
    [must, using(parameters, result, 'error', call)],
  ];
}

function using(
  parameters: string,
  result: string,
  onProblem: 'panic' | 'error',
  call: OnMatcher,
): TemplateFunction {
  return goFunction(parameters, result, (values, caller) => {
    const pattern = textOf(values[0]);
    const matcher = matcherOf(pattern, caller);
    if (!('problem' in matcher)) {
      return call(matcher, values);
    }
    const message = `error parsing regexp: ${matcher.problem}: \`${pattern}\``;
    // eslint-disable-next-line no-control-regex -- Go quotes what has control characters.
    const quoted = /[`\x00-\x08\x0a-\x1f\x7f]/.test(pattern) ? quoteGo(pattern) : `\`${pattern}\``;
    return failure(onProblem === 'error' ? message : `regexp: Compile(${quoted}): ${message}`);
  });
}

/** Source: regexp.go `allMatches`. */
function findAll(matcher: RegexpMatcher, text: string, count: number): readonly Match[] {
  const matches: Match[] = [];
  const limit = count < 0 ? text.length + 1 : count;
  let position = 0;
  let lastEnd = -1;
  while (matches.length < limit && position <= text.length) {
    const match = findMatch(matcher, text, position);
    if (match === undefined) {
      break;
    }
    const [start = 0, end = 0] = match;
    const isEmpty = end === position;
    const accepted = !isEmpty || start !== lastEnd;
    position = isEmpty ? position + widthAt(text, position) : end;
    lastEnd = end;
    if (accepted) {
      matches.push(match);
    }
  }
  return matches;
}

function widthAt(text: string, position: number): number {
  return (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
}

/** Source: regexp.go `replaceAll`. */
function replaceAll(
  matcher: RegexpMatcher,
  text: string,
  replacementOf: (match: Match) => string,
): CallResult {
  let result = '';
  let lastEnd = 0;
  let position = 0;
  while (position <= text.length) {
    const match = findMatch(matcher, text, position);
    if (match === undefined) {
      break;
    }
    const [start = 0, end = 0] = match;
    result += text.slice(lastEnd, start);
    if (end > lastEnd || start === 0) {
      result += replacementOf(match);
    }
    if (result.length > maxTextLength) {
      return failure('the text is too long', 'limit');
    }
    lastEnd = end;
    position = Math.max(position + widthAt(text, position), end);
  }
  return stringValue(result + text.slice(lastEnd));
}

/** `$name`, `${name}`, `$1` and `$$`. Source: regexp.go `expand`, `extract`. */
function expand(matcher: RegexpMatcher, text: string, template: string, match: Match): string {
  return template.replace(
    /\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu,
    (whole, braced: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain;
      if (name === undefined) {
        return whole.slice(1);
      }
      const index = /^[0-9]+$/.test(name)
        ? Number(name)
        : matcher.names.findIndex(
            (each, group) => each === name && (match[2 * group + 2] ?? -1) >= 0,
          ) + 1;
      const [start = -1, end = -1] = match.slice(2 * index, 2 * index + 2);
      const isNamed = /^[0-9]+$/.test(name) || index > 0;
      return isNamed && start >= 0 ? text.slice(start, end) : '';
    },
  );
}

/** Source: regexp.go `Split`. */
function splitAt(matcher: RegexpMatcher, text: string, count: number): readonly string[] {
  if (count === 0) {
    return [];
  }
  if (matcher.pattern !== '' && text === '') {
    return [''];
  }
  const parts: string[] = [];
  let begin = 0;
  let end = 0;
  for (const [start = 0, stop = 0] of findAll(matcher, text, count)) {
    if (count > 0 && parts.length === count - 1) {
      break;
    }
    end = start;
    if (stop !== 0) {
      parts.push(text.slice(begin, end));
    }
    begin = stop;
  }
  return end === text.length ? parts : [...parts, text.slice(begin)];
}
