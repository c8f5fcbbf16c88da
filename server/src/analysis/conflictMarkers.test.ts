import { test } from 'vitest';
import { expectMarkedProblems } from '../../test/marks.ts';

const conflict = ['<<<<<<< HEAD', 'replicas: 1', '=======', 'replicas: 2', '>>>>>>> branch'];

test('a file with conflicts has one problem, at the first of them', () => {
  expectMarkedProblems(
    [
      '# file: a/kustomization.yaml',
      'resources: [missing.yaml]',
      conflict[0],
      '# <------------ file.conflict-markers 1',
      ...conflict.slice(1),
    ].join('\n'),
  );
});

test('a line of one kind alone is no conflict', () => {
  expectMarkedProblems(`
    # file: a/kustomization.yaml
    configMapGenerator:
    - name: a
      literals:
      - |
        A=1
        =======
        >>>>>>> b
  `);
});
