import { resolve } from 'node:path';
import { applicationRows, rowsNamed } from '../analysis/applicationRows.ts';
import {
  allFindings,
  checkDocument,
  type CheckDocument,
  type CheckedPolicy,
} from '../analysis/checkDocument.ts';
import { checkerFormats } from '../analysis/checkers/parseCheckerReport.ts';
import type { PolicyFinding } from '../analysis/clusterPolicy.ts';
import { findApplication } from '../analysis/findApplication.ts';
import { newFindings } from '../analysis/policyGroups.ts';
import { unreadFindings } from '../analysis/unreadFiles.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { checkTree } from '../workspace/check.ts';
import { parseChecker, withCheckers, type Checker } from '../workspace/checkers.ts';
import { realPath } from '../workspace/realPath.ts';
import { enclosingTop } from '../workspace/scan.ts';
import { openSides, type Side } from '../workspace/sides.ts';
import { checkGitHub, checkGitLab, checkSarif, checkText } from './checkReports.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { hasConfigurationFaults, tellConfigurationFaults } from './configurationFaults.ts';
import type { Io } from './io.ts';
import { otherRepositories } from './otherRepositories.ts';
import { toJson } from './json.ts';
import { knownClusters } from './liveOptions.ts';
import { newPause, startProgress } from './progress.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import type { TreeRefusal } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata check`: what is delivered against the rules that hold on each cluster. */
export const checkCommand: Command = {
  name: 'check',
  summary: 'Checks what is delivered against the rules that hold on each cluster',
  forms: [
    'check [--app NAME] [--cluster NAME] [options]',
    'check --changed [--base REF | --merge-base REF] [--head REF] [options]',
  ],
  details: [
    'Looks at the rendered objects of every application on every cluster, and tells each rule that one',
    'breaks at the line that set the value, with the clusters that it comes to. What no rule can say',
    'anything about is told with its reason. Values of Secrets are masked.',
    '',
    '--changed tells only what a change makes worse; its base is found as that of strata impact is.',
    'Kinds of findings are weighed and silenced by severity and silence in .strata/config.yaml.',
    '',
    'A --checker is run as you write it, without a shell, once for each cluster; {files} becomes a private folder',
    'with one file for each object, and its report is told at the lines of the repository. FORMAT is conftest,',
    'gator, kubeconform, kyverno or sarif. A checker that fails, takes more than a minute or prints something',
    'else, or of something else, is told, and counts for every --fail-on. So kubeconform comes along:',
    '  --checker "kubeconform=kubeconform -output json {files}"',
  ],
  options: [
    { name: 'app', value: 'NAME', text: 'Only the applications of this name.' },
    { name: 'cluster', value: 'NAME', text: 'Only what is delivered to this cluster.' },
    { name: 'changed', text: 'Only what is worse than before the change.' },
    { name: 'base', value: 'REF', text: 'With --changed: compares with exactly this commit.' },
    {
      name: 'merge-base',
      value: 'REF',
      text: 'With --changed: compares with what REF and the head share.',
    },
    {
      name: 'head',
      value: 'REF',
      text: 'With --changed: what is compared; :index is what is staged. Default: the working tree.',
    },
    {
      name: 'checker',
      value: 'FORMAT=COMMAND',
      text: 'Also has a program judge the objects in {files}, whose report is one of FORMAT.',
    },
    atOption,
    {
      name: 'fail-on',
      value: 'WHAT',
      text: 'Ends with 1 on error, warning (or worse), unknown (what is not checked); more with commas.',
    },
  ],
  formats: ['sarif', 'github', 'gitlab'],
  examples: [
    { line: 'strata check --workspace .', text: 'All that is delivered from a folder' },
    {
      line: 'strata check --workspace . --cluster prod-eu-1 --fail-on error',
      text: 'One cluster; fails where the API server would refuse something',
    },
    {
      line: 'strata check --changed --base HEAD --fail-on warning',
      text: 'What the uncommitted changes make worse; --format github annotates a pull request',
    },
    { line: 'strata check --workspace . --json', text: 'Everything, for scripts' },
  ],
  words: [],
  run: async (call, io) => {
    const wrong = misuse(call);
    if (wrong !== undefined) return wrongUse(io, 'check', wrong);
    const checked = call.options.has('changed')
      ? await checkedChange(call, io)
      : await checkedNow(call, io);
    if (checked.kind === 'failed') return refuse(io, checked.failure);
    io.out.write(formed(call, io, checked.value.document));
    return failsOn(call, checked.value) ? 1 : 0;
  },
};

const conditions: readonly string[] = ['error', 'warning', 'unknown'];

function misuse({ options, lists, words }: Call): string | undefined {
  if (words.length > 0) return 'it takes no words; --app and --cluster say what is checked.';
  const isChange = options.has('changed');
  const ofChange = ['base', 'merge-base', 'head'].find((name) => options.has(name));
  if (!isChange && ofChange !== undefined) return `--${ofChange} goes with --changed.`;
  if (isChange && options.has('at')) return '--changed takes --head in the place of --at.';
  if (options.has('base') && options.has('merge-base'))
    return 'name a base by --base or by --merge-base, not by both.';
  const checkers = checkersOf(lists);
  if (checkers.kind === 'failed') return checkers.failure;
  const unknown = conditionsOf(lists).find((one) => !conditions.includes(one));
  return unknown === undefined
    ? undefined
    : `--fail-on takes ${conditions.join(', ')}, not ${unknown}.`;
}

function conditionsOf(lists: Call['lists']): readonly string[] {
  return (lists.get('fail-on') ?? []).flatMap((named) => named.split(',')).map((one) => one.trim());
}

/** The checkers that are named, each as FORMAT=COMMAND. */
function checkersOf(lists: Call['lists']): Result<readonly Checker[], string> {
  const checkers: Checker[] = [];
  for (const named of lists.get('checker') ?? []) {
    const checker = parseChecker(named);
    if (checker.kind === 'ok') checkers.push(checker.value);
    else if (checker.failure === 'files')
      return failed(`--checker needs {files} in its command, for the folder with the objects.`);
    else
      return failed(
        `--checker takes FORMAT=COMMAND with one of ${checkerFormats.join(', ')}, not ${named}.`,
      );
  }
  return ok(checkers);
}

/** What was found, and whether a file of `.strata/` that could not be read keeps that from being all. */
interface Found {
  readonly document: CheckDocument;
  readonly isUnread: boolean;
}

type Checked = Result<Found, TreeRefusal>;

async function checkedNow(call: Call, io: Io): Promise<Checked> {
  const opened = await openSnapshot(call, io);
  if (opened.kind === 'failed') return opened;
  const scope = await scopeOf(call, io, opened.value.complete);
  if (scope.kind === 'failed') return scope;
  const checked = await checkSide(opened.value.complete, { scope: scope.value, call, io });
  const found = [
    ...(await unreadIn(opened.value.complete, io)),
    ...findingsIn(checked, scope.value),
  ];
  return ok({
    document: checkDocument(checked, found, scope.value.keys),
    isUnread: await hasConfigurationFaults(opened.value.complete, io),
  });
}

async function checkedChange(call: Call, io: Io): Promise<Checked> {
  const { options } = call;
  const named = options.get('workspace');
  const folder = realPath(resolve(io.folder, named ?? '.'));
  if (folder?.kind !== 'folder') return wrong(`there is no folder ${named ?? io.folder}.`);
  const request = {
    base: options.get('base'),
    mergeBase: options.get('merge-base'),
    head: options.get('head'),
  };
  const top = named === undefined ? enclosingTop(folder.path) : folder.path;
  const others = await otherRepositories(call, io);
  if (others.kind === 'failed') return wrong(others.failure);
  const how = { request, exact: named !== undefined, others: others.value };
  const sides = await openSides(top, how, io.signal);
  if (sides.kind === 'failed') return wrong(sides.failure);
  const { base, head } = sides.value;
  await tellConfigurationFaults(head.complete, io);
  const scope = await scopeOf(call, io, head.complete);
  if (scope.kind === 'failed') return scope;
  const after = await checkSide(head.complete, { scope: scope.value, call, io });
  // What an application was called before does not matter: all of the base is known.
  const before = await checkSide(base.complete, {
    scope: { ...scope.value, keys: undefined },
    call,
    io,
  });
  const fresh = newFindings(
    [...(await unreadIn(base.complete, io)), ...before.flatMap(allFindings)],
    [...(await unreadIn(head.complete, io)), ...findingsIn(after, scope.value)],
  );
  return ok({
    document: checkDocument(after, fresh, scope.value.keys),
    isUnread: await hasConfigurationFaults(head.complete, io),
  });
}

/** What is asked for: a cluster by its name, applications by their keys; all where `undefined`. */
interface Scope {
  readonly cluster: string | undefined;
  readonly keys: ReadonlySet<string> | undefined;
}

async function scopeOf(
  { options }: Call,
  io: Io,
  complete: Side['complete'],
): Promise<Result<Scope, TreeRefusal>> {
  const [name, cluster] = [options.get('app'), options.get('cluster')];
  if (name !== undefined) {
    const rows = await complete(applicationRows, io.signal);
    const named = rowsNamed(rows, name, cluster).filter(
      (row) => cluster === undefined || row.cluster === cluster,
    );
    if (named.length > 0) return ok({ cluster, keys: new Set(named.map(({ key }) => key)) });
    const found = findApplication(rows, name, cluster);
    return wrong(found.kind === 'failed' ? found.failure : `there is no application ${name}.`);
  }
  if (cluster === undefined) return ok({ cluster, keys: undefined });
  const known = await complete(knownClusters, io.signal);
  const isKnown = known.some((one) => one.name === cluster);
  return isKnown
    ? ok({ cluster, keys: undefined })
    : wrong(`there is no cluster ${cluster}; strata clusters lists them.`);
}

function wrong(message: string): Result<never, TreeRefusal> {
  return failed({ exitCode: 2, message });
}

async function checkSide(
  complete: Side['complete'],
  {
    scope: { cluster, keys },
    call,
    io,
  }: { readonly scope: Scope; readonly call: Call; readonly io: Io },
): Promise<readonly CheckedPolicy[]> {
  let count = 0;
  const progress = startProgress(io.err, (done) => `checking ${done} of ${count} clusters`);
  const due = newPause();
  const today = new Date().toISOString().slice(0, 10);
  const checked = await checkTree(
    complete,
    {
      today,
      isAsked: ({ name, applications }) =>
        (cluster === undefined || name === cluster) &&
        (keys === undefined || applications.some((key) => keys.has(key))),
      pause: async (done, all) => {
        count = all;
        progress.tell(done);
        if (done === all) progress.end();
        await due.whenDue(io.signal);
      },
    },
    io.signal,
  );
  const checkers = checkersOf(call.lists);
  if (checkers.kind === 'failed' || checkers.value.length === 0) return checked;
  const pause = (): Promise<void> => due.whenDue(io.signal);
  const options = { checkers: checkers.value, folder: io.folder, today, pause };
  return withCheckers(complete, checked, options, io.signal);
}

/** What cannot be read, whatever is asked for: nobody knows where it would go. */
function unreadIn(complete: Side['complete'], io: Io): Promise<readonly PolicyFinding[]> {
  const today = new Date().toISOString().slice(0, 10);
  return complete((one) => unreadFindings(one, today), io.signal);
}

function findingsIn(checked: readonly CheckedPolicy[], { keys }: Scope): readonly PolicyFinding[] {
  return checked
    .flatMap(allFindings)
    .filter(({ application }) => keys === undefined || keys.has(application.key));
}

function formed(call: Call, io: Io, document: CheckDocument): string {
  if (wantsJson(call)) return toJson(document);
  switch (call.options.get('format')) {
    case 'sarif':
      return checkSarif(document);
    case 'github':
      return checkGitHub(document);
    case 'gitlab':
      return checkGitLab(document);
    default:
      return checkText(io.out, document);
  }
}

/** Whatever it is asked to fail on may stand in what could not be read. */
function failsOn({ lists }: Call, { document, isUnread }: Found): boolean {
  const { findings, notEvaluated } = document;
  const named = conditionsOf(lists);
  const has = (severity: string): boolean => findings.some((one) => one.severity === severity);
  // What a checker refuses and nobody can place is no finding, and no good news.
  const hasFailed = notEvaluated.some(({ code }) =>
    /^unchecked\.checker-(?:failed|strange)$/.test(code),
  );
  return (
    (named.length > 0 && (isUnread || hasFailed)) ||
    ((named.includes('error') || named.includes('warning')) && has('error')) ||
    (named.includes('warning') && has('warning')) ||
    (named.includes('unknown') && notEvaluated.length > 0)
  );
}
