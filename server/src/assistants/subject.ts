import type { RenderSource } from '../analysis/analysis.ts';
import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { findApplication } from '../analysis/findApplication.ts';
import { suggestion } from '../analysis/suggestion.ts';
import { chainResult, failed, mapResult, ok, type Result } from '../util/result.ts';
import type { Parameter, Question } from './tool.ts';

/** What a question is about: a root, or an application on a cluster. */
export interface Subject {
  readonly source: RenderSource;
  /** What it is called in an answer. */
  readonly name: string;
}

/** The arguments that name a subject. */
export const subjectParameters: readonly Parameter[] = [
  {
    name: 'application',
    kind: 'text',
    text: 'Name of an application of Argo CD or Flux, as the tool applications lists it.',
  },
  {
    name: 'cluster',
    kind: 'text',
    text: 'Name of the cluster, where the application is on several.',
  },
  {
    name: 'root',
    kind: 'text',
    text: 'Instead of an application: a folder with a kustomization file, from the top of the repository.',
  },
];

/** The arguments that name an application on a cluster. */
export const applicationParameters: readonly Parameter[] = subjectParameters
  .filter(({ name }) => name !== 'root')
  .map((one) => (one.name === 'application' ? { ...one, required: true } : one));

/** The subject that a question names. */
export async function subjectOf(question: Question): Promise<Result<Subject, string>> {
  const { text } = question.arguments;
  const [application, root] = [text.get('application'), text.get('root')];
  if ((application === undefined) === (root === undefined))
    return failed('Name an application, or a root.');
  if (application === undefined)
    return mapResult(rootOf(question, root ?? ''), (source) => ({
      source,
      name: source === '' ? '.' : source,
    }));
  return mapResult(await applicationOf(question), (row) => ({
    source: { application: row.key },
    name: `${row.name} on ${row.cluster ?? 'a cluster that only its controller knows'}`,
  }));
}

/** The application that a question names. */
export async function applicationOf({
  arguments: { text },
  tree,
  signal,
}: Question): Promise<Result<ApplicationRow, string>> {
  const rows = await tree.complete(applicationRows, signal);
  const found = findApplication(rows, text.get('application') ?? '', text.get('cluster'));
  return found.kind === 'failed' ? failed(sentence(found.failure)) : found;
}

function rootOf({ tree }: Question, written: string): Result<string, string> {
  const root = written.replace(/^\.?\/+|^\.$/, '').replace(/\/+(kustomization\.ya?ml)?$/, '');
  const roots = tree.host.analysis().roots();
  return chainResult(ok(root), (one) => {
    if (roots.includes(one)) return ok(one);
    const near = suggestion(one, roots);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    return failed(`${written} has no kustomization file.${hint}`);
  });
}

/** Refusals of the command line name its options, which an assistant does not have. */
function sentence(text: string): string {
  const told = text.replace('by --cluster', 'by cluster').replace('strata apps', 'applications');
  return told.charAt(0).toUpperCase() + told.slice(1);
}
