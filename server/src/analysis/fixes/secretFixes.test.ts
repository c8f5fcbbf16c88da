import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { scanFile } from '../../secrets/scanFile.ts';
import { secretFixes, type FileChange, type SecretFix } from './secretFixes.ts';

const today = '2026-01-31';

/** The fixes at the cursor of a fixture. */
function fixesAt(text: string): readonly SecretFix[] {
  const { analysis, fixture } = analyzeFixture(text);
  const { path = '', line = 0 } = fixture.cursor ?? {};
  return completed(secretFixes(analysis, path, { today, lines: { first: line, last: line } }));
}

function codesAt(text: string): readonly string[] {
  return fixesAt(text).map(({ code }) => code);
}

/** What a fix makes of files; `file → file` for a new name. */
function made(text: string, code: SecretFix['code']): Readonly<Record<string, string>> {
  const fix = fixesAt(text).find((one) => one.code === code);
  const told = ({ file, ...change }: FileChange): readonly [string, string] =>
    change.kind === 'rename' ? [file, `→ ${change.to}`] : [file, change.after];
  return Object.fromEntries(fix?.changes.map(told) ?? []);
}

describe('a variable reads a Secret', () => {
  test('in a block', () => {
    const text = `
      # file: web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        template:
          spec:
            containers:
            - name: web
              env:
              - name: DB_PASSWORD # the database
                value: harbor-qua$0rtz-31 # old
              - {name: OTHER, value: a}
    `;
    expect(made(text, 'reference')['web.yaml']).toContain(
      `        - name: DB_PASSWORD # the database
          valueFrom:
            secretKeyRef:
              name: web
              key: DB_PASSWORD # old
        - {name: OTHER, value: a}
`,
    );
    expect(fixesAt(text)[0]?.parameters).toEqual({ name: 'DB_PASSWORD', secret: 'web' });
  });

  test('in flow, and in the second document', () => {
    expect(
      made(
        `
        # file: web.yaml
        a: b
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: api}
        spec:
          containers:
          - env: [{name: DB_PASSWORD, value: "harbor-qua$0rtz-31"}]
        `,
        'reference',
      )['web.yaml'],
    ).toContain(
      'env: [{name: DB_PASSWORD, valueFrom: {secretKeyRef: {name: api, key: DB_PASSWORD}}}]',
    );
  });
});

describe('a literal of a generator', () => {
  const kustomization = `
    # file: kustomization.yaml
    secretGenerator:
    - name: db
      literals:
      # the password
      - password=harbor-qua$0rtz-31
      - user=app`;

  test('moves to a file that a creation rule is for', () => {
    const text = `${kustomization}
    # file: .sops.yaml
    creation_rules:
    - path_regex: \\.enc\\.env$
      age: a,b
    `;
    expect(made(text, 'generator-file')).toEqual({
      'kustomization.yaml':
        'secretGenerator:\n- name: db\n  envs: [db.enc.env]\n  literals:\n  # the password\n  - user=app\n',
      'db.enc.env': 'password=harbor-quartz-31\n',
    });
  });

  test('stays where no creation rule is for the file', () => {
    expect(codesAt(kustomization)).toEqual(['suppress', 'baseline']);
  });

  test('was the only one', () => {
    const text = `
      # file: kustomization.yaml
      secretGenerator:
      - literals:
        - 'password="harbor-qua$0rtz-31"'
        name: db
      # file: .sops.yaml
      creation_rules: [{path_regex: enc, age: "a,b"}]
    `;
    expect(made(text, 'generator-file')).toEqual({
      'kustomization.yaml': 'secretGenerator:\n- envs: [db.enc.env]\n  name: db\n',
      'db.enc.env': 'password=harbor-quartz-31\n',
    });
  });
});

describe('SOPS', () => {
  test.each([
    ["'^data$'", 'widened'],
    ['data', 'widened'],
    ['^(password|kind)$', 'left alone'],
  ])('a rule with %s is %s', (pattern, verdict) => {
    const text = `
      # file: .sops.yaml
      creation_rules:
      - path_regex: secret
        encrypted_regex: ${pattern}$0 # why
        age: a,b
    `;
    const after = made(text, 'widen-selector')['.sops.yaml'];
    if (verdict === 'widened')
      expect(after).toContain('  encrypted_regex: ^(data|stringData)$ # why\n');
    else expect(after).toBeUndefined();
  });

  test('rules are called as SOPS looks for them', () => {
    const text = '\n# file: a/.sops.yml\n$0creation_rules:\n- age: a,b\n';
    expect(made(text, 'rename-rules')).toEqual({ 'a/.sops.yml': '→ a/.sops.yaml' });
  });

  test('a file in clear can be encrypted, one that is partly so cannot', () => {
    const rules = '# file: .sops.yaml\n    creation_rules: [{path_regex: enc, age: "a,b"}]';
    const secret = 'apiVersion: v1\n    kind: Secret\n    metadata: {name: a}\n    stringData:';
    expect(
      codesAt(`
    ${rules}
    # file: a.enc.yaml
    ${secret}
      key: harbor-qua$0rtz-31
    `),
    ).toContain('encrypt');
    expect(
      codesAt(`
    ${rules}
    # file: a.enc.yaml
    ${secret}
      key: harbor-qua$0rtz-31
    sops: {mac: "ENC[AES256_GCM,data:AAAA]", encrypted_regex: other}
    `),
    ).not.toContain('encrypt');
  });
});

describe('a creation rule for a Secret that none is for', () => {
  const secret =
    '# file: a/db.yaml\n    apiVersion: v1\n    kind: Secret\n    metadata: {name: db}\n    stringData:\n      key: harbor-qua$0rtz-31';

  test('has the recipients of all others, and is the last', () => {
    const text = `
    # file: a/.sops.yaml
    creation_rules:
      - path_regex: b/.*
        age: age1aa,age1bb # both
      - path_regex: c/.*
        age: age1bb,age1aa

    # the end
    ${secret}
    `;
    expect(made(text, 'add-rule')).toEqual({
      'a/.sops.yaml': [
        'creation_rules:',
        '  - path_regex: b/.*',
        '    age: age1aa,age1bb # both',
        '  - path_regex: c/.*',
        '    age: age1bb,age1aa',
        String.raw`  - path_regex: ^db\.yaml$`,
        '    encrypted_regex: ^(data|stringData)$',
        '    age: age1aa,age1bb',
        '',
        '# the end',
        '',
      ].join('\n'),
    });
  });

  test('is for somebody to choose where recipients differ, or there are no rules', () => {
    const differ = `
    # file: .sops.yaml
    creation_rules:
    - path_regex: b/.*
      age: age1aa,age1bb
    - path_regex: c/.*
      age: age1aa
    ${secret}
    `;
    expect(codesAt(differ)).not.toContain('add-rule');
    expect(codesAt(`\n    ${secret}\n`)).not.toContain('add-rule');
  });
});

describe('git ignores', () => {
  test('a key that decrypts', () => {
    const key = ['AGE-SECRET-KEY', '1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE'];
    const text = `\n# file: .gitignore\ndist\n# file: keys/eu west.agekey\n$0${key.join('-')}\n`;
    expect(made(text, 'ignore-file')).toEqual({
      '.gitignore': 'dist\n/keys/eu\\ west.agekey\n',
    });
  });
});

describe('what kubectl remembers', () => {
  const remembered =
    '\'{"kind":"Secret","apiVersion":"v1","stringData":{"key":"harbor-qua$0rtz-31"}}\'';

  test('goes, and annotations with it where it was the only one', () => {
    const text = `
      # file: a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata:
        annotations:
          kubectl.kubernetes.io/last-applied-configuration: ${remembered}
        name: a
    `;
    expect(made(text, 'drop-annotation')['a.yaml']).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    );
  });

  test('goes from among others', () => {
    const text = `
      # file: a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
        annotations:
          kubectl.kubernetes.io/last-applied-configuration: |
            {"kind":"Secret","apiVersion":"v1","stringData":{"key":"harbor-qua$0rtz-31"}}
          note: b
    `;
    expect(made(text, 'drop-annotation')['a.yaml']).toBe(
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    note: b\n',
    );
  });
});

describe('silence', () => {
  test('is a comment above the line, as far in as it', () => {
    const text = '\n# file: a.yaml\ndb:\n  password: harbor-qua$0rtz-31\n';
    expect(made(text, 'suppress')['a.yaml']).toBe(
      'db:\n  # strata:ignore[generic]\n  password: harbor-quartz-31\n',
    );
  });

  test('is no comment where one would be a line of a text, or where there are none', () => {
    const block =
      '\n# file: a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a.properties: |\n    db.password=harbor-qua$0rtz-31\n';
    expect(codesAt(block)).toEqual(['baseline']);
    const json = '\n# file: a.json\n{\n  "password": "harbor-qua$0rtz-31"\n}\n';
    expect(codesAt(json)).toEqual(['baseline']);
  });

  test('of a template is a comment of templates', () => {
    const text =
      '\n# file: c/templates/a.yaml\nkind: Secret\ndata:\n  password: {{ "harbor-qua$0rtz-31" | b64enc }}\n';
    expect(made(text, 'suppress')['c/templates/a.yaml']).toBe(
      'kind: Secret\ndata:\n{{- /* strata:ignore[helm-template] */}}\n  password: {{ "harbor-quartz-31" | b64enc }}\n',
    );
  });

  test('silences: the finding is gone', () => {
    const text = '\n# file: a.yaml\ndb:\n  password: harbor-qua$0rtz-31\n  token: 9f8e7d6c5b4a\n';
    const after = made(text, 'suppress')['a.yaml'] ?? '';
    const { analysis } = analyzeFixture(`\n# file: a.yaml\n${after}`);
    const lines = { first: 0, last: 9 };
    const left = completed(secretFixes(analysis, 'a.yaml', { today, lines }));
    expect(left.map(({ finding }) => finding.parameters.name)).not.toContain('password');
  });

  test('is an entry of the baseline, for a finding or for a file', () => {
    const text = `
      # file: .strata/baseline.json
      {"findings": [{"rule": "other.rule", "file": "b.yaml", "pointer": "x"}]}
      # file: a.yaml
      password: harbor-qua$0rtz-31
      dbPassword: copper-willow-88
    `;
    const one = JSON.parse(made(text, 'baseline')['.strata/baseline.json'] ?? '') as object;
    expect(one).toEqual({
      findings: [
        { rule: 'secrets.generic', file: 'a.yaml', pointer: '0/password' },
        { rule: 'other.rule', file: 'b.yaml', pointer: 'x' },
      ],
    });
    const all = JSON.parse(made(text, 'baseline-file')['.strata/baseline.json'] ?? '') as {
      findings: object[];
    };
    expect(all.findings).toHaveLength(3);
  });
});

test('no title or parameter tells a value', () => {
  const text = '\n# file: a.yaml\ndb:\n  password: harbor-qua$0rtz-31\n  token: 9f8e7d6c5b4a\n';
  for (const { parameters, finding } of fixesAt(text))
    expect(JSON.stringify([parameters, finding])).not.toContain('quartz');
});

describe('an object without values in the place of a Secret', () => {
  const secret = `
    # file: db.yaml
    # The database.
    apiVersion: v1
    kind: Secret
    metadata:
      name: db
      namespace: shop
      annotations:
        kubectl.kubernetes.io/last-applied-configuration: '{}'
    type: kubernetes.io/basic-auth
    stringData:
      username: shop
      password: harbor-qua$0rtz-31
    ---
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
  `;
  const store = (name: string, of: string): string => `
    # file: ${name}.yaml
    apiVersion: external-secrets.io/v1
    kind: ExternalSecret
    metadata: { name: ${name} }
    spec: { secretStoreRef: { kind: ClusterSecretStore, name: ${of} }, dataFrom: [] }
  `;

  test('reads the store that most others read', () => {
    const text = secret + store('one', 'vault') + store('two', 'aws') + store('three', 'vault');
    expect(made(text, 'external-secret')).toEqual({
      'db.yaml': [
        '# The database.',
        'apiVersion: external-secrets.io/v1',
        'kind: ExternalSecret',
        'metadata:',
        '  name: db',
        '  namespace: shop',
        'spec:',
        '  data:',
        '  - remoteRef:',
        '      key: db',
        '      property: username',
        '    secretKey: username',
        '  - remoteRef:',
        '      key: db',
        '      property: password',
        '    secretKey: password',
        '  secretStoreRef:',
        '    kind: ClusterSecretStore',
        '    name: vault',
        '  target:',
        '    template:',
        '      type: kubernetes.io/basic-auth',
        '---',
        '{ apiVersion: v1, kind: ConfigMap, metadata: { name: a } }',
        '',
        '',
      ].join('\n'),
    });
    const fix = fixesAt(text).find(({ code }) => code === 'external-secret');
    expect(fix?.parameters).toEqual({ secret: 'db', store: 'vault' });
  });

  test('reads a store whose name has signs of lists and quotes', () => {
    const strange = `'{"a","b"}[c]'`;
    const after = made(secret + store('one', strange), 'external-secret')['db.yaml'] ?? '';
    expect(after).toContain(`    name: '{"a","b"}[c]'\n`);
  });

  test('is filled in by kubeseal, where the repository has others', () => {
    const other = `
    # file: other.yaml
    apiVersion: bitnami.com/v1alpha1
    kind: SealedSecret
    metadata: { name: other }
    spec: { encryptedData: { a: AgBy8h } }
  `;
    const after = made(secret + other, 'sealed-secret')['db.yaml'] ?? '';
    expect(after).toContain(
      '  encryptedData:\n    password: REPLACE_ME\n    username: REPLACE_ME\n',
    );
    expect(after).toContain('    type: kubernetes.io/basic-auth\n');
    expect(after).not.toContain('quartz');
    expect(scanFile('db.yaml', after)).toEqual([]);
  });

  test('is offered neither where the repository has none of the kind, nor for a patch', () => {
    expect(codesAt(secret)).not.toContain('external-secret');
    const patched = `${secret}${store('one', 'vault')}
    # file: kustomization.yaml
    patches: [{ path: db.yaml }]
  `;
    expect(codesAt(patched)).not.toContain('external-secret');
    expect(codesAt(secret + store('one', 'vault'))).toContain('external-secret');
  });
});

describe('a placeholder that somebody else fills in', () => {
  const cluster = (postBuild: string, name = 'web') => `
    # file: clusters/prod/${name}.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: ${name}, namespace: flux-system }
    spec:
      path: ./apps/web
      sourceRef: { kind: GitRepository, name: flux-system }
      postBuild: ${postBuild}
  `;
  const sync = `
    # file: clusters/prod/flux-system/gotk-sync.yaml
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: flux-system, namespace: flux-system }
    spec: { url: https://git.example.com/acme/fleet.git, ref: { branch: main } }
    ---
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: flux-system, namespace: flux-system }
    spec: { path: ./clusters/prod, sourceRef: { kind: GitRepository, name: flux-system } }
  `;
  const web = `
    # file: apps/web/kustomization.yaml
    resources: [secret.yaml]
    # file: apps/web/secret.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: web }
    stringData:
      dbPassword: harbor-qua$0rtz-31 # the database
  `;
  const fromSecret = '{ substituteFrom: [{ kind: Secret, name: web-values }] }';

  test('is a variable where all Kustomizations that deliver it read Secrets', () => {
    const text = web + sync + cluster(fromSecret);
    expect(made(text, 'substitute')['apps/web/secret.yaml']).toContain(
      '  dbPassword: "${DB_PASSWORD}" # the database\n',
    );
    const fix = fixesAt(text).find(({ code }) => code === 'substitute');
    expect(fix?.parameters).toEqual({
      name: 'dbPassword',
      placeholder: '${DB_PASSWORD}',
      secret: 'web-values',
    });
    expect(
      scanFile('secret.yaml', fix?.changes[0]?.kind === 'write' ? fix.changes[0].after : ''),
    ).toEqual([]);
  });

  test('is none where one of them would deliver the variable itself, or in base64', () => {
    expect(
      codesAt(web + sync + cluster('{ substituteFrom: [{ kind: ConfigMap, name: a }] }')),
    ).not.toContain('substitute');
    expect(codesAt(web + sync + cluster(fromSecret) + cluster('{}', 'other'))).not.toContain(
      'substitute',
    );
    const encoded = web
      .replace('stringData', 'data')
      .replace('harbor-qua$0rtz-31', 'aGFyYm9y$0LXF1YXJ0ei0zMQ==');
    expect(codesAt(encoded + sync + cluster(fromSecret))).not.toContain('substitute');
    expect(codesAt(web)).not.toContain('substitute');
  });

  const vault = (path: string) => `
    # file: apps/api/secret.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: api }
    stringData: { token: <path:${path}#token> }
  `;

  test('is a path of the vault, beside those that the repository reads', () => {
    expect(made(web + vault('kv/data/shop/api'), 'vault-path')['apps/web/secret.yaml']).toContain(
      '  dbPassword: "<path:kv/data/shop/web#dbPassword>" # the database\n',
    );
    const beside = web.replace(
      '# the database',
      '# the database\n      user: <path:kv/data/shared#user>',
    );
    expect(
      made(beside + vault('kv/data/shop/api'), 'vault-path')['apps/web/secret.yaml'],
    ).toContain('"<path:kv/data/shared#dbPassword>"');
  });

  test('is no path where nothing reads a vault, or Flux delivers it', () => {
    expect(codesAt(web)).not.toContain('vault-path');
    expect(codesAt(web + vault('kv/data/shop/api') + sync + cluster('{}'))).not.toContain(
      'vault-path',
    );
  });
});
