import { inputSchema } from '../assistants/tools.ts';
import type { Tool } from '../assistants/tool.ts';
import type { Result } from '../util/result.ts';
import {
  errorCodes,
  revisionsWithHandshake,
  statelessRevision,
  type ListedTool,
  type Message,
  type Reply,
} from './mcpMessages.ts';
import { parseMcpMessage, revisionOf } from './parseMcpMessage.ts';
import { version } from './version.ts';

/** Whom messages come from and go to: one message a line. */
export interface McpOptions {
  readonly lines: AsyncIterable<string>;
  readonly write: (line: string) => void;
  readonly tools: readonly Tool[];
  readonly call: (
    tool: Tool,
    sent: unknown,
    signal: AbortSignal,
  ) => Promise<Result<string, string>>;
  /** Where a fault of ours is told; what it says of a file stays out. */
  readonly onFault: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Serves the Model Context Protocol until the lines end and what they ask is answered: tools alone. Calls are answered one
 * after the other, everything else at once. Source: https://modelcontextprotocol.io/specification/2026-07-28, and 2025-11-25 for the handshake.
 */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { lines, write, signal } = options;
  const running = new Map<string | number, AbortController>();
  const send = (reply: Reply): void => {
    write(`${JSON.stringify(reply)}\n`);
  };
  let queue: Promise<void> = Promise.resolve();
  for await (const line of lines) {
    if (signal.aborted) break;
    if (line.trim() === '') continue;
    const message = parseMcpMessage(line);
    if (message.kind === 'failed') send(message.failure);
    else if (message.value !== undefined) take(message.value);
  }
  // Whoever ends the input still reads the answers to what was asked before; who does not care stops the process.
  await queue;

  function take(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) {
      const { requestId } = params;
      const isId = typeof requestId === 'string' || typeof requestId === 'number';
      if (method === 'notifications/cancelled' && isId) running.get(requestId)?.abort();
      return;
    }
    if (method !== 'tools/call') {
      send(replyTo(id, message, options.tools));
      return;
    }
    const stop = new AbortController();
    running.set(id, stop);
    queue = queue.then(async () => {
      const reply = await answerCall(id, message, options, AbortSignal.any([stop.signal, signal]));
      running.delete(id);
      // Nobody waits for the answer of a call that was taken back.
      if (reply !== undefined) send(reply);
    });
  }
}

/** The tools as a client gets them. */
export function listTools(tools: readonly Tool[]): readonly ListedTool[] {
  return tools.map((tool) => {
    const { name, title, description } = tool;
    const annotations = { readOnlyHint: true, openWorldHint: false } as const;
    return { name, title, description, inputSchema: inputSchema(tool), annotations };
  });
}

function replyTo(id: string | number, message: Message, tools: readonly Tool[]): Reply {
  const result = (value: object): Reply => ({
    jsonrpc: '2.0',
    id,
    result: stamped(message, value),
  });
  const wrong = wrongRevision(id, message);
  if (wrong !== undefined) return wrong;
  switch (message.method) {
    case 'initialize': {
      const { protocolVersion: asked } = message.params;
      const [newest = ''] = revisionsWithHandshake;
      const isKnown = typeof asked === 'string' && revisionsWithHandshake.includes(asked);
      const protocolVersion = isKnown ? asked : newest;
      return result({ protocolVersion, capabilities, serverInfo, instructions });
    }
    case 'server/discover':
      return result({
        supportedVersions: [statelessRevision],
        capabilities,
        instructions,
        ...kept,
      });
    case 'ping':
      return result({});
    case 'tools/list':
      return result({ tools: listTools(tools), ...(isStateless(message) && kept) });
    default:
      return refusal(id, errorCodes.unknownMethod, `There is no method ${message.method}.`);
  }
}

/** `undefined` where the call was taken back. */
async function answerCall(
  id: string | number,
  message: Message,
  { tools, call, onFault }: McpOptions,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  if (isAborted(signal)) return undefined;
  const wrong = wrongRevision(id, message);
  if (wrong !== undefined) return wrong;
  const { name, arguments: sent } = message.params;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return refusal(id, errorCodes.invalidParams, `There is no tool ${String(name)}.`);
  const told = (text: string, isError: boolean): Reply => ({
    jsonrpc: '2.0',
    id,
    result: stamped(message, {
      content: [{ type: 'text', text }],
      ...(isError && { isError }),
    }),
  });
  try {
    const answer = await call(tool, sent, signal);
    return answer.kind === 'ok' ? told(answer.value, false) : told(answer.failure, true);
  } catch (error) {
    if (isAborted(signal)) return undefined;
    onFault(error);
    return told('Strata failed to answer, by a fault of its own.', true);
  }
}

/** Asked anew each time, which the compiler does not know of a property. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function wrongRevision(id: string | number, message: Message): Reply | undefined {
  const revision = revisionOf(message);
  if (revision === undefined || isSpoken(revision)) return undefined;
  const data = { supported: [statelessRevision], requested: revision };
  return refusal(id, errorCodes.unsupportedRevision, `${revision} is not spoken here.`, data);
}

function isSpoken(revision: string): boolean {
  return revision === statelessRevision || revisionsWithHandshake.includes(revision);
}

function isStateless(message: Message): boolean {
  return revisionOf(message) === statelessRevision;
}

/** Where no handshake told who answers, each answer does. */
function stamped(message: Message, value: object): object {
  if (!isStateless(message)) return value;
  const meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  return { resultType: 'complete', ...value, _meta: meta };
}

function refusal(id: string | number, code: number, message: string, data?: object): Reply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

const capabilities = { tools: {} };

const serverInfo = { name: 'strata', title: 'Strata', version };

/** The tools stay the same as long as the server runs. */
const kept = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

const instructions = [
  'Strata renders this GitOps repository (Kustomize, Helm, Argo CD, Flux) in process and offline.',
  'Before you say that an edit of its YAML is done, ask impact with the texts that you propose: it names the',
  'clusters that really change. Ask explain for the line to edit. Nothing here writes a file or reaches a cluster.',
].join(' ');
