import type { ReadingPath } from './why.ts';

/** A way to a file as JSON has it; see docs/schemas/why.schema.json. */
export function readingPathJson({
  cluster,
  application,
  namespace,
  through,
  declares,
  made,
  open,
}: ReadingPath): object {
  return {
    cluster: cluster ?? null,
    application,
    namespace,
    through,
    declares: declares ? true : undefined,
    made: made ? true : undefined,
    open: open ? true : undefined,
  };
}
