import { failed, ok, type Result } from '../util/result.ts';
import { errorCodes, type Message, type Reply } from './mcpMessages.ts';

/** Reads a line as a message; `undefined` for an answer. What is no message is refused with the reply that says so. */
export function parseMcpMessage(line: string): Result<Message | undefined, Reply> {
  let sent: unknown;
  try {
    sent = JSON.parse(line);
  } catch {
    return refused(null, errorCodes.parse, 'The line is no JSON.');
  }
  if (!isRecord(sent)) return refused(null, errorCodes.invalidRequest, 'A message is an object.');
  const { id, method, params } = sent;
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined;
  const isAnswer = known !== undefined && ('result' in sent || 'error' in sent);
  if (method === undefined && isAnswer) return ok(undefined);
  if (typeof method !== 'string')
    return refused(known ?? null, errorCodes.invalidRequest, 'The message has no method.');
  return ok({ id: known, method, params: isRecord(params) ? params : {} });
}

/** The revision that a request names in `_meta`; `undefined` where a handshake said it. */
export function revisionOf({ params }: Message): string | undefined {
  const { _meta: meta } = params;
  const revision = isRecord(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof revision === 'string' ? revision : undefined;
}

function refused(id: string | number | null, code: number, message: string): Result<never, Reply> {
  return failed({ jsonrpc: '2.0', id, error: { code, message } });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
