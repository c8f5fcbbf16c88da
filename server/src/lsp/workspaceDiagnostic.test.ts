import { expect, test } from 'vitest';
import type { Diagnostic, WorkspaceDiagnosticReport } from 'vscode-languageserver';
import { HeldFindings } from './heldFindings.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import { workspaceDiagnostic } from './workspaceDiagnostic.ts';

const uri = 'file:///fleet/web/map.yaml';
const at = { line: 4, character: 2 };
const tree = {} as Tree;

function found(message: string): Diagnostic {
  return { range: { start: at, end: at }, code: 'practice.mutable-tag', message };
}

/** Asks with what a client has, and tells when there is an answer. */
function asking(findings: HeldFindings): {
  readonly ask: () => Promise<WorkspaceDiagnosticReport>;
  readonly messages: () => readonly Diagnostic['message'][];
} {
  const session = { findings, documents: new Map(), stopped: new AbortController().signal };
  let known: { uri: string; value: string }[] = [];
  let told: readonly Diagnostic['message'][] = [];
  return {
    ask: async () => {
      const parameters = { previousResultIds: known };
      const { signal } = new AbortController();
      const report = await workspaceDiagnostic(session as unknown as Session, parameters, signal);
      known = report.items.flatMap((one) =>
        one.resultId === undefined ? [] : [{ uri: one.uri, value: one.resultId }],
      );
      told = report.items.flatMap((one) =>
        one.kind === 'full' ? one.items.map(({ message }) => message) : [],
      );
      return report;
    },
    messages: () => told,
  };
}

test('another text at the same place is told', async () => {
  const findings = new HeldFindings();
  const { ask, messages } = asking(findings);
  findings.holdUnopened(tree, { told: new Map([[uri, [found('web:main')]]]), older: [] });
  await ask();
  expect(messages()).toEqual(['web:main']);
  findings.holdUnopened(tree, { told: new Map([[uri, [found('api:main')]]]), older: [] });
  await ask();
  expect(messages()).toEqual(['api:main']);
});

test('what was told of a folder that is open no more is taken back', async () => {
  const findings = new HeldFindings();
  const { ask } = asking(findings);
  findings.holdUnopened(tree, { told: new Map([[uri, [found('web:main')]]]), older: [] });
  await ask();
  const next = ask();
  expect(findings.keep([tree])).toBe(false);
  expect(findings.keep([])).toBe(true);
  expect(await next).toEqual({ items: [{ kind: 'full', uri, version: null, items: [] }] });
});

test('a client that writes URIs in its own way is told once, and nothing is taken back', async () => {
  const findings = new HeldFindings();
  const ours = 'file:///C:/fleet/web@eu.yaml';
  findings.holdUnopened(tree, { told: new Map([[ours, [found('web:main')]]]), older: [] });
  const session = { findings, documents: new Map(), stopped: AbortSignal.abort() };
  const ask = (previousResultIds: { uri: string; value: string }[]) =>
    workspaceDiagnostic(
      session as unknown as Session,
      { previousResultIds },
      new AbortController().signal,
    );
  const [report] = (await ask([])).items;
  const value = report?.resultId ?? '';
  expect(await ask([{ uri: 'file:///c%3A/fleet/web%40eu.yaml', value }])).toEqual({ items: [] });
});
