import { expect, test } from 'vitest';
import type { ImpactCounts } from '../../analysis/impactHeadline.ts';
import { chineseImpact, englishImpact } from './impactWords.ts';

const none: ImpactCounts = {
  clusters: 0,
  production: 0,
  isOpen: false,
  waiting: 0,
  roots: 0,
  byHand: 0,
  open: 0,
  files: 1,
};

test.each<[Partial<ImpactCounts>, string, string]>([
  [{ files: 0 }, 'nothing differs', '没有差异'],
  [{}, 'no cluster changes', '没有集群变更'],
  [{ open: 3 }, 'no change found · 3 open', '未发现变更 · 3 项无法判断'],
  [{ clusters: 1 }, '1 cluster changes', '1 个集群有变更'],
  [
    { clusters: 4, production: 2, isOpen: true, open: 3 },
    '4+ clusters change (2 production) · 3 open',
    '4+ 个集群有变更（2 个生产） · 3 项无法判断',
  ],
  [
    { clusters: 1, isOpen: true, open: 1 },
    '1+ clusters change · 1 open',
    '1+ 个集群有变更 · 1 项无法判断',
  ],
  [{ byHand: 1 }, '1 object changes that somebody applies by hand', '1 个手工应用的对象有变更'],
  [{ roots: 1 }, '1 root changes', '1 个根有变更'],
  [{ roots: 2, open: 1 }, '2 roots change · 1 open', '2 个根有变更 · 1 项无法判断'],
  [{ clusters: 2, roots: 1 }, '2 clusters change', '2 个集群有变更'],
  [
    { clusters: 2, waiting: 1 },
    '2 clusters change · 1 not until merged elsewhere',
    '2 个集群有变更 · 1 个集群待别处合并后才变更',
  ],
])('%o is told in one line', (counts, english, chinese) => {
  expect(englishImpact.headline({ ...none, ...counts })).toBe(english);
  expect(chineseImpact.headline({ ...none, ...counts })).toBe(chinese);
});

test.each([
  [{ clusters: 12, production: 3, isOpen: false, roots: 4 }, 'reaches 12 clusters · 3 production'],
  [{ clusters: 1, production: 0, isOpen: false, roots: 4 }, 'reaches 1 cluster'],
  [
    { clusters: 0, production: 0, isOpen: true, roots: 2 },
    'may reach clusters that only a controller knows',
  ],
  [{ clusters: 0, production: 0, isOpen: false, roots: 2 }, 'reaches 2 roots'],
  [
    { clusters: 1, production: 0, isOpen: false, waiting: 2, roots: 2 },
    'reaches 1 cluster · 2 ApplicationSets not until merged elsewhere',
  ],
])('a file that reaches %o says so', (counts, english) => {
  expect(englishImpact.reaches({ waiting: 0, ...counts })).toBe(english);
});

test.each<[Partial<ImpactCounts>, string]>([
  [{ clusters: 4, production: 2 }, 'changes 4 clusters · 2 production'],
  [{ clusters: 4, isOpen: true, open: 2 }, 'changes 4+ clusters · 2 open'],
  [{ roots: 1 }, 'changes 1 root'],
  [{}, 'changes none of 6 clusters'],
  [{ open: 1 }, 'no change found · 1 open'],
])('a changed file with %o says so', (counts, english) => {
  expect(englishImpact.changes({ ...none, ...counts, reached: 6 })).toBe(english);
});
