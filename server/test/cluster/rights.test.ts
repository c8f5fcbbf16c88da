import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kubeBinaries } from '../../../scripts/tools/kubeApiserver.ts';
import { jsonOf } from '../../src/analysis/drift.ts';
import { rightsFor, type IdentityRights } from '../../src/analysis/rights.ts';
import { applicationRows } from '../../src/analysis/applicationRows.ts';
import type { JsonMap } from '../../src/drift/json.ts';
import { builtInKinds, builtInResource, guessedPlural } from '../../src/kubernetes/apiResources.ts';
import { groupPath } from '../../src/live/discovery.ts';
import { roleObjects } from '../../src/rights/manifests.ts';
import { rightsOf, type Right, type ScopedRule } from '../../src/rights/rule.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { customDefinition, definitionsPath } from '../customDefinition.ts';
import { describeWith, howMany } from '../environment.ts';
import { startKubeServer, type KubeServer } from '../kubeServer.ts';

const { signal } = new AbortController();
const fixtures = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');

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

const apply = { 'Content-Type': 'application/apply-patch+yaml' };

describeWith(
  'rights on a real kube-apiserver',
  await kubeBinaries({ build: false }),
  { tests: 3 },
  (programs) => {
    let server: KubeServer;

    beforeAll(async () => {
      server = await startKubeServer(programs);
      // A controller, which does not run here, fills in what the role `edit` aggregates.
      const edit = '/apis/rbac.authorization.k8s.io/v1/clusterroles/edit';
      const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] }];
      const merge = { 'Content-Type': 'application/merge-patch+json' };
      await server.request('admin', 'PATCH', edit, { rules }, merge);
    });

    afterAll(() => {
      server.close();
    });

    test('kinds are served as the table says', async () => {
      const groups = [...new Set(builtInKinds().map((one) => one.slice(0, one.indexOf('/'))))];
      const { body } = await server.request('admin', 'GET', '/apis');
      const { groups: known } = JSON.parse(body) as {
        groups: readonly { name: string; versions: readonly { groupVersion: string }[] }[];
      };
      let compared = 0;
      const other: string[] = [];
      for (const group of groups) {
        const versions =
          group === ''
            ? ['v1']
            : (known.find(({ name }) => name === group)?.versions ?? []).map(
                (one) => one.groupVersion,
              );
        for (const version of versions) {
          const listed = await server.request('admin', 'GET', groupPath(version));
          const { resources } = JSON.parse(listed.body) as {
            resources: readonly {
              name: string;
              kind: string;
              namespaced: boolean;
              group?: string;
              verbs: readonly string[];
            }[];
          };
          const own = resources.filter(
            ({ name, group: own }) => !name.includes('/') && own === undefined,
          );
          for (const { name, kind, namespaced, verbs } of own) {
            if (!verbs.includes('patch')) continue;
            if (
              JSON.stringify(builtInResource(group, kind)) !== JSON.stringify({ name, namespaced })
            )
              other.push(`${group}/${kind}`);
            compared += 1;
          }
        }
      }
      expect(other).toEqual([]);
      expect(compared).toBeGreaterThan(55);
    });

    describe.each([
      ['argocd-fleet', 'prod-eu-1'],
      ['flux-fleet', 'prod-eu'],
    ])('%s, %s', (fleet, cluster) => {
      test('exactly the rules apply and delete all of it, and without any right of them something fails', async () => {
        const workspace = await openWorkspace(join(fixtures, fleet), { exact: true }, signal);
        const answer = await workspace.complete((one) => rightsFor(one, cluster), signal);
        if (answer.kind === 'unknown') throw new Error('no rights');
        const rows = await workspace.complete(applicationRows, signal);
        let [objects, removed] = [0, 0];
        const deletions: { readonly user: string; readonly one: Placed }[] = [];
        for (const identity of answer.rights.identities) {
          if (identity.rules.length === 0) continue;
          const placed: Placed[] = [];
          for (const row of rows) {
            if (row.cluster !== cluster || !identity.applications.includes(row.name)) continue;
            const { resources } = await workspace.complete(
              (one) => one.render({ application: row.key }),
              signal,
            );
            for (const resource of resources) {
              const place = await placeOf(jsonOf(resource), identity);
              if (place !== undefined) placed.push(place);
            }
          }
          await prepare(placed, identity);
          removed += await takeAway(placed, identity);
          objects += placed.length;
          const user = exactly(identity.account);
          for (const one of await applyAll(placed, identity)) deletions.push({ user, one });
        }
        // Namespaces take along what is in them.
        for (const { user, one } of deletions.toSorted((a, b) => rank(b.one) - rank(a.one)))
          expect(await as(user, 'DELETE', `${one.list}/${one.name}`), one.list).toBeLessThan(300);
        expect(deletions.length).toBeGreaterThan(10);
        process.stdout.write(
          `${fleet}: ${objects} objects applied with exactly the rights for them; without each of ${removed} rights something failed\n`,
        );
        expect(objects).toBeGreaterThan(20);
        expect(removed).toBeGreaterThan(10);
      }, 180_000);
    });

    /** Where an object goes, by the rules that are for its type; defines what the fleet's own definitions do not. */
    async function placeOf(json: JsonMap, { rules }: IdentityRights): Promise<Placed | undefined> {
      const { apiVersion, kind, metadata } = json as {
        apiVersion: string;
        kind: string;
        metadata: { name: string; namespace?: string };
      };
      const slash = apiVersion.indexOf('/');
      const group = slash < 0 ? '' : apiVersion.slice(0, slash);
      const known = builtInResource(group, kind);
      const wanted = known?.name ?? (await define(group, apiVersion.slice(slash + 1), kind, rules));
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

    async function define(
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
      await server.request('admin', 'POST', definitionsPath, definition);
      await until(async () => {
        const { status } = await server.request(
          'admin',
          'GET',
          `/apis/${group}/${version}/${plural}`,
        );
        return status === 200;
      });
      return plural;
    }

    /** The namespaces, and roles for the whole identity and for each that lacks one right. */
    async function prepare(placed: readonly Placed[], { rules }: IdentityRights): Promise<void> {
      const namespaces = [...placed, ...rules].flatMap(({ namespace }) => namespace ?? []);
      for (const name of new Set(namespaces)) {
        const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
        await server.request('admin', 'POST', '/api/v1/namespaces', body);
      }
    }

    async function grant(
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
        const { status, body: text } = await server.request('admin', 'POST', path, body);
        if (status !== 201) throw new Error(text);
      }
    }

    /** Asks as a user, whom the administrator stands in for. */
    async function as(
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
        ({ status } = await server.request('admin', method, path, body, all));
        return status !== 429;
      });
      return status;
    }

    /** Takes one right away from each of many users, and does what needs it; gives how many rights were taken away. */
    async function takeAway(placed: readonly Placed[], identity: IdentityRights): Promise<number> {
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
        if (whole.length > 0) await grant(own, `base-${account.name}-${account.namespace}`, whole);
        for (const { right, user } of variants.filter((one) => one.right.namespace === scope))
          await grant(
            own.flatMap((rule) => without(rule, right)),
            user,
            [user],
          );
      }
      for (const { right, user } of variants) {
        const others = rules.flatMap(rightsOf).filter((one) => !isSame(one, right));
        const same = others.find((one) => one.namespace === right.namespace) ?? others[0];
        if (same !== undefined) await until(() => may(user, same));
        expect(await fails(user, right, placed), JSON.stringify(right)).toBe(true);
      }
      return variants.length;
    }

    /** The rules that are left of a rule without one right. */
    function without(rule: ScopedRule, right: Right): readonly ScopedRule[] {
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

    function isSame(a: Right, b: Right): boolean {
      return JSON.stringify(a) === JSON.stringify(b);
    }

    async function may(
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
      const answer = await server.request('admin', 'POST', path, body);
      return (JSON.parse(answer.body) as { status: { allowed: boolean } }).status.allowed;
    }

    /** Whether a user without a right fails at what the controller does with it; nothing is changed by it. */
    async function fails(user: string, right: Right, placed: readonly Placed[]): Promise<boolean> {
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
          if ((await applied(user, one, '&dryRun=All')) >= 400) return true;
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
        return (await as(user, 'GET', list + query)) === 403;
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
        get: () => as(user, 'GET', path),
        list: () => as(user, 'GET', list),
        watch: () => as(user, 'GET', `${list}?watch=1&timeoutSeconds=1`),
        create: () => as(user, 'POST', `${list}?${dry}`, body),
        patch: () => (found === undefined ? Promise.resolve(0) : applied(user, found, `&${dry}`)),
        update: () => as(user, 'PUT', `${path}?${dry}`, body),
        delete: () => as(user, 'DELETE', `${path}?${dry}`),
      };
      return (await statuses[verb]?.()) === 403;
    }

    function refersTo({ roleRef }: JsonMap, { resource, name }: Right): boolean {
      const { kind, name: own } = (roleRef ?? {}) as { kind?: string; name?: string };
      return own === name && resource === `${kind?.toLowerCase() ?? ''}s`;
    }

    function applied(user: string, { list, name, json }: Placed, more = ''): Promise<number> {
      const path = `${list}/${name}?fieldManager=controller&force=true${more}`;
      return as(user, 'PATCH', path, json, apply);
    }

    /** Applies and reads all, as a user with exactly the rules; gives what it may delete. */
    async function applyAll(
      placed: readonly Placed[],
      identity: IdentityRights,
    ): Promise<readonly Placed[]> {
      const { rules, account } = identity;
      const user = exactly(account);
      await grant(rules, user, [user]);
      const rights = rules.flatMap(rightsOf);
      for (const right of rights) await until(() => may(user, right));
      // Roles come before what binds them, as controllers sort what they apply.
      const ordered = placed.toSorted((a, b) => rank(a) - rank(b));
      for (const one of ordered) {
        expect(await applied(user, one), `${one.list}/${one.name}`).toBeLessThan(300);
        expect(await as(user, 'GET', `${one.list}/${one.name}`)).toBe(200);
      }
      const lists = [...new Set(placed.map(({ list }) => list))];
      for (const list of lists) expect(await as(user, 'GET', list), list).toBe(200);
      const watches = lists.map((list) => as(user, 'GET', `${list}?watch=1&timeoutSeconds=1`));
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

    function exactly({ namespace, name }: IdentityRights['account']): string {
      return `exactly-${namespace}-${name}`;
    }

    function rank({ resource }: Placed): number {
      return resource === 'namespaces' ? 0 : resource.endsWith('roles') ? 1 : 2;
    }
  },
);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it does not come to that');
}
