import { parseArgs } from 'node:util';
import { suggestion } from '../analysis/suggestion.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { optionsOf, type Call, type Command, type Option } from './command.ts';

/** Reads the words after a command's name; a refusal says in one sentence what is wrong. */
export function parseCall(command: Command, words: readonly string[]): Result<Call, string> {
  const known = optionsOf(command);
  const types = Object.fromEntries(
    known.map(
      ({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
    ),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options: { ...types, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => name === token.name);
    const wrong =
      option === undefined ? unknown(token.rawName, known) : misuse(option, token.value);
    if (wrong !== undefined) return failed(wrong);
    options.set(token.name, token.value ?? '');
    lists.set(token.name, [...(lists.get(token.name) ?? []), token.value ?? '']);
  }
  return ok({ words: positionals, options, lists });
}

function unknown(rawName: string, known: readonly Option[]): string {
  const near = suggestion(
    rawName,
    known.map(({ name }) => `--${name}`),
  );
  return `there is no option ${rawName}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

function misuse({ name, value, choices }: Option, given: string | undefined): string | undefined {
  if (value === undefined) {
    return given === undefined ? undefined : `--${name} takes no value.`;
  }
  if (given === undefined || given === '') return `--${name} needs a value: ${value}.`;
  if (choices === undefined || choices.includes(given)) return undefined;
  const near = suggestion(given, choices);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `--${name} is ${choices.join(' or ')}, not ${given}.${hint}`;
}
