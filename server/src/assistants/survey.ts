import { ok } from '../util/result.ts';
import { takeSurvey } from '../workspace/survey.ts';
import { surveyJson } from '../workspace/surveyDocument.ts';
import type { Tool } from './tool.ts';

/** The first look at a repository. */
export const surveyTool: Tool = {
  name: 'survey',
  title: 'First look at the repository',
  description: [
    'Says how many clusters and applications there are, for how many of them the output is known to the last',
    'field, why the rest is open, and what is worth a look.',
  ].join(' '),
  parameters: [],
  run: async ({ tree, today, signal }) =>
    ok(surveyJson(await takeSurvey(tree.complete, today, signal))),
};
