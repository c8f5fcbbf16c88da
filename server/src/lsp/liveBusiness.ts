import { queryPrometheus, type QueryAnswer } from '../live/prometheus.ts';
import type { LiveBusiness, LiveMetrics } from '../protocol/live.ts';

/** How long a value counts before it is asked for again, in milliseconds. */
const freshFor = 60_000;

/** Asks for the numbers by which the user knows whether the business goes well; nobody waits for them. */
export class BusinessSignals {
  private readonly onChange: () => void;
  private readonly stop = new AbortController();
  private readonly known = new Map<
    string,
    {
      readonly askedAt: number;
      answer: QueryAnswer | undefined;
      /** Settles with the answer; never rejects. */
      come: Promise<void>;
    }
  >();

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  /** The last known number of an application on a cluster; `undefined` where no setting asks for one. */
  of(
    { name, family }: { readonly name: string; readonly family: string },
    cluster: string,
    metrics: LiveMetrics | undefined,
  ): LiveBusiness | undefined {
    if (metrics === undefined) return undefined;
    const wanted = said(metrics.business, name) ?? said(metrics.business, family);
    if (wanted === undefined) return undefined;
    const base = said(metrics.prometheus, cluster) ?? said(metrics.prometheus, '*');
    if (base === undefined) return { state: 'unknown' };
    // Names come from a repository, and the query is the user's: nothing but plain names gets into it.
    if (![cluster, name].every((one) => /^[\p{L}\p{N}_.:/@-]+$/u.test(one)))
      return { state: 'unknown' };
    const query = wanted.query.replaceAll(/\$cluster|\$application/g, (one) =>
      one === '$cluster' ? cluster : name,
    );
    const answer = this.answer(base, query);
    if (answer?.kind !== 'value') return { state: 'unknown' };
    const { value, at } = answer;
    const { above = -Infinity, below = Infinity } = wanted;
    return { state: value >= above && value <= below ? 'met' : 'missed', value, at };
  }

  /** The number as it is once whoever is asked has answered, or had enough time to. */
  async awaited(
    application: { readonly name: string; readonly family: string },
    cluster: string,
    metrics: LiveMetrics | undefined,
  ): Promise<LiveBusiness | undefined> {
    const first = this.of(application, cluster, metrics);
    if (first?.state !== 'unknown') return first;
    const pending = [...this.known.values()].filter(({ answer }) => answer === undefined);
    await Promise.all(pending.map(({ come }) => come));
    return this.of(application, cluster, metrics);
  }

  dispose(): void {
    this.stop.abort();
  }

  private answer(base: string, query: string): QueryAnswer | undefined {
    const key = JSON.stringify([base, query]);
    const known = this.known.get(key);
    if (known === undefined || Date.now() - known.askedAt > freshFor) {
      const asked = { askedAt: Date.now(), answer: known?.answer, come: Promise.resolve() };
      this.known.set(key, asked);
      asked.come = queryPrometheus(base, query, this.stop.signal).then((answer) => {
        if (this.stop.signal.aborted) return;
        asked.answer = answer;
        this.onChange();
      });
    }
    return this.known.get(key)?.answer;
  }
}

/** Names come from a repository: they may be those of something that every object has. */
function said<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
