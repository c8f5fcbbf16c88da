import { locateProblems } from '../analysis/locatedProblem.ts';
import { problemJson } from '../analysis/problemJson.ts';
import { renderedRoot } from '../analysis/renderedRoot.ts';
import type { ResourceName } from '../analysis/resourceName.ts';
import { suggestion } from '../analysis/suggestion.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import { subjectOf, subjectParameters } from './subject.ts';
import type { Tool } from './tool.ts';

/** Characters of YAML that are told in one answer. */
const mostYaml = 30_000;

/** The effective YAML of an application on a cluster, or of a root. */
export const renderTool: Tool = {
  name: 'render',
  title: 'Rendered YAML',
  description: [
    'Gives the effective YAML of an application on a cluster, with what its controller does before and after',
    'the build, or of a folder with a kustomization file. Values of Secrets are masked. Where it is long, the',
    'names of its objects are given: name some of them by resources. gaps say what is missing and why.',
  ].join(' '),
  parameters: [
    ...subjectParameters,
    {
      name: 'resources',
      kind: 'texts',
      text: 'Only these objects: Kind[.group]/[namespace/]name, or a kind alone.',
    },
    filesParameter,
  ],
  run: async (question) => {
    const { arguments: given, tree, signal } = question;
    const subject = await subjectOf(question);
    if (subject.kind === 'failed') return subject;
    const { source, name } = subject.value;
    const built = await tree.complete((one) => renderedRoot(one, source), signal);
    const problems = await tree.complete((one) => locateProblems(one, built.failures), signal);
    const wanted = given.texts.get('resources') ?? [];
    const labels = built.resources.map(({ label }) => label);
    const missing = wanted.find((one) => !built.resources.some((each) => isMeant(each.name, one)));
    if (missing !== undefined) {
      const near = suggestion(missing, labels);
      return failed(
        `${name} renders no ${missing}.${near === undefined ? '' : ` Did you mean ${near}?`} It renders ${labels.slice(0, 40).join(', ')}${labels.length > 40 ? ', …' : ''}.`,
      );
    }
    const chosen =
      wanted.length === 0
        ? built.resources
        : built.resources.filter((each) => wanted.some((one) => isMeant(each.name, one)));
    const yaml = chosen.map((one) => one.yaml).join('---\n');
    return ok({
      of: name,
      builds: problems.length === 0,
      failures: problems.length > 0 ? problems.map(problemJson) : undefined,
      gaps: built.gaps.map(({ kind, detail }) => ({ kind, detail })),
      ...(yaml.length <= mostYaml
        ? { yaml }
        : {
            tooLong: `The YAML has ${yaml.length} characters: name some of these objects by resources.`,
            objects: chosen.map(({ label }) => label),
          }),
    });
  },
};

/** Whether a name, or a kind alone, means an object; the group and the namespace may be left out. */
function isMeant({ group, kind, namespace, name }: ResourceName, text: string): boolean {
  const slash = text.indexOf('/');
  const type = slash < 0 ? text : text.slice(0, slash);
  const rest = slash < 0 ? undefined : text.slice(slash + 1);
  const isKind = type === kind || type === `${kind}.${group}`;
  return isKind && (rest === undefined || rest === name || rest === `${namespace}/${name}`);
}
