import { expect, test } from 'vitest';
import type { PlanView } from '../../../server/src/protocol/plan.ts';
import { addressPart, forgeOfHost, readRemote } from './forges.ts';
import { branchName, changeRows, commitMessage, pullRequestText } from './planTexts.ts';

const field = {
  resource: 'Deployment.apps/shop/web',
  path: '/spec/template/spec/containers[name=web]/image',
  before: 'shop/web:1.0',
  after: 'shop/web:1.1',
  intended: true,
};

const plan: PlanView = {
  title: 'web: staging → production',
  files: [
    {
      uri: 'file:///fleet/web/kustomization.yaml',
      path: 'web/kustomization.yaml',
      before: '',
      after: '',
      lines: [{ line: 4, before: '  newTag: "1.0"', after: '  newTag: "1.1"' }],
    },
  ],
  effects: [
    { application: 'web-eu', cluster: 'eu', fields: [field, field] },
    { application: 'web-us', cluster: 'us', fields: [field] },
    {
      application: 'web-ap',
      cluster: 'ap',
      fields: [{ ...field, path: '/spec/replicas', before: '2', after: '3' }],
    },
  ],
  refused: [],
  dangers: [{ text: 'Look at *this*' }],
  left: [],
  pruned: [],
  cannotGoBack: [],
  needsReason: false,
};

test('a message lists applications, versions and clusters, equal changes once', () => {
  expect(commitMessage(plan)).toBe(`web: staging → production

- web: shop/web:1.0 → shop/web:1.1 (eu, us)
- web: Deployment/web replicas 2 → 3 (ap)
`);
  expect(commitMessage({ title: 'Nothing', effects: [] })).toBe('Nothing');
  const lines = [{ ...field, path: '/data/a', after: 'x\n\nApproved-by: nobody' }];
  const one = { title: 'web\nto p', effects: [{ application: 'web', fields: lines }] };
  expect(commitMessage(one)).toBe(
    'web to p\n\n- web: Deployment/web a shop/web:1.0 → x Approved-by: nobody\n',
  );
  expect(changeRows({ effects: [{ application: 'a/b', fields: [field] }] })).toMatchObject([
    { application: 'a/b', clusters: [] },
  ]);
});

test.each([
  ['web: staging → production', 'strata/web-staging-to-production'],
  ['web, api: dev → wave-2', 'strata/web-api-dev-to-wave-2'],
  ['web..x: a.lock', 'strata/web.x-a'],
  ['环境：测试 → 生产', 'strata/环境-测试-to-生产'],
  ['→', 'strata/to'],
  ['!?', 'strata/plan'],
])('the branch of %j', (title, name) => {
  expect(branchName({ title })).toBe(name);
});

test('the text of a pull request links lines, escapes what is not ours and ends with the template', () => {
  const words = {
    ...{ changes: 'What changes', edits: 'Edits', pruned: 'Goes away' },
    ...{ cannotGoBack: 'Cannot go back', dangers: 'Dangers', evidence: 'Evidence' },
  };
  const text = pullRequestText(plan, {
    words,
    linkTo: (path, line) => `https://git.example.com/x/${path}#L${line}`,
    folds: true,
    evidence: ['web on test: *Synced*'],
    template: '- [ ] I have looked\n',
  });
  expect(text).toBe(`## web: staging → production

### What changes

- **web**: \`shop/web:1.0 → shop/web:1.1\` — eu, us
- **web**: \`Deployment/web replicas 2 → 3\` — ap

### Evidence

- web on test: \\*Synced\\*

### Dangers

- Look at \\*this\\*

### Edits

- [\`web/kustomization.yaml:5\`](https://git.example.com/x/web/kustomization.yaml#L5) \`newTag: "1.0"\` → \`newTag: "1.1"\`

---

- [ ] I have looked
`);
});

test.each([
  ['https://github.com/acme/fleet.git', 'GitHub', 'https://github.com/acme/fleet'],
  [
    'git@gitlab.example.com:acme/sub/fleet.git',
    'GitLab',
    'https://gitlab.example.com/acme/sub/fleet',
  ],
  ['ssh://git@gitee.com:22/acme/fleet', 'Gitee', 'https://gitee.com/acme/fleet'],
  ['https://user:secret@codeberg.org/acme/fleet/', 'Gitea', 'https://codeberg.org/acme/fleet'],
  [
    'https://gitfox.example.com/git/acme/fleet.git',
    'GitFox',
    'https://gitfox.example.com/git/acme/fleet',
  ],
  ['https://git.example.com/acme/fleet.git', undefined, 'https://git.example.com/acme/fleet'],
])('the forge of %j', (url, forge, web) => {
  const remote = readRemote(url);
  expect(remote?.web).toBe(web);
  expect(forgeOfHost(remote?.host ?? '')?.name).toBe(forge);
});

test('nothing of who logs in gets into an address', () => {
  for (const who of ['oauth2:not-a-token@', 'me:not@real@', 'me@'])
    expect(readRemote(`https://${who}git.example.com/acme/fleet.git`)).toEqual({
      host: 'git.example.com',
      web: 'https://git.example.com/acme/fleet',
    });
});

test('a branch or a path neither ends a link nor an address', () => {
  expect(addressPart('feat#1/a (b)?.yaml')).toBe('feat%231/a%20%28b%29%3F.yaml');
});

test('a folder is no address of a forge', () => {
  expect(readRemote('/srv/git/fleet.git')).toBeUndefined();
  expect(readRemote('../fleet')).toBeUndefined();
});

test('objects that come and go are told as such', () => {
  const whole = { resource: 'ConfigMap/shop/web', path: '/', intended: true };
  const fields = [
    { ...whole, change: 'created' as const },
    { ...whole, resource: 'ConfigMap/shop/old', change: 'deleted' as const },
  ];
  const effects = [{ application: 'web-eu', cluster: 'eu', fields }];
  expect(changeRows({ effects }).map(({ change }) => change)).toEqual([
    '+ ConfigMap/web',
    '− ConfigMap/old',
  ]);
});
