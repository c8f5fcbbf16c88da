import type { Application } from '../../delivery/application.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import type { PracticeFacts } from './facts.ts';

/** An application whose cluster is certain, with its facts. */
export interface Placed {
  readonly application: Application;
  readonly cluster: string;
  /** What tells its cluster from all others. */
  readonly key: string;
  readonly facts: PracticeFacts;
}

/** A problem that may be one on several clusters. */
export interface PracticeFound {
  readonly code: string;
  /** The application that brings it there. */
  readonly application: Application;
  readonly at: SourcePointer;
  readonly cluster: string;
  readonly parameters: Readonly<Record<string, string>>;
}
