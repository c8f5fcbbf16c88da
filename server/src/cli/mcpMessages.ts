import type { InputSchema } from '../assistants/tools.ts';

/** A request or a notification of a client; other messages are answers, which nobody here waits for. */
export interface Message {
  /** `undefined` for a notification. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer to a request. */
export type Reply =
  | { readonly jsonrpc: '2.0'; readonly id: string | number; readonly result: object }
  | {
      readonly jsonrpc: '2.0';
      readonly id: string | number | null;
      readonly error: { readonly code: number; readonly message: string; readonly data?: object };
    };

/** What a tool is, as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: { readonly readOnlyHint: true; readonly openWorldHint: false };
}

/** The revision in which each request says by which revision it is to be read, and no handshake comes before. */
export const statelessRevision = '2026-07-28';

/** The revisions that begin with `initialize`, the newest first: what is asked for here is the same in all. */
export const revisionsWithHandshake: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** Codes of JSON-RPC, and of MCP for a revision that is not spoken. */
export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  unsupportedRevision: -32022,
} as const;
