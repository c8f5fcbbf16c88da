import { prepareApplication } from '../analysis/askedCluster.ts';
import { fleetApplications } from '../analysis/fleetProblems.ts';
import { rightsFor, type IdentityRights, type ProjectRights } from '../analysis/rights.ts';
import { rightText } from '../analysis/rightsDocument.ts';
import { newTurns } from '../workspace/turns.ts';
import { walkFleet } from '../workspace/walkFleet.ts';
import { columns, placePiece, whole, type Line, type Piece } from './reportText.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import type { RightsWords } from './words/rightsWords.ts';

/** The least rights that controllers need on a cluster, and the lines that grant more. */
export async function rightsReport(
  session: Session,
  { tree: name, cluster }: { readonly tree: string; readonly cluster: string },
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const words = session.words.reports.rights;
  const title = (...rest: readonly Line[]): readonly Line[] => [
    ['strata · ', whole(words.title(cluster))],
    ...rest,
  ];
  const tree = session.trees.named(name);
  if (tree === undefined) return title([], [words.unknown(cluster)]);
  const { complete } = tree.workspace;
  const pause = newTurns(signal);
  await walkFleet(tree.workspace, pause, signal);
  // All that is delivered tells which resources a cluster serves, and what is granted there.
  for (const key of await complete(fleetApplications, signal)) {
    await pause();
    await complete((one) => prepareApplication(one, key), signal);
  }
  const answer = await complete((one) => rightsFor(one, cluster), signal);
  if (answer.kind === 'unknown') return title([], [words.unknown(cluster)]);
  const { identities, projects } = answer.rights;
  if (identities.length + projects.length === 0) return title([], [words.nothing(cluster)]);
  return title(
    ...identities.flatMap((one) => [[], ...identityLines(words, tree, one)]),
    ...projects.flatMap((one) => [[], ...projectLines(words, tree, one)]),
  );
}

function identityLines(words: RightsWords, tree: Tree, one: IdentityRights): readonly Line[] {
  const { account, cluster, today, applications, rules, unknownKinds, incomplete } = one;
  const controllers = today.map(({ namespace, name }) => `${namespace}/${name}`).join(', ');
  const scopes = [...new Set(rules.map(({ namespace }) => namespace))];
  return [
    [whole(words.account(`${account.namespace}/${account.name}`, cluster, applications.length))],
    ...(today.length === 0 ? [] : [['  ', whole(words.today(controllers))]]),
    ...scopes.flatMap((scope): readonly Line[] => [
      ['  ', whole(scope === undefined ? words.clusterWide : words.inNamespace(scope))],
      ...columns(
        rules.filter(({ namespace }) => namespace === scope).map((rule) => ruleCells(words, rule)),
        { indent: 4 },
      ),
    ]),
    ...unknownKinds.map((kind): Line => ['  ? ', whole(words.guessed(kind))]),
    ...incomplete.map(({ application, why }): Line => [
      '  ? ',
      whole(words.incomplete(application, why)),
    ]),
    ...grantLines(words, tree, one.repository),
  ];
}

function ruleCells(
  words: RightsWords,
  { groups, resources, names, verbs }: IdentityRights['rules'][number],
): readonly Piece[] {
  const group = groups.join() === '' ? '' : `.${groups.join()}`;
  const what = resources.map((each) => each + group).join(', ');
  return [
    whole(names.length === 0 ? what : `${what} ${words.named(names.join(', '))}`),
    whole(verbs.join(' ')),
  ];
}

/** What the repository grants today, beside what is needed. */
function grantLines(
  words: RightsWords,
  tree: Tree,
  { grants, excess, missing, elsewhere }: IdentityRights['repository'],
): readonly Line[] {
  if (grants === 0) return [[`  ${words.grantsNothing}`]];
  const open = missing ?? [];
  if (elsewhere.length + open.length + excess.length === 0) return [[`  ✓ ${words.grantsExactly}`]];
  return [
    ...excess.map(({ kind, what, role, binding, range }): Line => {
      const said = whole(`${words.excess[kind]}: ${what} (${words.boundBy(role, binding)})`);
      return ['  + ', said, '  ', placePiece(tree, range)];
    }),
    ...elsewhere.map((role): Line => ['  ? ', whole(words.roleElsewhere(role))]),
    ...open.map((right): Line => ['  - ', whole(words.missing(rightText(right)))]),
  ];
}

function projectLines(
  words: RightsWords,
  tree: Tree,
  { name, least, isHere, excess }: ProjectRights,
): readonly Line[] {
  const kinds = (all: ProjectRights['least']['clusterResourceWhitelist']): string =>
    all.length === 0
      ? words.none
      : all.map(({ group, kind }) => (group === '' ? kind : `${kind}.${group}`)).join(', ');
  const rows: readonly (readonly [string, string])[] = [
    [words.sources, least.sourceRepos.join(', ')],
    ...least.destinations.map(
      (one) => [words.destination, `${one.name ?? one.server ?? ''} ${one.namespace}`] as const,
    ),
    [words.clusterKinds, kinds(least.clusterResourceWhitelist)],
    [words.namespaceKinds, kinds(least.namespaceResourceWhitelist)],
  ];
  return [
    [whole(words.project(name))],
    ...columns(
      rows.map(([title, text]) => [{ text: title }, whole(text)]),
      { indent: 2 },
    ),
    ...(isHere ? [] : [[`  ${words.projectElsewhere}`]]),
    ...excess.map(({ field, what, range }): Line => [
      '  + ',
      whole(`${field}: ${what}`),
      '  ',
      placePiece(tree, range),
    ]),
  ];
}
