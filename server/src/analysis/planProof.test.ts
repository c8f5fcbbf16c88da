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
