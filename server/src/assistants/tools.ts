import { failed, ok, type Result } from '../util/result.ts';
import type { LiveImpact } from '../workspace/liveImpact.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { bounded } from './bounded.ts';
import { checkTool } from './check.ts';
import { explainTool } from './explain.ts';
import { applicationsTool, clustersTool } from './fleet.ts';
import { impactTool } from './impact.ts';
import { parseArguments } from './parseArguments.ts';
import { proposedTree } from './proposedTree.ts';
import { renderTool } from './render.ts';
import { rightsTool } from './rights.ts';
import { secretsTool } from './secrets.ts';
import { surveyTool } from './survey.ts';
import type { Tool } from './tool.ts';
import { valuesTool } from './values.ts';
import { whyTool } from './why.ts';

/** What an assistant can ask: every tool reads, masks values of Secrets, and neither writes nor connects. */
export const tools: readonly Tool[] = [
  impactTool,
  explainTool,
  renderTool,
  valuesTool,
  whyTool,
  applicationsTool,
  clustersTool,
  surveyTool,
  secretsTool,
  checkTool,
  rightsTool,
];

/** Most characters of an answer: some ten thousand tokens. */
const mostCharacters = 40_000;

/** A tree to ask, and what may be done for it. */
export interface Asked {
  readonly workspace: Workspace;
  readonly live: LiveImpact;
  readonly trusted: boolean;
  readonly today: string;
}

/** Calls a tool; gives JSON of a bounded length, or a sentence that says what is wrong with the call. */
export async function callTool(
  tool: Tool,
  sent: unknown,
  asked: Asked,
  signal: AbortSignal,
): Promise<Result<string, string>> {
  const given = parseArguments(tool.parameters, sent);
  if (given.kind === 'failed') return given;
  const proposal = await proposedTree(asked.workspace, given.value.files, signal);
  if (proposal.kind === 'failed') return proposal;
  const { tree, files, dispose } = proposal.value;
  try {
    const question = { ...asked, arguments: given.value, tree, proposed: files, signal };
    const answer = await tool.run(question);
    return answer.kind === 'ok' ? ok(textOf(answer.value)) : failed(shortened(answer.failure));
  } finally {
    dispose();
  }
}

/** What was left out comes first, so that nobody takes a part for all. */
function textOf(answer: object): string {
  const { value, leftOut } = bounded(answer, mostCharacters);
  return JSON.stringify(leftOut.length === 0 ? value : { leftOut, hint, answer: value });
}

const hint =
  'This is a part of the answer: leftOut counts what is missing. Ask for less to see it.';

function shortened(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

/** What a tool answers and what its arguments are, in one text: where schemas have no room for descriptions. */
export function wholeDescription({ description, parameters }: Tool): string {
  const told = parameters.map(({ name, text }) => `${name}: ${text}`);
  return [description, ...(told.length > 0 ? ['Arguments:', ...told] : [])].join('\n');
}

/** The arguments of a tool as a JSON Schema. */
export function inputSchema({ parameters }: Tool): InputSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, kind, text }) => [name, { ...forms[kind], description: text }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required === true ? [name] : [])),
    additionalProperties: false,
  };
}

/** A schema of arguments. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

const forms = {
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  files: {
    type: 'array',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, text: { type: ['string', 'null'] } },
      required: ['path', 'text'],
      additionalProperties: false,
    },
  },
} as const;
