import type { LiveImpact } from '../workspace/liveImpact.ts';
import type { PlannedTree } from '../workspace/planFork.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Result } from '../util/result.ts';

/** One question that an assistant can ask; nothing that it does writes a file or reaches a network. */
export interface Tool {
  /** As it is called: `impact`. */
  readonly name: string;
  /** As people see it. */
  readonly title: string;
  /** What it answers and when to ask it; for the model that chooses. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Gives plain data, or one sentence that says what is wrong with the question. */
  readonly run: (question: Question) => Promise<Result<object, string>>;
}

/** One argument of a tool. */
export interface Parameter {
  readonly name: string;
  /** `files` are paths with the texts that they would have. */
  readonly kind: 'text' | 'texts' | 'files';
  readonly required?: true;
  /** For the model. */
  readonly text: string;
}

/** The arguments of a call, as the parameters say. */
export interface Arguments {
  /** Of parameters of the kind `text`; without empty ones. */
  readonly text: ReadonlyMap<string, string>;
  /** Of parameters of the kind `texts`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Texts that files would have, by path as it was written; `undefined` for a file that would be deleted. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** A call of a tool. */
export interface Question {
  readonly arguments: Arguments;
  /** The tree as it is. */
  readonly workspace: Workspace;
  /** The tree that is asked: with the proposed texts, where there are some. */
  readonly tree: PlannedTree;
  /** Files that the proposal makes other than they are, sorted. */
  readonly proposed: readonly FileId[];
  /** The comparison with what is committed. */
  readonly live: LiveImpact;
  /** Whether the user trusts the folder, so that git may be asked. */
  readonly trusted: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly signal: AbortSignal;
}
