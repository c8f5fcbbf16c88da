import type { Analysis } from '../analysis/analysis.ts';
import { mapAnswer, type Answer } from '../analysis/answer.ts';
import {
  checkDocument,
  type CheckDocument,
  type CheckedPolicy,
} from '../analysis/checkDocument.ts';
import { minorOf } from '../analysis/askedCluster.ts';
import type { PolicyFinding } from '../analysis/clusterPolicy.ts';
import { clusters } from '../analysis/clusters.ts';
import { newFindings } from '../analysis/policyGroups.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { checkTree } from '../workspace/check.ts';
import { checkText } from './checkReports.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { hasConfigurationFaults } from './configurationFaults.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot, type Snapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** What stops an upgrade, or a node from being emptied for it, whatever ran before. */
const always: ReadonlySet<string> = new Set([
  'policy.budget-blocks',
  'policy.removed-api',
  'policy.removed-api-but',
  'policy.two-budgets',
]);

/** What counts only where the newer version brings it. */
const fresh: ReadonlySet<string> = new Set([
  'policy.deprecated-api',
  'policy.deprecated-api-but',
  'policy.pod-security',
]);

/** The newest minor version of Kubernetes 1 whose sources the tables come from. */
const newest = 37;

/** `strata upgrade`: what stops a cluster from going to another version of Kubernetes. */
export const upgradeCommand: Command = {
  name: 'upgrade',
  summary: 'Says what stops a cluster from going to a newer Kubernetes, by line',
  forms: ['upgrade CLUSTER VERSION [--at REF] [options]'],
  details: [
    'Looks at what is delivered to a cluster as an API server of VERSION would: APIs that it no longer',
    'serves or will not for long, pods that its checks of Pod Security refuse, and PodDisruptionBudgets',
    'that keep nodes from being emptied. What runs there today is kubernetesVersion of the register;',
    'without it all that VERSION refuses is told.',
  ],
  options: [
    atOption,
    {
      name: 'fail-on',
      value: 'WHAT',
      choices: ['error', 'warning'],
      text: 'Ends with 1 where a finding weighs as much or more.',
    },
  ],
  examples: [
    { line: 'strata upgrade --workspace . prod-eu-1 1.37', text: 'What stops it' },
    { line: 'strata upgrade --workspace . staging-eu-1 1.37 --json', text: 'The same for scripts' },
  ],
  words: ['text', 'text'],
  run: async (call, io) => {
    const [cluster, version, ...more] = call.words;
    if (cluster === undefined || version === undefined || more.length > 0)
      return wrongUse(io, 'upgrade', 'name a cluster and a version, such as 1.37.');
    const to = /^[^.]*\.\d+(?:\.\d+)?(?:[+-].*)?$/.test(version) ? minorOf(version) : undefined;
    if (to === undefined)
      return wrongUse(
        io,
        'upgrade',
        `${version} is no version such as 1.37; known are those of Kubernetes 1, up to 1.${newest}.`,
      );
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const asked = await askedUpgrade(opened.value, { cluster, to }, io);
    if (asked.kind === 'failed') return refuse(io, { exitCode: 2, message: asked.failure });
    const { from, document } = asked.value;
    const versions = { from: from === undefined ? null : `1.${from}`, to: `1.${to}` };
    if (wantsJson(call)) io.out.write(toJson({ cluster, ...versions, ...document }));
    else {
      const before = from === undefined ? 'a version that nobody has written down' : `1.${from}`;
      io.out.write(
        `${cluster}: from ${before} to 1.${to}\n${skipText(from, to)}\n${checkText(io.out, document)}`,
      );
    }
    const isUnread = await hasConfigurationFaults(opened.value.complete, io);
    return failsOn(call, document) || (isUnread && call.options.has('fail-on')) ? 1 : 0;
  },
};

/** What to know of a way that is longer than an API server may go at once. Source: https://kubernetes.io/releases/version-skew-policy. */
function skipText(from: number | undefined, to: number): string {
  if (from === undefined)
    return `What 1.${to} refuses is told whether it is refused today or not: the register has no kubernetesVersion.\n`;
  return to - from < 2
    ? ''
    : `Control planes go one minor version at a time: to 1.${from + 1} first.\n`;
}

async function askedUpgrade(
  { complete }: Snapshot,
  { cluster, to }: { readonly cluster: string; readonly to: number },
  io: Io,
): Promise<
  Result<{ readonly from: number | undefined; readonly document: CheckDocument }, string>
> {
  const known = await complete(versionsOf, io.signal);
  if (!known.has(cluster))
    return failed(`there is no cluster ${cluster}; strata clusters lists them.`);
  const from = minorOf(known.get(cluster));
  if (from !== undefined && to <= from)
    return failed(`${cluster} runs 1.${from} already; name a newer version.`);
  const check = async (minor: number | undefined): Promise<readonly CheckedPolicy[]> =>
    checkTree(
      complete,
      {
        today: new Date().toISOString().slice(0, 10),
        minor,
        isAsked: ({ name }) => name === cluster,
        pause: () => Promise.resolve(),
      },
      io.signal,
    );
  const after = await check(to);
  const own = findingsOf(after);
  // Where nobody knows what runs today, anything may be new.
  const before = from === undefined ? [] : await check(undefined);
  const brought = new Set(newFindings(findingsOf(before), own));
  const told = [
    ...after.flatMap(({ policy }) => policy.failures),
    ...own.filter((one) => always.has(one.code) || (fresh.has(one.code) && brought.has(one))),
  ];
  return ok({ from, document: withLimits(checkDocument(after, told), cluster, to) });
}

function findingsOf(checked: readonly CheckedPolicy[]): readonly PolicyFinding[] {
  return checked.flatMap(({ policy }) => policy.findings);
}

/** What stands in the way of any answer about versions, and no more: policies have nothing to do with it. */
function withLimits(document: CheckDocument, cluster: string, to: number): CheckDocument {
  const own = document.notEvaluated.filter(({ code }) =>
    /^unchecked\.(?:kind-elsewhere|namespace-elsewhere|not-rendered|other-revision)$/.test(code),
  );
  const later = {
    code: 'unchecked.newer-version',
    why: `Kubernetes 1.${to}: known as far as the sources of 1.${newest} announce it`,
    clusters: [cluster],
    count: 1,
  };
  return { ...document, notEvaluated: to > newest ? [...own, later] : own };
}

/** The version of Kubernetes of each cluster, as the register has it. */
function versionsOf(analysis: Analysis): Answer<ReadonlyMap<string, string | undefined>> {
  return mapAnswer(
    clusters(analysis),
    (all) => new Map(all.clusters.map(({ name, kubernetesVersion }) => [name, kubernetesVersion])),
  );
}

function failsOn({ options }: Call, { findings }: CheckDocument): boolean {
  const condition = options.get('fail-on');
  return (
    condition !== undefined &&
    findings.some(
      ({ severity }) => severity === 'error' || (condition === 'warning' && severity === 'warning'),
    )
  );
}
