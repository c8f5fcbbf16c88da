import type { ClientCapabilities, Connection } from 'vscode-languageserver';
import type { InitializationOptions } from '../protocol/initializationOptions.ts';
import type { HeldFindings } from './heldFindings.ts';
import type { Impacts } from './impacts.ts';
import type { MaskAccounts } from './maskAccounts.ts';
import type { OpenDocument } from './openDocuments.ts';
import type { Remembered } from './remembered.ts';
import type { Rendering } from './rendering.ts';
import type { Revisions } from './revisions.ts';
import type { Trees } from './trees.ts';
import type { Words } from './words/words.ts';

/** What the handlers of one connection share. */
export interface Session {
  readonly connection: Connection;
  /** What the client can do. */
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  readonly words: Words;
  /** Fires when the client asks the server to end. */
  readonly stopped: AbortSignal;
  /** What may not be left halfway: the server ends once it is done. */
  readonly held: Set<Promise<unknown>>;
  /** Settles once the client was asked for the texts of its editors: what they show may be missing before. Never rejects. */
  readonly textsAsked: Promise<void>;
  readonly trees: Trees;
  /** The commits that rendered documents show. */
  readonly revisions: Revisions;
  /** What changes do to clusters. */
  readonly impacts: Impacts;
  /** What fleets were found to lack when nothing happened last. */
  readonly findings: HeldFindings;
  /** Who masks values of Secrets in rendered documents. */
  readonly masks: MaskAccounts;
  /** The documents that editors show, by URI. */
  readonly documents: Map<string, OpenDocument>;
  /** What was last given for rendered documents, by URI. */
  readonly delivered: Map<string, Rendering>;
  /** Rendered documents of now, by URI. */
  readonly rendered: Remembered<Rendering | undefined>;
  /** Some file is other than before: what was rendered counts no more, and open rendered documents are looked at soon. */
  readonly changed: () => void;
  /** The client may be set otherwise than before. */
  readonly settingsChanged: () => void;
  /** Names of commits may mean others than before, and something else may be staged. */
  readonly namesChanged: () => void;
}
