import { optionsOf, type Command, type Option } from './command.ts';
import { wrongUse } from './wrongUse.ts';

/** The shells that there are scripts for. */
const shells = ['bash', 'zsh', 'fish'] as const;

/** `strata completion`: a script that makes a shell complete the words of `strata`. */
export function completionCommand(others: readonly Command[]): Command {
  const command: Command = {
    name: 'completion',
    summary: 'Prints a script for the completion of bash, zsh or fish',
    forms: [`completion ${shells.join('|')}`],
    details: [
      'For bash: add  source <(strata completion bash)  to ~/.bashrc.',
      'For zsh:  strata completion zsh > "${fpath[1]}/_strata"',
      'For fish: strata completion fish > ~/.config/fish/completions/strata.fish',
    ],
    options: [],
    readsNothing: true,
    examples: [{ line: 'strata completion bash', text: 'The script for bash' }],
    words: [shells],
    run: (call, io) => {
      const [shell, ...more] = call.words;
      const make = shells.find((one) => one === shell);
      if (make === undefined || more.length > 0) {
        const message = `name a shell: ${shells.join(', ')}.`;
        return Promise.resolve(wrongUse(io, 'completion', message));
      }
      io.out.write(scripts[make]([...others, command]));
      return Promise.resolve(0);
    },
  };
  return command;
}

const scripts: Readonly<Record<(typeof shells)[number], (commands: readonly Command[]) => string>> =
  { bash, zsh, fish };

/** A text in single quotes of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const options = optionsOf(command);
    const flags = options.map(({ name }) => `--${name}`).join(' ');
    const values = options.flatMap(({ name, value, choices }) => {
      if (value === undefined) return [];
      const offer = choices === undefined ? 'paths=1' : `words=${quote(choices.join(' '))}`;
      return [`        --${name}) ${offer} ;;`];
    });
    const [first] = command.words;
    const offer =
      first === undefined || first === 'text'
        ? ':'
        : first === 'folder'
          ? 'paths=1'
          : `words=${quote(first.join(' '))}`;
    return [
      `    ${command.name})`,
      '      case "$previous" in',
      ...values,
      `        *) if [[ "$current" == -* ]]; then words=${quote(flags)}; else ${offer}; fi ;;`,
      '      esac ;;',
    ].join('\n');
  });
  return `# Completion of strata for bash: source <(strata completion bash)
_strata() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words='' paths=''
  case "\${COMP_CWORD}:\${COMP_WORDS[1]}" in
    1:*) words=${quote(['--help', '--version', ...commands.map(({ name }) => name)].join(' '))} ;;
    *) _strata_words "\${COMP_WORDS[1]}" ;;
  esac
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n "$paths" ]]; then
    IFS=$'\\n'
    COMPREPLY=($(compgen -d -- "$current"))
  fi
}
_strata_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
complete -o filenames -F _strata strata
`;
}

function zsh(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const specs = [...optionsOf(command).map(zshOption), ...command.words.map(zshWord)];
    return `    ${command.name})\n      _arguments ${specs.map(quote).join(' ')} ;;`;
  });
  return `#compdef strata
# Completion of strata for zsh
_strata() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT -= 1 ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_strata" ]; then
  _strata "$@"
else
  compdef _strata strata
fi
`;
}

function zshOption({ name, value, choices, text }: Option): string {
  const shown = text.replaceAll(/[[\]:]/g, (character) => `\\${character}`);
  const values = choices === undefined ? '_files' : `(${choices.join(' ')})`;
  return `--${name}[${shown}]${value === undefined ? '' : `:${value}:${values}`}`;
}

function zshWord(word: Command['words'][number]): string {
  if (word === 'folder') return ':folder:_files -/';
  return word === 'text' ? ':word: ' : `:word:(${word.join(' ')})`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const inside = `__fish_seen_subcommand_from ${command.name}`;
    const options = optionsOf(command).map(({ name, value, choices, text }) => {
      const values =
        value === undefined
          ? ''
          : choices === undefined
            ? ' -r'
            : ` -x -a ${quote(choices.join(' '))}`;
      return `complete -c strata -n ${quote(inside)} -l ${name}${values} -d ${fishQuote(text)}`;
    });
    const words = command.words.flatMap((word) => {
      if (word === 'folder')
        return [`complete -c strata -n ${quote(inside)} -x -a '(__fish_complete_directories)'`];
      return word === 'text'
        ? []
        : [`complete -c strata -n ${quote(inside)} -x -a ${quote(word.join(' '))}`];
    });
    return [
      `complete -c strata -n __fish_use_subcommand -x -a ${command.name} -d ${fishQuote(command.summary)}`,
      ...words,
      ...options,
    ];
  });
  return `# Completion of strata for fish\n${lines.join('\n')}\n`;
}

/** A text in single quotes of fish, which escapes quotes by a backslash. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
