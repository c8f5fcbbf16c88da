import { defaultRenderOptions } from '../analysis/analysis.ts';
import { explain } from '../analysis/explain.ts';
import { explanationJson, whyNotExplained } from '../analysis/explanationDocument.ts';
import { locateProblems } from '../analysis/locatedProblem.ts';
import { problemJson } from '../analysis/problemJson.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import { subjectOf, subjectParameters } from './subject.ts';
import type { Tool } from './tool.ts';

/** What a field is and which layers set it. */
export const explainTool: Tool = {
  name: 'explain',
  title: 'Explain a value',
  description: [
    'Says what a field of a rendered object is, and every layer that set it with file and line, the winner',
    'first: edit there to change it. Values of Secrets are masked.',
  ].join(' '),
  parameters: [
    ...subjectParameters,
    {
      name: 'resource',
      kind: 'text',
      required: true,
      text: 'Kind[.group]/[namespace/]name, such as Deployment/checkout.',
    },
    {
      name: 'field',
      kind: 'text',
      required: true,
      text: 'Such as /spec/replicas or /spec/template/spec/containers[name=app]/image.',
    },
    filesParameter,
  ],
  run: async (question) => {
    const { arguments: given, tree, signal } = question;
    const subject = await subjectOf(question);
    if (subject.kind === 'failed') return subject;
    const { source, name } = subject.value;
    const resource = given.text.get('resource') ?? '';
    const field = given.text.get('field') ?? '';
    const { explanation, failures } = await tree.complete(
      (one) => explain(one, { source, resource, field }, defaultRenderOptions),
      signal,
    );
    if (explanation.kind !== 'explained')
      return failed(whyNotExplained(explanation, { name, resource, field }));
    const problems = await tree.complete((one) => locateProblems(one, failures), signal);
    return ok({
      of: name,
      resource: explanation.resource,
      field: explanation.field,
      ...explanationJson(explanation),
      failures: problems.length > 0 ? problems.map(problemJson) : undefined,
    });
  },
};
