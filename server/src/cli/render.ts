import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { englishGaps } from '../analysis/gapWords.ts';
import { locateProblems, type LocatedProblem } from '../analysis/locatedProblem.ts';
import { renderedRoot, renderedText } from '../analysis/renderedRoot.ts';
import { revealedRoot, revealedText } from '../analysis/reveal.ts';
import { problemJson } from '../analysis/problemJson.ts';
import { englishMessage } from '../text/messages.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { styled, writeAsIs, type Io } from './io.ts';
import { toJson } from './json.ts';
import { withOrigins } from './origins.ts';
import { problemLine } from './problems.ts';
import { renderAll } from './renderAll.ts';
import { renderOptions, renderOptionsOf } from './renderOptions.ts';
import { applicationOptions, openSubject, type Subject } from './subject.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata render`: what `kustomize build` prints. */
export const renderCommand: Command = {
  name: 'render',
  summary: 'Prints the YAML that kustomize build prints',
  forms: [
    'render DIR [options]',
    'render --app NAME --cluster NAME [options]',
    'render --all --out FOLDER [--roots LISTFILE] [options]',
  ],
  details: [
    'DIR is a folder with a kustomization file. Values of Secrets are masked unless --reveal is given.',
    'Where kustomize 5.8.1, offline and without plugins, would fail, nothing is printed and the exit',
    'code is 1. With --all, each root goes to FOLDER/ROOT/rendered.yaml (partial.yaml where kustomize',
    'would fail), and FOLDER/index.json lists them with the failures; the exit code is 0 then.',
    'What an application lacks, such as a chart that is not here, is told as a warning.',
  ],
  options: [
    ...applicationOptions,
    ...renderOptions,
    { name: 'origins', text: 'Says after each line which file and line set it.' },
    { name: 'partial', text: 'Prints what can be rendered where kustomize would fail.' },
    { name: 'reveal', text: 'Prints the values of Secrets in clear.' },
    { name: 'all', text: 'Renders every root of the workspace.' },
    { name: 'out', value: 'FOLDER', text: 'Where --all writes to.' },
    {
      name: 'roots',
      value: 'LISTFILE',
      text: 'With --all: only the roots that the file lists, one a line.',
    },
    { name: 'timings', text: 'With --all: writes how many milliseconds each root took.' },
  ],
  examples: [
    { line: 'strata render apps/checkout/clusters/prod-us-1', text: 'The YAML of one root' },
    {
      line: 'strata render --origins apps/checkout/base',
      text: 'The same, with the origin of each line',
    },
    { line: 'strata render --all --out rendered', text: 'All roots, each into a file' },
  ],
  words: ['folder'],
  run: async (call, io) => {
    if (call.options.has('all')) return renderAll(call, io, revealedText);
    for (const name of ['out', 'roots', 'timings']) {
      if (call.options.has(name)) return wrongUse(io, 'render', `--${name} goes with --all.`);
    }
    const [word, ...more] = call.words;
    const asked = call.options.has('app');
    if ((word === undefined) !== asked) {
      return wrongUse(io, 'render', 'name a folder, an application by --app, or --all.');
    }
    if (more.length > 0) return wrongUse(io, 'render', 'name one folder, or --all.');
    const open = await openSubject(call, io, word);
    return open.kind === 'failed' ? refuse(io, open.failure) : renderOne(call, io, open.value);
  },
};

async function renderOne(call: Call, io: Io, open: Subject): Promise<number> {
  const { workspace, source, name } = open;
  const ask = call.options.has('origins') ? renderWithOrigins : renderPlain;
  const rendered = await ask(call, io, open);
  const problems = await workspace.complete(
    (analysis) => locateProblems(analysis, rendered.failures),
    io.signal,
  );
  const fails = problems.length > 0;
  if (call.options.has('reveal')) warn(io, 'values of Secrets are printed in clear.');
  for (const path of workspace.ignored) warn(io, `git ignores ${path}, and the build reads it.`);
  const yaml = fails && !call.options.has('partial') ? undefined : rendered.text;
  if (wantsJson(call)) {
    const kustomize = fails ? 'fails' : 'builds';
    const { gaps } = rendered;
    io.out.write(
      toJson({
        ...(typeof source === 'string' ? { root: source } : { application: name }),
        kustomize,
        yaml,
        failures: problems.map(problemJson),
        gaps: gaps.map(({ kind, detail }) => ({ kind, detail })),
      }),
    );
  } else if (yaml !== undefined) {
    writeAsIs(io.out, yaml);
  }
  if (fails) tellFailures(call, io, name, problems);
  for (const text of openTexts(rendered.gaps, problems)) warn(io, text);
  return fails ? 1 : 0;
}

interface Rendered {
  readonly text: string;
  readonly failures: Parameters<typeof locateProblems>[1];
  readonly gaps: readonly Gap[];
}

interface Gap {
  readonly kind: keyof typeof englishGaps;
  readonly detail: string;
}

/** What is missing in the YAML, once each, as far as no failure says it already. */
function openTexts(gaps: readonly Gap[], problems: readonly LocatedProblem[]): readonly string[] {
  const told = problems.map(englishMessage);
  const open = gaps.filter(({ detail }) => !told.some((one) => one.includes(detail)));
  return [...new Set(open.map(({ kind, detail }) => englishGaps[kind](detail)))];
}

async function renderPlain(call: Call, io: Io, { workspace, source }: Subject): Promise<Rendered> {
  const options = renderOptionsOf(call);
  const ask = call.options.has('reveal') ? revealedText : renderedText;
  const { yaml, failures, gaps } = await workspace.complete(
    (analysis) => ask(analysis, source, options),
    io.signal,
  );
  return { text: yaml, failures, gaps };
}

async function renderWithOrigins(
  call: Call,
  io: Io,
  { workspace, source }: Subject,
): Promise<Rendered> {
  const options = renderOptionsOf(call);
  const ask = call.options.has('reveal') ? revealedRoot : renderedRoot;
  const rendered = await workspace.complete(
    (analysis) => ask(analysis, source, options),
    io.signal,
  );
  const texts: string[] = [];
  for (const resource of rendered.resources) {
    const ask = (analysis: Analysis): Answer<string> => withOrigins(analysis, resource, io.out);
    texts.push(await workspace.complete(ask, io.signal));
  }
  return { text: texts.join('---\n'), failures: rendered.failures, gaps: rendered.gaps };
}

function tellFailures(call: Call, io: Io, name: string, problems: readonly LocatedProblem[]): void {
  for (const problem of problems) io.err.write(problemLine(io.err, problem));
  const hint = call.options.has('partial')
    ? 'what can be rendered is printed.'
    : 'with --partial, what can be rendered is printed.';
  io.err.write(`strata: kustomize would fail on ${name}; ${hint}\n`);
}

function warn(io: Io, text: string): void {
  io.err.write(`strata: ${styled(io.err, 'yellow', 'warning')}: ${text}\n`);
}
