import { optionsOf, type Command, type Option } from './command.ts';
import { styled, type Output } from './io.ts';

/** What `strata --help` says. */
export function programHelp(output: Output, commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const [first] = commands.flatMap(({ examples }) => examples);
  return [
    'Strata: layers, effective YAML and the origin of every field, offline.',
    '',
    `${title(output, 'Usage')} strata COMMAND [options]`,
    '',
    title(output, 'Commands'),
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    title(output, 'Options'),
    '  --help     Says how a command is used: strata render --help',
    '  --version  Prints the version.',
    '',
    ...(first === undefined ? [] : [title(output, 'Example'), `  ${first.line}`, '']),
  ].join('\n');
}

/** What `strata COMMAND --help` says. */
export function commandHelp(output: Output, command: Command): string {
  const options = optionsOf(command);
  const width = Math.max(...options.map((option) => flag(option).length));
  return [
    `${command.summary}.`,
    '',
    ...command.forms.map(
      (form, index) => `${title(output, index === 0 ? 'Usage' : '     ')} strata ${form}`,
    ),
    '',
    ...command.details,
    '',
    title(output, 'Options'),
    ...options.map((option) => `  ${flag(option).padEnd(width)}  ${option.text}`),
    '',
    title(output, 'Examples'),
    ...command.examples.flatMap(({ line, text }) => [
      `  ${styled(output, 'dim', `# ${text}`)}`,
      `  ${line}`,
    ]),
    '',
    ...exitCodes(command.name, options),
    '',
  ].join('\n');
}

/** What looks at whole trees: no root is named that has to build, and one that does not is told among all else. */
const namesNothing: ReadonlySet<string> = new Set(['check', 'impact']);

/** What each exit code says; what asks clusters, or has conditions, ends with 1 for these as well. */
function exitCodes(command: string, options: readonly Option[]): readonly string[] {
  const has = (wanted: string): boolean => options.some(({ name }) => name === wanted);
  const one = [
    ...(namesNothing.has(command) ? [] : ['does not build as kustomize would build it']),
    ...(has('fail-on') ? ['--fail-on is met'] : []),
    ...(has('kubeconfig') ? ['a cluster gives no answer'] : []),
  ].join(', or ');
  const first = `Exit codes: 0 done; 1 ${one};`;
  const rest = '2 wrong use; 3 a fault of ours.';
  return first.length + 1 + rest.length > 120 ? [first, rest] : [`${first} ${rest}`];
}

function flag({ name, value, choices }: Option): string {
  const all = choices?.join('|');
  // What is too long for its column is told in the text.
  const shown = all === undefined || all.length > 24 ? value : all;
  return shown === undefined ? `--${name}` : `--${name} ${shown}`;
}

function title(output: Output, text: string): string {
  return text.trim() === '' ? `${text} ` : styled(output, 'bold', `${text}:`);
}
