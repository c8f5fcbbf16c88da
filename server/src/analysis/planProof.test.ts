import { expect, test } from 'vitest';
import type { PlanDraft } from '../plan/planTypes.ts';
import { englishPlan } from '../text/planText.ts';
import { wordsFor } from '../lsp/words/words.ts';
import { provePlan } from './planProof.ts';
import type { TreeImpact } from './treeImpact.ts';

test('what no longer builds is refused with the reason, in the language of the user', () => {
  const failure = {
    code: 'kustomize.file-not-found',
    parameters: { path: 'gone.yaml' },
    at: undefined,
  };
  const root = { root: 'web', status: 'fails', resources: [], gaps: [], dangers: [] };
  const impact = {
    applications: [],
    roots: [{ ...root, failures: [failure], isNew: false }],
  } as Partial<TreeImpact> as TreeImpact;
  const draft = {
    changes: [],
    reach: { applications: new Set(), roots: new Set() },
  } as Partial<PlanDraft> as PlanDraft;
  const { refused } = provePlan(draft, impact, { isTop: () => true, unread: new Set() });
  const [note] = refused;
  expect(note?.code).toBe('plan.breaks-build');
  expect(note && englishPlan(note)).toBe(
    'web would no longer build: There is no file `gone.yaml`.',
  );
  expect(note && wordsFor('zh-cn').plan.note(note)).toContain('web 将无法构建：');
  expect(note && wordsFor('zh-cn').plan.note(note)).toContain('gone.yaml');
});

test('only in what is made of a copied folder, whatever changes is meant', () => {
  const at = { side: 'after', pointer: { file: '', line: 0 } };
  const field = { path: '/spec/replicas', kind: 'value', before: 1, after: 2, at };
  const resource = { resource: 'Deployment/web', name: { name: 'web' }, change: 'changed' };
  const gone = { ...resource, resource: 'ConfigMap/web', change: 'deleted', fields: [] };
  const root = {
    ...{ status: 'changed', gaps: [], dangers: [], failures: [], isNew: false },
    resources: [{ ...resource, fields: [field] }, gone],
  };
  const impact = {
    applications: [],
    roots: ['copied', 'other'].map((one) => ({ ...root, root: one })),
    rangeOf: () => undefined,
  } as unknown as TreeImpact;
  const draft = {
    ...{ texts: new Map(), changes: [], copied: ['copied'] },
    reach: { applications: new Set(), roots: new Set(['copied', 'other']) },
    copiedReach: { applications: new Set(), roots: new Set(['copied']) },
  } as Partial<PlanDraft> as PlanDraft;
  const { refused, dangers } = provePlan(draft, impact, { isTop: () => true, unread: new Set() });
  expect(refused.map(({ code, application }) => [code, application])).toEqual([
    ['plan.other-effect', 'other'],
    ['plan.other-effect', 'other'],
  ]);
  expect(dangers.map(({ code, application }) => [code, application])).toEqual([
    ['promote.deletes', 'copied'],
  ]);
});
