import { resolve } from 'node:path';
import { expand, type ExpandedFile, type ExpandRequest } from '../analysis/expand.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { readTextFile } from '../workspace/output.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { writeAsIs, type Io } from './io.ts';
import { toJson } from './json.ts';
import { parseClusterList } from './parseClusterList.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata expand`: what a controller makes of one object. */
export const expandCommand: Command = {
  name: 'expand',
  summary: 'Says what Argo CD or Flux makes of an ApplicationSet or a Kustomization',
  forms: ['expand FILE [--clusters FILE] [--with FILE…] [options]'],
  details: [
    'FILE holds an ApplicationSet of Argo CD: its Applications are printed, with the workspace as the Git',
    'repository, whatever address and revision a generator names. Or FILE holds a Kustomization of Flux:',
    'the objects that it applies are printed, with the workspace as its source. What fails there fails',
    'here. Values of Secrets are masked.',
  ],
  options: [
    {
      name: 'clusters',
      value: 'FILE',
      text: 'The clusters of Argo CD, as a JSON list. Default: those of the register.',
    },
    { name: 'with', value: 'FILE', text: 'ConfigMaps and Secrets for Flux; may be repeated.' },
    { name: 'argocd-namespace', value: 'NS', text: 'Where Argo CD runs. Default: argocd.' },
    {
      name: 'git-file-globbing',
      value: 'WHICH',
      choices: ['old', 'new'],
      text: 'How patterns of files are read: as git does (old, default), or by the newer flag.',
    },
    { name: 'validate', text: 'Checks the Applications as well.' },
    {
      name: 'projects',
      value: 'NAME',
      text: 'A project that there is; may be repeated. Default: default and that of the template.',
    },
    { name: 'strict', text: 'Fails where a variable of Flux is not set.' },
  ],
  examples: [
    {
      line: 'strata expand argocd/control/applicationsets/checkout.yaml --workspace .',
      text: 'The Applications of an ApplicationSet',
    },
    {
      line: 'strata expand argocd/control/applicationsets/catalog.yaml --workspace . --json',
      text: 'The same for scripts',
    },
  ],
  words: ['text'],
  run: async (call, io) => {
    const asked = requestOf(call, io);
    if (asked.kind === 'failed') return wrongUse(io, 'expand', asked.failure);
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const expanded = await tree.value.complete(
      (analysis) => expand(analysis, asked.value),
      io.signal,
    );
    return print(call, io, expanded);
  },
};

function requestOf(call: Call, io: Io): Result<ExpandRequest, string> {
  const read = (name: string): Result<{ readonly file: string; readonly text: string }, string> => {
    const text = readTextFile(resolve(io.folder, name));
    return text === undefined ? failed(`there is no file ${name}.`) : ok({ file: name, text });
  };
  const { word, lists } = splitWords(call);
  if (word === undefined) return failed('name a file.');
  const more = lists.extra;
  if (more !== undefined) return failed(`name one file; what is ${more}?`);
  const file = read(word);
  if (file.kind === 'failed') return file;
  const withFiles = [];
  for (const name of lists.with) {
    const one = read(name);
    if (one.kind === 'failed') return one;
    withFiles.push(one.value);
  }
  const list = call.options.get('clusters');
  const text = list === undefined ? undefined : read(list);
  if (text?.kind === 'failed') return text;
  const clusters = text && parseClusterList(text.value.text);
  if (clusters?.kind === 'failed') return failed(`${list ?? ''}: ${clusters.failure}`);
  return ok({
    ...file.value,
    clusters: clusters?.value,
    with: withFiles,
    argocdNamespace: call.options.get('argocd-namespace'),
    fileGlobbing: call.options.get('git-file-globbing') === 'new' ? 'new' : 'old',
    validates: call.options.has('validate'),
    projects: lists.projects,
    strict: call.options.has('strict'),
  });
}

interface SplitWords {
  readonly word: string | undefined;
  readonly lists: {
    readonly with: readonly string[];
    readonly projects: readonly string[];
    /** A word that belongs nowhere. */
    readonly extra: string | undefined;
  };
}

/** Words behind the first one belong to the list that was given: `--with A B`, `--projects A B`. */
function splitWords({ words, lists }: Call): SplitWords {
  const [word, ...more] = words;
  const withFiles = lists.get('with') ?? [];
  const projects = lists.get('projects') ?? [];
  const takesWith = withFiles.length > 0;
  const takesProjects = !takesWith && projects.length > 0;
  return {
    word,
    lists: {
      with: takesWith ? [...withFiles, ...more] : withFiles,
      projects: takesProjects ? [...projects, ...more] : projects,
      extra: takesWith || takesProjects ? undefined : more[0],
    },
  };
}

function print(call: Call, io: Io, expanded: ExpandedFile): number {
  const json = wantsJson(call);
  switch (expanded.kind) {
    case 'applications': {
      const { applications, invalid, otherRevisions } = expanded;
      if (json) {
        const waits = otherRevisions.length === 0 ? undefined : otherRevisions;
        io.out.write(toJson({ applications, invalid, otherRevisions: waits }));
      } else {
        for (const revision of otherRevisions)
          io.err.write(
            `strata: note: a git generator reads ${revision}, not what is checked out: these are the Applications once ${revision} has what is here.\n`,
          );
        for (const [name, message] of Object.entries(invalid ?? {}))
          io.err.write(`strata: warning: ${name}: ${message}\n`);
        writeAsIs(io.out, expanded.yaml);
      }
      return 0;
    }
    case 'yaml':
      if (json) io.out.write(toJson({ yaml: expanded.yaml }));
      else writeAsIs(io.out, expanded.yaml);
      return 0;
    case 'error':
      if (json) io.out.write(toJson({ error: expanded.error }));
      else refuse(io, { exitCode: 1, message: expanded.error });
      return 1;
    case 'outside':
      if (json) io.out.write(toJson({ outside: expanded.outside }));
      else io.err.write(`strata: this is not in the repository: ${expanded.outside}.\n`);
      return 0;
  }
}
