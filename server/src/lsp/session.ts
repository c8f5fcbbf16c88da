import type { Connection } from 'vscode-languageserver';
import type { InitializationOptions } from '../protocol/initializationOptions.ts';
import type { OpenDocument } from './openDocuments.ts';
import type { Rendering } from './rendering.ts';
import type { Trees } from './trees.ts';
import type { Words } from './words/words.ts';

/** What the handlers of one connection share. */
export interface Session {
  readonly connection: Connection;
  readonly options: InitializationOptions;
  readonly words: Words;
  /** Fires when the client asks the server to end. */
  readonly stopped: AbortSignal;
  readonly trees: Trees;
  /** The documents that editors show, by URI. */
  readonly documents: Map<string, OpenDocument>;
  /** What was last given for rendered documents, by URI. */
  readonly delivered: Map<string, Rendering>;
  /** Runs the sweep for rendered documents that changed, a moment after the last call. */
  readonly sweepSoon: () => void;
}
