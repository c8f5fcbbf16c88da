import { apiLifecycleText } from './apiLifecycleData.ts';

/** The minor versions of Kubernetes 1 that matter to one of its own APIs. */
export interface ApiLifecycle {
  /** The first that serves it. */
  readonly introduced: number;
  /** The first that warns of it. */
  readonly deprecated: number | undefined;
  /** The first that no longer serves it, or is not meant to. */
  readonly removed: number | undefined;
  /** The apiVersion to use in its place. */
  readonly replacement: string | undefined;
}

/** What becomes of an API of Kubernetes itself; `undefined` for any other, and where nothing is known. */
export function apiLifecycleOf(apiVersion: string, kind: string): ApiLifecycle | undefined {
  return table.get(`${apiVersion} ${kind}`);
}

/** All APIs of the table, as `apiVersion Kind`. */
export function lifecycleApis(): readonly string[] {
  return [...table.keys()];
}

const table: ReadonlyMap<string, ApiLifecycle> = new Map(
  apiLifecycleText
    .trim()
    .split('\n')
    .map((line) => {
      const [apiVersion = '', kind = '', introduced, deprecated, removed, replacement] =
        line.split(' ');
      const told: ApiLifecycle = {
        introduced: minorOf(introduced) ?? 0,
        deprecated: minorOf(deprecated),
        removed: minorOf(removed),
        replacement: replacement === '-' ? undefined : replacement,
      };
      return [`${apiVersion} ${kind}`, told] as const;
    }),
);

function minorOf(text: string | undefined): number | undefined {
  return text === undefined || text === '-' ? undefined : Number(text);
}
