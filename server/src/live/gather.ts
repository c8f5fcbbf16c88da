import type {
  DriftNeeds,
  DryRun,
  JsonValue,
  LiveObject,
  LiveUnit,
  NeededObject,
} from '../analysis/driftTypes.ts';
import { inventoryOfController } from '../analysis/liveStatus.ts';
import { ApiError, failureOf, type ApiFailure } from './apiFailure.ts';
import { Discovery, groupPath, listPath, type ResourceType } from './discovery.ts';
import { inTurns } from './inTurns.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { ListItems } from './listItems.ts';
import { below, isObject, parseJson, parseObject, textOf, type KubeObject } from './parseApi.ts';

/** How objects are read. */
export interface GatherOptions {
  /** Secrets are read, too; what is in them stays masked. Off by default. */
  readonly secrets: boolean;
  /** What the server is asked to apply without doing it, for each needed object, and in whose name. */
  readonly dryRun?: { readonly manager: string; readonly bodies: readonly string[] } | undefined;
}

/** From so many objects of one kind in one namespace on, they are listed instead of read one by one. */
const listFrom = 5;
const pageSize = 500;

/** Reads from one cluster what a comparison needs; what it learns of the server it remembers. */
export class Gatherer {
  private readonly connection: Pick<KubeConnection, 'get' | 'parts' | 'dryRun'>;
  private readonly discovery: Discovery;
  private readonly schemas = new Map<string, Promise<JsonValue | undefined>>();

  constructor(connection: Pick<KubeConnection, 'get' | 'parts' | 'dryRun'>, now: () => number) {
    this.connection = connection;
    this.discovery = new Discovery(connection, now);
  }

  /** Everything about one application. Throws `ApiError` where the cluster gives no answer at all. */
  async unit(
    needs: DriftNeeds,
    controller: KubeObject | undefined,
    options: GatherOptions,
    signal: AbortSignal,
  ): Promise<LiveUnit> {
    const places = await Promise.all(
      needs.objects.map((need) => this.place(need, needs.namespace, signal)),
    );
    const answers = await this.answers(needs.objects, places, options, signal);
    const extra = this.inventory(controller, needs.objects, places);
    const [others, autoscalers, schemas] = await Promise.all([
      this.existing(extra, options, signal),
      this.autoscalers(needs, signal),
      this.schemasFor(needs.objects, signal),
    ]);
    const dryRuns = await this.dryRuns(places, answers, options, signal);
    return { answers, dryRuns, controller, others, autoscalers, schemas };
  }

  /**
   * The objects of a kind in all namespaces, as `keep` leaves each; none where the server does not serve it. Throws
   * `ApiError`.
   */
  async all(
    apiVersion: string,
    kind: string,
    signal: AbortSignal,
    keep: (object: KubeObject) => KubeObject,
  ): Promise<readonly KubeObject[]> {
    const type = await this.discovery.type(apiVersion, kind, signal);
    return type === undefined ? [] : this.list(listPath(apiVersion, type, ''), signal, { keep });
  }

  /**
   * One object; where nobody says in which namespace it is, the only one of its name in all of them. `undefined` where there is
   * none or more than one, or it may not be read. Throws `ApiError`.
   */
  async object(need: NeededObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    const place = await this.place(need, '', signal);
    if (place.kind !== 'at') return undefined;
    if (need.namespace === '' && place.namespace !== '') return this.onlyOne(need, signal);
    const answer = await this.one(place.path, signal);
    return answer.kind === 'found' && isObject(answer.object) ? answer.object : undefined;
  }

  /**
   * Whether an object in a namespace, of a kind that is served, is not there; `false` also where it may not be read, and where
   * nobody says in which namespace it would be. Throws `ApiError`.
   */
  async isMissing(need: NeededObject, signal: AbortSignal): Promise<boolean> {
    if (need.namespace === '') return false;
    const place = await this.place(need, '', signal);
    return place.kind === 'at' && (await this.one(place.path, signal)).kind === 'missing';
  }

  /** Throws `ApiError` where the server serves no API at all. */
  async confirm(signal: AbortSignal): Promise<void> {
    await this.discovery.confirm(signal);
  }

  /** The type of a kind; `undefined` where the server does not serve it. Throws `ApiError`. */
  async typeOf(
    apiVersion: string,
    kind: string,
    signal: AbortSignal,
  ): Promise<ResourceType | undefined> {
    return this.discovery.type(apiVersion, kind, signal);
  }

  /** The path of the list of a kind, in a namespace or in all; `undefined` where the server does not serve it. */
  async pathOf(
    { apiVersion, kind }: Pick<NeededObject, 'apiVersion' | 'kind'>,
    namespace: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const type = await this.discovery.type(apiVersion, kind, signal);
    return type && listPath(apiVersion, type, namespace);
  }

  private async place(need: NeededObject, fallback: string, signal: AbortSignal): Promise<Place> {
    try {
      const type = await this.discovery.type(need.apiVersion, need.kind, signal);
      if (type === undefined) return { kind: 'notServed' };
      const namespace = type.namespaced ? need.namespace || fallback || 'default' : '';
      const list = listPath(need.apiVersion, type, namespace);
      return { kind: 'at', list, namespace, path: `${list}/${encodeURIComponent(need.name)}` };
    } catch (error) {
      const failure = passOn(error);
      // A kind that is not served has no type: without any API there is nobody to answer.
      if (failure.kind === 'notFound') throw error;
      return { kind: 'failed', failure };
    }
  }

  private async answers(
    needs: readonly NeededObject[],
    places: readonly Place[],
    options: GatherOptions,
    signal: AbortSignal,
  ): Promise<readonly LiveObject[]> {
    const counts = new Map<string, number>();
    for (const place of places) {
      if (place.kind === 'at') counts.set(place.list, (counts.get(place.list) ?? 0) + 1);
    }
    const lists = new Map<string, Promise<ReadonlyMap<string, KubeObject> | ApiFailure>>();
    return inTurns(needs, 8, async (need, index): Promise<LiveObject> => {
      const place = places[index];
      if (place === undefined || place.kind === 'notServed') return { kind: 'missing' };
      if (need.kind === 'Secret' && !options.secrets) return secretsAreOff;
      if (place.kind === 'failed') return unavailable(place.failure);
      if ((counts.get(place.list) ?? 0) < listFrom) return this.one(place.path, signal);
      const list = lists.get(place.list) ?? this.named(place.list, signal);
      lists.set(place.list, list);
      const known = await list;
      // Who may not list may still read one by one.
      if ('kind' in known)
        return known.kind === 'forbidden' ? this.one(place.path, signal) : unavailable(known);
      const object = known.get(need.name);
      return object === undefined ? { kind: 'missing' } : { kind: 'found', object };
    });
  }

  /** At most two at a time: each goes through all webhooks of the cluster. */
  private async dryRuns(
    places: readonly Place[],
    answers: readonly LiveObject[],
    { dryRun }: GatherOptions,
    signal: AbortSignal,
  ): Promise<readonly (DryRun | undefined)[] | undefined> {
    if (dryRun === undefined) return undefined;
    const runs = await inTurns(places, 2, async (place, index): Promise<DryRun | 'none'> => {
      const body = dryRun.bodies[index];
      const isKnown = answers[index]?.kind !== 'unavailable';
      if (place.kind !== 'at' || body === undefined || !isKnown) return 'none';
      return this.connection.dryRun(place.path, body, dryRun.manager, signal);
    });
    return runs.map((one) => (one === 'none' ? undefined : one));
  }

  private async onlyOne(need: NeededObject, signal: AbortSignal): Promise<KubeObject | undefined> {
    const path = await this.pathOf(need, '', signal);
    if (path === undefined) return undefined;
    try {
      const items = await this.list(path, signal, { name: need.name });
      const [found, ...more] = items.filter((item) => nameOf(item) === need.name);
      return more.length === 0 ? found : undefined;
    } catch (error) {
      passOn(error);
      return undefined;
    }
  }

  private async one(path: string, signal: AbortSignal): Promise<LiveObject> {
    try {
      const object = parseObject(await this.connection.get(path, signal));
      return object === undefined ? { kind: 'missing' } : { kind: 'found', object };
    } catch (error) {
      const failure = passOn(error);
      return failure.kind === 'notFound' ? { kind: 'missing' } : unavailable(failure);
    }
  }

  private async named(
    path: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, KubeObject> | ApiFailure> {
    try {
      const items = await this.list(path, signal);
      return new Map(items.map((item) => [nameOf(item), item]));
    } catch (error) {
      return passOn(error);
    }
  }

  private async list(
    path: string,
    signal: AbortSignal,
    {
      keep = (object) => object,
      name,
    }: { readonly keep?: (object: KubeObject) => KubeObject; readonly name?: string } = {},
  ): Promise<readonly KubeObject[]> {
    const items: KubeObject[] = [];
    const named =
      name === undefined ? '' : `&fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`;
    let token = '';
    do {
      const more = token === '' ? '' : `&continue=${encodeURIComponent(token)}`;
      const page = new ListItems();
      const kept: KubeObject[] = [];
      // A page may be ten megabytes: nobody waits until all of it is parsed, and what is not kept goes at once.
      for await (const part of this.connection.parts(
        `${path}?limit=${pageSize}${named}${more}`,
        signal,
      )) {
        kept.push(...page.push(part).map(keep));
      }
      const list = page.end();
      // Items do not say what they are: that is taken from the list.
      const kind = textOf(list['kind']).replace(/List$/, '');
      const apiVersion = textOf(list['apiVersion']);
      items.push(...kept.map((item) => ({ apiVersion, kind, ...item })));
      token = textOf(below(list, 'metadata', 'continue'));
    } while (token !== '');
    return items;
  }

  /** What the controller has deployed beside what Git has. */
  private inventory(
    controller: KubeObject | undefined,
    needs: readonly NeededObject[],
    places: readonly Place[],
  ): readonly NeededObject[] {
    if (controller === undefined) return [];
    const known = new Set(
      needs.flatMap((need, index) => {
        const place = places[index];
        return place?.kind === 'at' ? [identity(need, place.namespace)] : [];
      }),
    );
    return inventoryOfController(controller).filter(
      (one) => !known.has(identity(one, one.namespace)),
    );
  }

  private async existing(
    needs: readonly NeededObject[],
    options: GatherOptions,
    signal: AbortSignal,
  ): Promise<readonly KubeObject[]> {
    const wanted = needs.filter(({ kind }) => kind !== 'Secret' || options.secrets);
    const found = await inTurns(wanted, 8, async (need): Promise<readonly KubeObject[]> => {
      const object = await this.object(need, signal);
      return object === undefined ? [] : [object];
    });
    return found.flat();
  }

  /** Autoscalers of the namespaces in which something is scaled; whoever may not see them sees the edits of replicas. */
  private async autoscalers(
    { objects, namespace }: DriftNeeds,
    signal: AbortSignal,
  ): Promise<readonly KubeObject[]> {
    const scaled = objects.filter(({ kind }) =>
      ['Deployment', 'StatefulSet', 'ReplicaSet'].includes(kind),
    );
    const namespaces = [...new Set(scaled.map((one) => one.namespace || namespace || 'default'))];
    const found = await inTurns(namespaces, 4, async (one): Promise<readonly KubeObject[]> => {
      const path = `/apis/autoscaling/v2/namespaces/${encodeURIComponent(one)}/horizontalpodautoscalers`;
      try {
        return await this.list(path, signal);
      } catch (error) {
        passOn(error);
        return [];
      }
    });
    return found.flat();
  }

  private async schemasFor(
    needs: readonly NeededObject[],
    signal: AbortSignal,
  ): Promise<readonly JsonValue[]> {
    const groups = [...new Set(needs.map(({ apiVersion }) => apiVersion))].filter(isCustom);
    const found = await inTurns(groups, 4, async (apiVersion) => {
      const known = this.schemas.get(apiVersion) ?? this.schema(apiVersion, signal);
      this.schemas.set(apiVersion, known);
      return known;
    });
    return found.flatMap((one) => (one === undefined ? [] : [one]));
  }

  private async schema(apiVersion: string, signal: AbortSignal): Promise<JsonValue | undefined> {
    try {
      return parseJson(await this.connection.get(`/openapi/v3${groupPath(apiVersion)}`, signal));
    } catch (error) {
      // Without a schema lists are compared as a whole, which is told.
      this.schemas.delete(apiVersion);
      passOn(error);
      return undefined;
    }
  }
}

type Place =
  | {
      readonly kind: 'at';
      readonly list: string;
      readonly path: string;
      readonly namespace: string;
    }
  | { readonly kind: 'notServed' }
  | { readonly kind: 'failed'; readonly failure: ApiFailure };

const secretsAreOff: LiveObject = { kind: 'unavailable', reason: 'secretsAreOff' };

function unavailable({ kind }: ApiFailure): LiveObject {
  return { kind: 'unavailable', reason: kind === 'forbidden' ? 'forbidden' : 'unreachable' };
}

/** What is about one object is an answer; what is about the whole cluster ends the question. */
function passOn(error: unknown): ApiFailure {
  const failure = failureOf(error);
  if (failure.kind === 'forbidden' || failure.kind === 'notFound') return failure;
  if (failure.kind === 'serverError' || failure.kind === 'gone') return failure;
  throw error instanceof Error ? error : new ApiError(failure);
}

/** Groups of Kubernetes' own end in `k8s.io`, or have no dot. */
function isCustom(apiVersion: string): boolean {
  const group = apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
  return group.includes('.') && !/(?:^|\.)k8s\.io$/.test(group);
}

/** Versions of a kind are one object. */
function identity({ apiVersion, kind, name }: NeededObject, namespace: string): string {
  const group = apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
  return [group, kind, namespace, name].join(' ');
}

function nameOf(object: KubeObject): string {
  const { metadata } = object;
  return isObject(metadata) ? textOf(metadata['name']) : '';
}
