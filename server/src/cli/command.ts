import type { Io } from './io.ts';

/** One subcommand: what `--help` says of it, and what it does. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Each form, without the name of the program. */
  readonly forms: readonly string[];
  /** What else there is to know; lines as they are printed. */
  readonly details: readonly string[];
  readonly options: readonly Option[];
  /** What `--format` takes beside text and json. */
  readonly formats?: readonly string[];
  /** Set where it answers without a tree, in the one form that there is. */
  readonly readsNothing?: true;
  /** Work in the folder of the bundled fleet for Argo CD; a test runs them. */
  readonly examples: readonly Example[];
  /** What stands for each word that is no option, for completion. */
  readonly words: readonly ('folder' | 'text' | readonly string[])[];
  /** Gives the exit code: 0 done, 1 does not build, 2 wrong use. */
  readonly run: (call: Call, io: Io) => Promise<number>;
}

/** An option; without `value` it is a switch. */
export interface Option {
  readonly name: string;
  /** What stands for the value in `--help`. */
  readonly value?: string;
  /** The values that there are; any text where it is absent. */
  readonly choices?: readonly string[];
  readonly text: string;
}

/** A line that a user can run as it stands. */
export interface Example {
  readonly line: string;
  readonly text: string;
}

/** A call of a command. */
export interface Call {
  readonly words: readonly string[];
  /** The last value of each option that was given; `''` for a switch. */
  readonly options: ReadonlyMap<string, string>;
  /** All values of each option that was given, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** Options that every command that reads a tree has. */
function commonOptions(more: readonly string[]): readonly Option[] {
  const formats = ['text', 'json', ...more];
  return [
    {
      name: 'workspace',
      value: 'DIR',
      text: 'The tree that is read. Default: the enclosing git top level, else this folder.',
    },
    {
      name: 'repository',
      value: '[URL=]DIR',
      text: 'A checkout of another repository that applications are made of; may be repeated.',
    },
    { name: 'json', text: 'Prints one JSON document; the same as --format json.' },
    {
      name: 'format',
      value: 'FORMAT',
      choices: formats,
      text: `${formats.slice(0, -1).join(', ')} or ${formats.at(-1) ?? ''}.`,
    },
  ];
}

const help: Option = { name: 'help', text: 'Says how the command is used.' };

/** All options of a command. */
export function optionsOf({ options, readsNothing, formats = [] }: Command): readonly Option[] {
  return readsNothing === true ? [...options, help] : [...options, ...commonOptions(formats), help];
}

/** Whether the answer is to be JSON. */
export function wantsJson({ options }: Call): boolean {
  return options.has('json') || options.get('format') === 'json';
}
