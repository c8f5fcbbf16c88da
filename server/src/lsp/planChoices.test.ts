import { expect, test } from 'vitest';
import type { Plan } from '../workspace/promote.ts';
import { wantedBy } from '../plan/wanted.ts';
import { choicesOf } from './planChoices.ts';
import { wordsFor } from './words/words.ts';

test('each choice asks for itself alone, and things of one name are told apart', () => {
  const subjects = ['image nginx', 'image bitnami/nginx', 'chart nginx'];
  const fields = ['/tag', '/web/tag'];
  const plan = {
    dangers: [],
    changes: [...subjects, ...fields].map((one) => ({
      ...{ subject: one.startsWith('/') ? undefined : one, before: '1', after: '2' },
      field: one.startsWith('/') ? one : '/x',
    })),
    left: [],
  } as unknown as Plan;
  const choices = choicesOf(plan, wordsFor('en').plan);
  expect(choices.map(({ name }) => name)).toEqual([
    ...['image nginx', 'bitnami/nginx', 'chart nginx'],
    ...fields,
  ]);
  for (const [index, { word }] of choices.entries()) {
    const isWanted = wantedBy([word]);
    const wanted = [
      ...subjects.map((one) => isWanted({ kind: 'version', field: '/x', subjects: [one] })),
      ...fields.map((field) => isWanted({ kind: 'version', field, subjects: [] })),
    ];
    expect(wanted).toEqual([...subjects, ...fields].map((_, other) => other === index));
  }
});
