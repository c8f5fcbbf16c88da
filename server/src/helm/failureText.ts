import type { ExecutionFailure } from '../template/execute.ts';
import { warningEnd, warningStart } from './functions/templateFunctions.ts';

/**
 * A failure as Helm shows it: what the chart's author says with `fail` and `required` stands alone, a chain of templates has
 * a line for each.
 *
 * Source: Helm v4.2.3 pkg/engine/engine.go `reformatExecErrorMsg`, `parseTemplateExecErrorString`.
 */
export function failureText({ message }: ExecutionFailure): string {
  const [, location = '', ...rest] = message.split(': ');
  const text = rest.join(': ');
  const start = text.indexOf(warningStart);
  const end = text.lastIndexOf(warningEnd);
  if (start >= 0 && end > start) {
    return `execution error at (${location}): ${text.slice(start + warningStart.length, end)}`;
  }
  const levels: string[] = [];
  for (const [level, isLast] of levelsOf(message)) {
    const shown = levelText(level);
    // The error of a function is none of a template, and Helm then shows the whole as it is.
    if (shown === undefined || (isLast && shown.isFunction)) {
      return message;
    }
    levels.push(shown.text);
  }
  return levels.join('').trim();
}

/** The message, and from each template in it the rest. */
function levelsOf(message: string): readonly (readonly [string, boolean])[] {
  const starts = [0];
  for (const match of message.matchAll(/: (?=template: )/g)) {
    starts.push(match.index + 2);
  }
  return starts.map((start, index) => [message.slice(start), index === starts.length - 1]);
}

function levelText(
  level: string,
): { readonly text: string; readonly isFunction: boolean } | undefined {
  const rest = level.slice('template: '.length);
  if (rest.startsWith('no template ')) {
    return { text: `${level}\n`, isFunction: false };
  }
  const match = /^(.*?): executing "(.*?)" at <([\s\S]*?)>: ([\s\S]*)$/.exec(rest);
  if (match === null) {
    return undefined;
  }
  const [, location = '', name = '', node = '', problem = ''] = match;
  const cut = problem.indexOf(' template:');
  const short = cut < 0 ? problem : problem.slice(0, cut);
  const text = `${location}\n  executing "${name}" at <${node}>:\n    ${short}\n`;
  return { text, isFunction: short.startsWith('error calling ') };
}
