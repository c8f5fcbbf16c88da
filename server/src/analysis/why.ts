import { whyReads } from '../layers/fleet/whyReads.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** An application that reads a file. */
export interface ReadingPath {
  readonly cluster: string | undefined;
  readonly application: string;
  readonly namespace: string;
  /** Roots, or folders, from that of the application on; the file at the end. */
  readonly through: readonly FileId[];
  /** Whether the file says what the application is, and nothing of what it delivers. */
  readonly declares: boolean;
}

/** Which applications on which clusters read a file, and on which way; sorted by cluster and name. */
export function why(analysis: Analysis, file: FileId): Answer<readonly ReadingPath[]> {
  return analysis.ask((reader) =>
    whyReads(reader, file)
      .map(({ application, through, declares }) => ({
        cluster: application.destination.cluster,
        application: application.name,
        namespace: application.namespace,
        through,
        declares,
      }))
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
  );
}

function sortKey({ cluster, application, namespace }: ReadingPath): string {
  return [cluster ?? '\uffff', application, namespace].join('\n');
}
