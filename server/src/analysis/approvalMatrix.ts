import type { Application } from '../delivery/application.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { layersQuery } from '../layers/layers.ts';
import { reachedApplications } from '../layers/fleet/reachedApplications.ts';
import { directReadersQuery } from '../layers/namedFiles.ts';
import { ownersOf, type Codeowners, type Ownership } from '../layers/owners/codeowners.ts';
import { codeownersQuery } from '../layers/owners/codeownersFile.ts';
import { isProduction } from '../layers/register/environment.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { pathsBelow } from '../layers/treePaths.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** Who approves a change of what is delivered where. */
export interface ApprovalMatrix {
  /** The CODEOWNERS file; `undefined` where there is none. */
  readonly codeowners: FileId | undefined;
  /** Production first, then by name. */
  readonly domains: readonly ApprovalDomain[];
  /** Sorted by their folders. */
  readonly layers: readonly ApprovalLayer[];
  /** Who alone approves changes of several domains. */
  readonly alone: readonly LoneApprover[];
}

/** Clusters that take a change together: a release domain, or an environment where the register names none. */
export interface ApprovalDomain {
  readonly name: string;
  readonly isProduction: boolean;
  readonly clusters: readonly string[];
  /** Whom the register names. */
  readonly approvers: readonly string[];
}

/** A folder or file that something delivered is made of, and whom a change of it needs. */
export interface ApprovalLayer {
  readonly layer: FileId;
  readonly domains: readonly string[];
  readonly isProduction: boolean;
  readonly approvals: readonly LayerApproval[];
  /** Files that nobody owns. */
  readonly unowned: readonly FileId[];
}

/** One rule that asks for approval. */
export interface LayerApproval {
  /** Any of them counts. */
  readonly owners: readonly string[];
  readonly section: string;
  /** How many of them have to approve. */
  readonly needed: number;
  /** The line of the rule, from 0. */
  readonly line: number;
  /** How many files of the layer it counts for. */
  readonly files: number;
}

/** One owner whose approval is all that a change of several domains needs. */
export interface LoneApprover {
  readonly owner: string;
  readonly domains: readonly string[];
  /**
   * `layers`: one approval of these reaches all the domains; `domains`: nobody else approves what each of the domains has for
   * itself.
   */
  readonly by: 'domains' | 'layers';
  readonly layers: readonly FileId[];
}

/** Who approves what: CODEOWNERS by release domains, for all that is delivered to clusters that are known. */
export function approvalMatrix(analysis: Analysis): Answer<ApprovalMatrix> {
  return analysis.ask((reader) => {
    const domains = domainsOf(reader);
    const production = new Set(domains.filter((one) => one.isProduction).map(({ name }) => name));
    const order = new Map(domains.map(({ name }, index) => [name, index]));
    const codeowners = reader.get(codeownersQuery, '');
    const layers = [...domainsByLayer(reader, domains)]
      .map(([layer, reached]): JudgedLayer => {
        const names = [...reached].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        return {
          layer,
          domains: names,
          isProduction: names.some((name) => production.has(name)),
          ...approvalsOfLayer(reader, codeowners, layer),
        };
      })
      .sort((a, b) => (a.layer < b.layer ? -1 : 1));
    const declaring = new Set(
      reader.get(fleetQuery, '').applications.map(({ declaredAt }) => declaredAt.file),
    );
    const judge = { isRead: (files: readonly FileId[]) => areRead(reader, declaring, files) };
    return {
      codeowners: codeowners?.file,
      domains,
      layers: layers.map(({ alike: _alike, ...layer }) => layer),
      alone: codeowners === undefined ? [] : loneApprovers(layers, production, judge),
    };
  });
}

/** Files of a layer of which the same rules count. */
interface AlikeFiles {
  readonly files: readonly FileId[];
  readonly rules: readonly Ownership[];
}

interface JudgedLayer extends ApprovalLayer {
  readonly alike: readonly AlikeFiles[];
}

interface Judge {
  readonly isRead: (files: readonly FileId[]) => boolean;
}

/** Whether a change of some of these files may change what is delivered: nobody minds who alone approves a document. */
function areRead(
  reader: Reader,
  declaring: ReadonlySet<FileId>,
  files: readonly FileId[],
): boolean {
  const named = reader.get(directReadersQuery, '');
  if (files.some((file) => declaring.has(file) || named.has(file))) return true;
  // In a chart, and in a folder without a kustomization file, all counts but what is for people.
  const others = files.filter((file) => !/\.md$|(?:^|\/)(?:LICENSE|NOTICE)$/i.test(file));
  return others.length > 0 && reachedApplications(reader, new Set(others)).size > 0;
}

function domainsOf(reader: Reader): readonly ApprovalDomain[] {
  const rows = reader.get(clustersQuery, '').flatMap((row) => {
    const name = row.releaseDomain ?? row.environment;
    return name === undefined ? [] : [{ ...row, domain: name }];
  });
  return [...groupBy(rows, ({ domain }) => domain)]
    .map(([name, members]): ApprovalDomain => ({
      name,
      isProduction: members.some(
        ({ environment }) => environment !== undefined && isProduction(environment),
      ),
      clusters: members.map((one) => one.name).sort(),
      approvers: [...new Set(members.flatMap(({ approvers }) => approvers))].sort(),
    }))
    .sort((a, b) => Number(b.isProduction) - Number(a.isProduction) || (a.name < b.name ? -1 : 1));
}

/** The domains that each layer is delivered to, those that it builds on among them, and what declares it. */
function domainsByLayer(
  reader: Reader,
  domains: readonly ApprovalDomain[],
): ReadonlyMap<FileId, ReadonlySet<string>> {
  const domainOf = new Map(
    domains.flatMap(({ name, clusters }) => clusters.map((cluster) => [cluster, name] as const)),
  );
  const bases = new Map(reader.get(layersQuery, '').map((one) => [one.root, one.bases]));
  const found = new Map<FileId, Set<string>>();
  const reach = (layer: FileId, domain: string): void => {
    const known = found.get(layer) ?? new Set();
    if (known.has(domain)) return;
    found.set(layer, known.add(domain));
    for (const base of bases.get(layer) ?? []) reach(base, domain);
  };
  for (const application of reader.get(fleetQuery, '').applications) {
    const domain = domainOf.get(application.destination.cluster ?? '');
    if (domain === undefined) continue;
    for (const layer of layersOf(application)) reach(layer, domain);
  }
  return found;
}

function layersOf({ sources, declaredIn }: Application): readonly FileId[] {
  const read = sources.flatMap(({ isHere, path, pathExists }) =>
    isHere && pathExists && path !== undefined ? [path] : [],
  );
  return [...new Set([...read, declaredIn])];
}

function approvalsOfLayer(
  reader: Reader,
  codeowners: Codeowners | undefined,
  layer: FileId,
): Pick<JudgedLayer, 'alike' | 'approvals' | 'unowned'> {
  if (codeowners === undefined) return { alike: [], approvals: [], unowned: [] };
  const others = reader.get(layersQuery, '').map(({ root }) => root);
  const below = others.filter((root) => root !== layer && isBelow(root, layer));
  const inside = pathsBelow(reader, layer).filter(
    (file) => !below.some((root) => isBelow(file, root)),
  );
  const files = inside.length === 0 ? [layer] : inside;
  const owned = files.map((file) => ({
    file,
    owners: ownersOf(codeowners, file).filter(({ optional }) => !optional),
  }));
  const rules = groupBy(
    owned.flatMap(({ owners }) => owners),
    ({ rule }) => rule.line,
  );
  const alike = groupBy(owned, ({ owners }) => owners.map(({ rule }) => rule.line).join());
  return {
    alike: [...alike.values()].map((members) => ({
      files: members.map(({ file }) => file),
      rules: members[0]?.owners ?? [],
    })),
    approvals: [...rules]
      .sort(([a], [b]) => a - b)
      .flatMap(([line, members]) => {
        const [first] = members;
        if (first === undefined) return [];
        const { owners, section, approvals } = first;
        return [{ owners, section, needed: approvals, line, files: members.length }];
      }),
    unowned: owned.flatMap(({ file, owners }) => (owners.length === 0 ? [file] : [])),
  };
}

function isBelow(path: FileId, folder: FileId): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The owners whose approval alone lets a change of some file of a layer through, of the files that something reads. */
function sufficient({ alike }: JudgedLayer, { isRead }: Judge): readonly string[] {
  const found = alike.flatMap(({ files, rules }) => {
    const [first, ...rest] = rules;
    if (first === undefined || rules.some(({ approvals }) => approvals > 1)) return [];
    const owners = first.owners.filter((owner) => rest.every((one) => one.owners.includes(owner)));
    return owners.length > 0 && isRead(files) ? owners : [];
  });
  return [...new Set(found)];
}

/** Everybody who owns files of a layer that something reads. */
function ownersOfRead({ alike }: JudgedLayer, { isRead }: Judge): readonly string[] {
  return alike.flatMap(({ files, rules }) =>
    rules.length > 0 && isRead(files) ? rules.flatMap(({ owners }) => owners) : [],
  );
}

function loneApprovers(
  layers: readonly JudgedLayer[],
  production: ReadonlySet<string>,
  judge: Judge,
): readonly LoneApprover[] {
  // Where two domains of tests share an approver, nobody minds.
  const matters = (domains: readonly string[]): boolean =>
    domains.length > 1 && domains.some((one) => production.has(one));
  const shared = layers.filter(({ domains }) => matters(domains));
  const byLayers = [
    ...groupBy(
      shared.flatMap((one) =>
        sufficient(one, judge).map((owner) => ({ owner, layer: one.layer, domains: one.domains })),
      ),
      ({ owner, domains }) => JSON.stringify([owner, domains]),
    ).values(),
  ].flatMap((members): readonly LoneApprover[] => {
    const [first] = members;
    if (first === undefined) return [];
    const { owner, domains } = first;
    return [{ owner, domains, by: 'layers', layers: members.map(({ layer }) => layer) }];
  });
  const own = groupBy(
    layers.filter(({ domains }) => domains.length === 1),
    ({ domains }) => domains[0] ?? '',
  );
  const single = [...own].flatMap(([domain, members]) => {
    const owners = new Set(members.flatMap((one) => ownersOfRead(one, judge)));
    const [owner] = owners;
    return owner === undefined || owners.size > 1
      ? []
      : [{ owner, domain, layers: members.map(({ layer }) => layer) }];
  });
  const byDomains = [...groupBy(single, ({ owner }) => owner)].flatMap(
    ([owner, members]): readonly LoneApprover[] => {
      const domains = members.map(({ domain }) => domain).sort();
      const all = members.flatMap((one) => one.layers).sort();
      return matters(domains) ? [{ owner, domains, by: 'domains', layers: all }] : [];
    },
  );
  return [...byDomains, ...byLayers].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function sortKey({ by, owner, domains }: LoneApprover): string {
  return [by, owner, ...domains].join('\n');
}
