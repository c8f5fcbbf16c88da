import { posix } from 'node:path';
import { explain, type Explained } from '../analysis/explain.ts';
import { explanationJson, whyNotExplained } from '../analysis/explanationDocument.ts';
import type { ChainLink } from '../analysis/chain.ts';
import { locateProblems } from '../analysis/locatedProblem.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { placeText, problemLine } from './problems.ts';
import { renderOptions, renderOptionsOf } from './renderOptions.ts';
import { applicationOptions, openSubject } from './subject.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata explain`: what a field is, and every layer that set it. */
export const explainCommand: Command = {
  name: 'explain',
  summary: 'Says what a field is and which layers set it',
  forms: [
    'explain DIR RESOURCE FIELD [options]',
    'explain --app NAME --cluster NAME RESOURCE FIELD [options]',
  ],
  details: [
    'RESOURCE is Kind[.group]/[namespace/]name. FIELD is a path such as',
    '/spec/template/spec/containers[name=app]/image: items of lists by a key or by their index (/rules/0),',
    'and ~1 for a slash in a key. The layer that wins comes first, the base last.',
  ],
  options: [...applicationOptions, ...renderOptions],
  examples: [
    {
      line: 'strata explain apps/checkout/clusters/prod-us-1 Deployment/checkout/checkout /spec/replicas',
      text: 'Who sets the replicas',
    },
    {
      line: "strata explain apps/checkout/clusters/prod-ap-1 Deployment/checkout '/spec/template/spec/containers[name=app]/image'",
      text: 'Who sets the image of one container',
    },
    {
      line: 'strata explain apps/checkout/clusters/prod-eu-1 Ingress/checkout /spec/rules/0/host --json',
      text: 'The same for scripts',
    },
    {
      line: 'strata explain --workspace . --app payments-prod-eu-1 --cluster prod-eu-1 Deployment/worker-card /spec/replicas',
      text: 'A field of an application on a cluster',
    },
  ],
  words: ['folder', 'text', 'text'],
  run: async (call, io) => {
    const folders = call.options.has('app') ? [] : call.words.slice(0, 1);
    const [resource, field, ...more] = call.words.slice(folders.length);
    if (resource === undefined || field === undefined || more.length > 0) {
      return wrongUse(io, 'explain', 'name a folder, a resource and a field.');
    }
    const open = await openSubject(call, io, folders[0]);
    if (open.kind === 'failed') return refuse(io, open.failure);
    const { workspace, source, name } = open.value;
    const { explanation, failures } = await workspace.complete(
      (analysis) => explain(analysis, { source, resource, field }, renderOptionsOf(call)),
      io.signal,
    );
    const problems = await workspace.complete(
      (analysis) => locateProblems(analysis, failures),
      io.signal,
    );
    for (const problem of problems) io.err.write(problemLine(io.err, problem));
    if (problems.length > 0) io.err.write(`strata: kustomize would fail on ${name}.\n`);
    if (explanation.kind !== 'explained') {
      return refuse(io, {
        exitCode: problems.length > 0 ? 1 : 2,
        message: whyNotExplained(explanation, { name, resource, field }),
      });
    }
    io.out.write(
      wantsJson(call)
        ? toJson(explanationJson(explanation))
        : explanationText(io.out, explanation, name),
    );
    return problems.length > 0 ? 1 : 0;
  },
};

function explanationText(output: Output, explained: Explained, name: string): string {
  const { resource, field, yaml, chain } = explained;
  const title = `${styled(output, 'bold', field)} of ${resource} in ${name}`;
  const lines = yaml.trimEnd().split('\n');
  const value =
    lines.length === 1
      ? ` = ${styled(output, 'bold', lines[0] ?? '')}\n`
      : `:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  return `${title}${value}\n${chainText(output, chain)}`;
}

/** The links in columns: place, step, and what the field was then. */
export function chainText(output: Output, chain: readonly ChainLink[]): string {
  const rows = chain.map((link) => ({
    place: placeText(link.range),
    step: link.step,
    by:
      link.root === posix.dirname(link.range.file).replace(/^\.$/, '') || isOfChart(link)
        ? ''
        : `  in ${link.root === '' ? '.' : link.root}`,
    value: valueText(link.value),
  }));
  const width = (key: 'place' | 'step' | 'value'): number =>
    Math.max(...rows.map((row) => row[key].length));
  return rows
    .map(({ place, step, by, value }, index) => {
      const mark = index === 0 ? styled(output, 'green', '▸') : ' ';
      const cells = [
        ...(width('value') === 0 ? [] : [value.padEnd(width('value'))]),
        styled(output, 'dim', step.padEnd(width('step'))),
      ];
      return (
        `${mark} ${cells.join('  ')}  ${styled(output, 'cyan', place)}${styled(output, 'dim', by)}`.trimEnd() +
        '\n'
      );
    })
    .join('');
}

/** A template names its chart by its place, and who sets a value does so for the whole application. */
function isOfChart({ step }: ChainLink): boolean {
  return step === 'values' || step === 'template';
}

/** A scalar in one line; nothing for lists and maps, which stand above the chain. */
function valueText(value: ChainLink['value']): string {
  if (typeof value === 'string') return shorten(value);
  return value === undefined || (typeof value === 'object' && value !== null) ? '' : String(value);
}

const longest = 60;

function shorten(text: string): string {
  const [line = '', ...more] = text.split('\n');
  return line.length > longest || more.join('') !== '' ? `${line.slice(0, longest - 1)}…` : line;
}
