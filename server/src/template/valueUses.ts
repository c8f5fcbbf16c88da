import type { TemplatePlace } from './lineOrigins.ts';
import type { ValuePath } from './valuePath.ts';

/** The lines of templates that used values while they ran. */
export interface ValueUses {
  readonly add: (paths: Iterable<ValuePath>, place: TemplatePlace) => void;
  /** Each line once, in the order in which they ran. */
  readonly of: (path: ValuePath) => readonly TemplatePlace[];
}

/** None so far. */
export function createValueUses(): ValueUses {
  const uses = new Map<ValuePath, Map<string, TemplatePlace>>();
  return {
    add: (paths, place) => {
      const name = `${place.template}:${place.line}`;
      for (const path of paths) {
        const known = uses.get(path) ?? new Map<string, TemplatePlace>();
        uses.set(path, known);
        known.set(name, place);
      }
    },
    of: (path) => [...(uses.get(path)?.values() ?? [])],
  };
}
