import { expect } from 'vitest';
import { applicationRows } from '../../src/analysis/applicationRows.ts';
import { jsonOf } from '../../src/analysis/drift.ts';
import type { IdentityRights } from '../../src/analysis/rights.ts';
import type { JsonMap } from '../../src/drift/json.ts';
import { builtInResource, guessedPlural } from '../../src/kubernetes/apiResources.ts';
import { groupPath } from '../../src/live/discovery.ts';
import { roleObjects } from '../../src/rights/manifests.ts';
import { rightsOf, type Right, type ScopedRule } from '../../src/rights/rule.ts';
import type { Workspace } from '../../src/workspace/workspace.ts';
import { customDefinition, definitionsPath } from '../customDefinition.ts';
import { howMany } from '../environment.ts';
import type { KubeServer } from '../kubeServer.ts';

const { signal } = new AbortController();
const apply = { 'Content-Type': 'application/apply-patch+yaml' };

/** A rendered object, and where the server has it. */
interface Placed {
  readonly json: JsonMap;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The address of all of its type there. */
  readonly list: string;
}

/** What came of it. */
export interface ProbedRights {
  /** Objects that were applied and read with exactly the rights for them, and how many of them were deleted so. */
  readonly applied: number;
  readonly deleted: number;
  /** Rights without which something failed, each taken away alone. */
  readonly removed: number;
  /** Objects that the server takes from nobody, as an administrator is told as well. */
  readonly refused: number;
}

/** Tries the rights that are told on a real API server, by the requests that controllers make. */
export class RightsProbe {
  private readonly server: KubeServer;

  constructor(server: KubeServer) {
    this.server = server;
  }

  /**
   * Applies and deletes what is rendered for a cluster as identities with exactly their rules, and expects that something
   * fails without any one right of them. `takes` tells whether the server is asked before what it takes from an administrator.
   */
  async probe(
    workspace: Workspace,
    cluster: string,
    {
      identities,
      takes,
    }: { readonly identities: readonly IdentityRights[]; readonly takes: 'all' | 'some' },
  ): Promise<ProbedRights> {
    const rows = await workspace.complete(applicationRows, signal);
    let [applied, removed, refused] = [0, 0, 0];
    // What two identities deliver is deleted once.
    const deletions = new Map<string, { readonly user: string; readonly one: Placed }>();
    await this.fillRoles();
    for (const identity of identities) {
      if (identity.rules.length === 0) continue;
      const placed: Placed[] = [];
      for (const row of rows) {
        if (row.cluster !== cluster || !identity.applications.includes(row.name)) continue;
        const { resources } = await workspace.complete(
          (one) => one.render({ application: row.key }),
          signal,
        );
        for (const resource of resources) {
          const place = await this.placeOf(jsonOf(resource), identity);
          if (place !== undefined) placed.push(place);
        }
      }
      await this.prepare(placed, identity);
      removed += await this.takeAway(placed, identity);
      const taken = takes === 'all' ? placed : await this.takenOf(placed);
      refused += placed.length - taken.length;
      applied += taken.length;
      const user = exactly(identity.account);
      for (const one of await this.applyAll(taken, identity))
        deletions.set(`${one.list}/${one.name}`, { user, one });
    }
    // Namespaces take along what is in them.
    const ordered = [...deletions.values()].toSorted((a, b) => rank(b.one) - rank(a.one));
    for (const { user, one } of ordered)
      expect(await this.as(user, 'DELETE', `${one.list}/${one.name}`), one.list).toBeLessThan(300);
    return { applied, deleted: deletions.size, removed, refused };
  }

  /** A controller, which does not run here, fills in what these roles aggregate. */
  private async fillRoles(): Promise<void> {
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] }];
    const merge = { 'Content-Type': 'application/merge-patch+json' };
    for (const name of ['admin', 'edit', 'view']) {
      const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`;
      await this.server.request('admin', 'PATCH', path, { rules }, merge);
    }
  }

  /** What the server takes from an administrator: the rest is no matter of rights. */
  private async takenOf(placed: readonly Placed[]): Promise<readonly Placed[]> {
    const taken: Placed[] = [];
    const seen = new Set<string>();
    for (const one of placed) {
      const { list, name, json } = one;
      const path = `${list}/${name}`;
      const query = '?fieldManager=controller&force=true&dryRun=All';
      const { status } = await this.server.request('admin', 'PATCH', path + query, json, apply);
      if (status < 300 && !seen.has(path)) taken.push(one);
      seen.add(path);
    }
    return taken;
  }

  /** Where an object goes, by the rules that are for its type; defines what the fleet's own definitions do not. */
  private async placeOf(json: JsonMap, { rules }: IdentityRights): Promise<Placed | undefined> {
    const { apiVersion, kind, metadata } = json as {
      apiVersion: string;
      kind: string;
      metadata: { name: string; namespace?: string };
    };
    const slash = apiVersion.indexOf('/');
    const group = slash < 0 ? '' : apiVersion.slice(0, slash);
    const known = builtInResource(group, kind);
    const wanted =
      known?.name ?? (await this.define(group, apiVersion.slice(slash + 1), kind, rules));
    const fits = rules.filter(
      (rule) =>
        rule.names.length === 0 && rule.groups[0] === group && rule.resources.includes(wanted),
    );
    const isClusterScoped = fits.some(({ namespace }) => namespace === undefined);
    const places = fits.flatMap(({ namespace }) => namespace ?? []);
    const namespace = isClusterScoped
      ? undefined
      : (metadata.namespace ??
        (places.length === 1 ? places[0] : places.find((one) => one === 'default')));
    const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
    const list = `${groupPath(apiVersion)}${within}/${wanted}`;
    // What SOPS has encrypted is no Secret that the server takes before it is decrypted.
    const isEncrypted = JSON.stringify(json).includes('ENC[');
    const plain = isEncrypted ? { apiVersion, kind, metadata: { name: metadata.name } } : json;
    return { json: plain, group, resource: wanted, namespace, name: metadata.name, list };
  }

  private async define(
    group: string,
    version: string,
    kind: string,
    rules: readonly ScopedRule[],
  ): Promise<string> {
    const plural = guessedPlural(kind);
    const isIn = (rule: ScopedRule): boolean =>
      rule.groups[0] === group && rule.resources.includes(plural);
    const scope = rules.some((rule) => isIn(rule) && rule.namespace === undefined)
      ? 'Cluster'
      : 'Namespaced';
    const definition = customDefinition({ group, version, kind, plural, scope });
    const made = await this.server.request('admin', 'POST', definitionsPath, definition);
    if (made.status === 409) await this.serve(`${plural}.${group}`, version);
    await until(async () => {
      const { status } = await this.server.request(
        'admin',
        'GET',
        `/apis/${group}/${version}/${plural}`,
      );
      return status === 200;
    });
    return plural;
  }

  /** Lets a definition that is there serve one more version, as fleets have objects of an old one and of a new one. */
  private async serve(definition: string, version: string): Promise<void> {
    const path = `${definitionsPath}/${definition}`;
    const { body } = await this.server.request('admin', 'GET', path);
    const { spec } = JSON.parse(body) as {
      spec: { versions: readonly { name: string; schema: object }[] };
    };
    const [first] = spec.versions;
    if (first === undefined || spec.versions.some(({ name }) => name === version)) return;
    const value = { name: version, served: true, storage: false, schema: first.schema };
    const patch = [{ op: 'add', path: '/spec/versions/-', value }];
    const json = { 'Content-Type': 'application/json-patch+json' };
    const { status, body: text } = await this.server.request('admin', 'PATCH', path, patch, json);
    expect(status, text).toBe(200);
  }

  /** The namespaces, and roles for the whole identity and for each that lacks one right. */
  private async prepare(placed: readonly Placed[], { rules }: IdentityRights): Promise<void> {
    const namespaces = [...placed, ...rules].flatMap(({ namespace }) => namespace ?? []);
    for (const name of new Set(namespaces)) {
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await this.server.request('admin', 'POST', '/api/v1/namespaces', body);
    }
  }

  private async grant(
    rules: readonly ScopedRule[],
    title: string,
    users: readonly string[],
  ): Promise<void> {
    const subjects = users.map((name) => ({
      kind: 'User',
      apiGroup: 'rbac.authorization.k8s.io',
      name,
    }));
    for (const made of roleObjects(rules, { kind: '', name: '', namespace: '' }, title)) {
      const { kind, metadata, ...rest } = made as {
        kind: string;
        metadata: { namespace?: string };
      };
      const within = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
      const path = `/apis/rbac.authorization.k8s.io/v1${within}/${kind.toLowerCase()}s`;
      const body = { kind, metadata, ...rest, ...(kind.endsWith('Binding') && { subjects }) };
      const { status, body: text } = await this.server.request('admin', 'POST', path, body);
      if (status !== 201) throw new Error(text);
    }
  }

  /** Asks as a user, whom the administrator stands in for. */
  private async as(
    user: string,
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<number> {
    const all = { ...headers, 'Impersonate-User': user };
    let status = 0;
    // A definition that was just made may not be ready to be read.
    await until(async () => {
      ({ status } = await this.server.request('admin', method, path, body, all));
      return status !== 429;
    });
    return status;
  }

  /** Takes one right away from each of many users, and does what needs it; gives how many rights were taken away. */
  private async takeAway(placed: readonly Placed[], identity: IdentityRights): Promise<number> {
    const { rules, account } = identity;
    // Without long counts, each rule loses one of its verbs; which one goes around.
    const lost = rules.flatMap((rule, at) => {
      const all = rightsOf(rule);
      const verbs = [...new Set(all.map(({ verb }) => verb))];
      const one = all.filter(({ verb }) => verb === verbs[at % verbs.length]).slice(0, 1);
      return howMany({ fixed: 0, long: 1 }) === 1 ? all : one;
    });
    const variants = lost.map((right, at) => ({
      right,
      user: `${account.namespace}-${account.name}-without-${at}`,
    }));
    const scopes = [...new Set(rules.map(({ namespace }) => namespace))];
    for (const scope of scopes) {
      const whole = variants
        .filter(({ right }) => right.namespace !== scope)
        .map(({ user }) => user);
      const own = rules.filter(({ namespace }) => namespace === scope);
      if (whole.length > 0)
        await this.grant(own, `base-${account.name}-${account.namespace}`, whole);
      for (const { right, user } of variants.filter((one) => one.right.namespace === scope))
        await this.grant(
          own.flatMap((rule) => without(rule, right)),
          user,
          [user],
        );
    }
    for (const { right, user } of variants) {
      const others = rules.flatMap(rightsOf).filter((one) => !isSame(one, right));
      const same = others.find((one) => one.namespace === right.namespace) ?? others[0];
      if (same !== undefined) await until(() => this.may(user, same));
      expect(await this.fails(user, right, placed), JSON.stringify(right)).toBe(true);
    }
    return variants.length;
  }

  private async may(
    user: string,
    { namespace, group, resource, name, verb }: Right,
  ): Promise<boolean> {
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    const resourceAttributes = { namespace, group, resource, name, verb };
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user, resourceAttributes },
    };
    const answer = await this.server.request('admin', 'POST', path, body);
    return (JSON.parse(answer.body) as { status: { allowed: boolean } }).status.allowed;
  }

  /** Whether a user without a right fails at what the controller does with it; nothing is changed by it. */
  private async fails(user: string, right: Right, placed: readonly Placed[]): Promise<boolean> {
    const { verb, namespace } = right;
    const isOf = (one: Placed): boolean =>
      one.namespace === namespace && one.group === right.group && one.resource === right.resource;
    if (verb === 'bind' || verb === 'escalate') {
      const written = placed.filter((one) =>
        verb === 'escalate'
          ? isOf(one) && (right.name === undefined || one.name === right.name)
          : one.namespace === namespace && refersTo(one.json, right),
      );
      for (const one of written)
        if ((await this.applied(user, one, '&dryRun=All')) >= 400) return true;
      return false;
    }
    const found = placed.find(isOf);
    const elsewhere = placed.find(
      (one) => one.group === right.group && one.resource === right.resource,
    );
    if (found === undefined && elsewhere !== undefined && namespace !== undefined) {
      // A kind that is delivered to another namespace is listed here, too.
      const list = elsewhere.list.replace(/\/namespaces\/[^/]+\//, `/namespaces/${namespace}/`);
      const query = verb === 'watch' ? '?watch=1&timeoutSeconds=1' : '';
      return (await this.as(user, 'GET', list + query)) === 403;
    }
    const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
    const group = right.group === '' ? '/api/v1' : `/apis/${right.group}/v1`;
    const list = found?.list ?? `${group}${within}/${right.resource}`;
    const body = found?.json ?? {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'release', namespace },
    };
    const path = `${list}/${found?.name ?? 'release'}`;
    const dry = 'dryRun=All';
    const statuses: Readonly<Record<string, () => Promise<number>>> = {
      get: () => this.as(user, 'GET', path),
      list: () => this.as(user, 'GET', list),
      watch: () => this.as(user, 'GET', `${list}?watch=1&timeoutSeconds=1`),
      create: () => this.as(user, 'POST', `${list}?${dry}`, body),
      patch: () =>
        found === undefined ? Promise.resolve(0) : this.applied(user, found, `&${dry}`),
      update: () => this.as(user, 'PUT', `${path}?${dry}`, body),
      delete: () => this.as(user, 'DELETE', `${path}?${dry}`),
    };
    return (await statuses[verb]?.()) === 403;
  }

  private applied(user: string, { list, name, json }: Placed, more = ''): Promise<number> {
    const path = `${list}/${name}?fieldManager=controller&force=true${more}`;
    return this.as(user, 'PATCH', path, json, apply);
  }

  /** Applies and reads all, as a user with exactly the rules; gives what it may delete. */
  private async applyAll(
    placed: readonly Placed[],
    identity: IdentityRights,
  ): Promise<readonly Placed[]> {
    const { rules, account } = identity;
    const user = exactly(account);
    await this.grant(rules, user, [user]);
    const rights = rules.flatMap(rightsOf);
    for (const right of rights) await until(() => this.may(user, right));
    // Roles come before what binds them, as controllers sort what they apply.
    const ordered = placed.toSorted((a, b) => rank(a) - rank(b));
    for (const one of ordered) {
      expect(await this.applied(user, one), `${one.list}/${one.name}`).toBeLessThan(300);
      expect(await this.as(user, 'GET', `${one.list}/${one.name}`)).toBe(200);
    }
    const lists = [...new Set(placed.map(({ list }) => list))];
    for (const list of lists) expect(await this.as(user, 'GET', list), list).toBe(200);
    const watches = lists.map((list) => this.as(user, 'GET', `${list}?watch=1&timeoutSeconds=1`));
    expect(new Set(await Promise.all(watches))).toEqual(new Set(lists.length > 0 ? [200] : []));
    return ordered.filter(({ namespace, group, resource }) =>
      rights.some(
        (one) =>
          one.verb === 'delete' &&
          one.namespace === namespace &&
          one.group === group &&
          one.resource === resource,
      ),
    );
  }
}

/** The rules that are left of a rule without one right. */
export function without(rule: ScopedRule, right: Right): readonly ScopedRule[] {
  return rightsOf(rule)
    .filter((one) => !isSame(one, right))
    .map(({ namespace, group, resource, name, verb }) => ({
      namespace,
      groups: [group],
      resources: [resource],
      names: name === undefined ? [] : [name],
      verbs: [verb],
      paths: [],
    }));
}

/** Whether two rights are the same one. */
export function isSame(a: Right, b: Right): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function refersTo({ roleRef }: JsonMap, { resource, name }: Right): boolean {
  const { kind, name: own } = (roleRef ?? {}) as { kind?: string; name?: string };
  return own === name && resource === `${kind?.toLowerCase() ?? ''}s`;
}

function exactly({ namespace, name }: IdentityRights['account']): string {
  return `exactly-${namespace}-${name}`;
}

function rank({ resource }: Placed): number {
  // Kinds come before what is of them, and roles before what binds them.
  const first = ['namespaces', 'customresourcedefinitions'].indexOf(resource);
  return first >= 0 ? first : resource.endsWith('roles') ? 2 : 3;
}

/** Waits until something is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it does not come to that');
}
