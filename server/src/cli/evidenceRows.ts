import type { SeenBusiness, SourceEvidence } from '../analysis/planEvidence.ts';
import { groupBy } from '../util/groupBy.ts';
import { styled, type Output } from './io.ts';
import { healthWord, syncWord } from './statusRows.ts';

/** How an application of the source stage stands, as `docs/schemas/promote.schema.json` has it. */
export function evidenceRow({
  promoted,
  stage,
  application,
  cluster,
  seen,
  runs,
}: SourceEvidence): Readonly<Record<string, unknown>> {
  const names = { promoted, stage, application, cluster: cluster ?? null };
  if (seen === undefined) return { ...names, seen: false, runs };
  const { status, smoke, business, seenAt } = seen;
  return {
    ...names,
    seen: true,
    observedAt: new Date(seenAt).toISOString(),
    runs,
    deployed: status.deployed.map(({ text }) => text),
    synced: { state: status.sync, certain: status.certain, since: status.lastSyncAt },
    healthy: { state: status.health, since: status.healthSince },
    smoke: smoke === undefined ? { state: 'none' } : { state: smoke.state, from: smoke.from },
    business: { state: business?.state ?? 'unknown', value: business?.value },
  };
}

const versions: Readonly<Record<SourceEvidence['runs'], string>> = {
  same: 'runs these versions',
  other: 'runs other versions',
  unknown: 'versions not known',
};

/** A line of signals for each application of the source stages. */
export function evidenceLines(
  output: Output,
  evidence: readonly SourceEvidence[],
): readonly string[] {
  const stages = groupBy(evidence, ({ stage }) => stage);
  return [...stages].flatMap(([stage, own]) => [
    styled(output, 'bold', `Evidence of ${stage}`),
    ...own.map((one) => `  ${one.application} on ${one.cluster ?? '?'}: ${signalsText(one)}`),
  ]);
}

function signalsText({ seen, runs }: SourceEvidence): string {
  if (seen === undefined) return 'not seen';
  const { status, smoke, business, seenAt } = seen;
  return [
    syncWord(status) + sinceText(status.lastSyncAt),
    healthWord(status) + sinceText(status.healthSince),
    smoke === undefined ? 'no tests' : `tests: ${smoke.state}`,
    businessText(business),
    versions[runs],
    `seen ${minute(new Date(seenAt).toISOString())}`,
  ].join(', ');
}

function businessText(business: SeenBusiness | undefined): string {
  if (business?.value === undefined) return 'business not known';
  return `business ${business.value}${business.state === 'met' ? '' : ', not as it should be'}`;
}

function sinceText(time: string | undefined): string {
  return time === undefined ? '' : ` since ${minute(time)}`;
}

/** `2026-03-01 09:30Z`: seconds tell nobody anything here. */
function minute(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
