import { describe, expect, test } from 'vitest';
import { fileContexts } from './fileContexts.ts';
import { scanFile } from './scanFile.ts';

/** A file with the lines, from 1, on which an error or a warning is due, and by which rule. */
interface Case {
  readonly name: string;
  readonly path?: string;
  readonly text: string;
  readonly found: readonly string[];
  readonly beside?: Readonly<Record<string, string>>;
}

/** `line rule`, for errors and warnings. */
function findings({ path = 'file.yaml', text, beside = {} }: Case): readonly string[] {
  const files = Object.entries({ ...beside, [path]: text }).map(([one, content]) => ({
    path: one,
    text: content,
  }));
  return scanFile(path, text, fileContexts(files)(path))
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ line, rule }) => `${line + 1} ${rule.slice('secrets.'.length)}`);
}

/** Fake, and assembled so that no scanner of pushes takes the sources for a leak. */
const fake = {
  github: ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_'),
  slack: [
    'https://hooks.slack.com',
    'services',
    'T01ABCDEF',
    'B02GHIJKL',
    'mNoPqRsTuVwXyZ0246813579',
  ].join('/'),
  pem: [
    '-----BEGIN RSA PRIVATE',
    `KEY-----\\n${'MIIEpAIBAAKCAQEAxyzzy9Q2'.repeat(4)}\\n-----END RSA PRIVATE`,
    'KEY-----',
  ].join(' '),
  age: ['AGE-SECRET-KEY', '1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE'].join('-'),
};

const base64 = (text: string): string => btoa(text);
const mac = 'mac: ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]';
const encrypted = 'ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]';
const deployment = (container: string): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      containers:\n      - name: a\n${container}`;

const objects: readonly Case[] = [
  {
    name: 'each value of a Secret, decoded, but what stands beside secrets',
    text: `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  username: ${base64('app')}\n  password: ${base64('abc')}\n  port: ${base64('5432')}\n  anything: ${base64('zebra')}\n  host: ${base64('db.example.com')}\n  ca.crt: ${base64('-----BEGIN CERTIFICATE-----')}\n`,
    found: ['6 secret-data', '8 secret-data'],
  },
  {
    name: 'a template that fills a Secret',
    path: 'c/templates/secret.yaml',
    text: 'apiVersion: v1\nkind: Secret\nstringData:\n  config.yaml: |\n    {{- tpl .Values.config . | nindent 4 }}\n  more.yaml: |\n    {{- if .Values.a }}\n    level: debug\n    {{- end }}\n  key: harbor-quartz-31\n',
    found: ['10 secret-data'],
  },
  {
    name: 'a Secret as JSON',
    path: 'secret.json',
    text: '{\n"apiVersion": "v1", "kind": "Secret",\n"metadata": {"name": "a"},\n"stringData": {\n  "k": "zebra-1"\n}}',
    found: ['5 secret-data'],
  },
  {
    name: 'the second document, and a List',
    text: 'a: 1\n---\napiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n  stringData:\n    k: zebra\n',
    found: ['10 secret-data'],
  },
  {
    name: 'objects of a Template of OpenShift, whose parameters are references',
    text: 'apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n  stringData:\n    a: ${PASSWORD}\n    b: zebra\nparameters:\n- name: PASSWORD\n  generate: expression\n',
    found: ['9 secret-data'],
  },
  {
    name: 'a registry with a password, and one without',
    text: `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ntype: kubernetes.io/dockerconfigjson\ndata:\n  .dockerconfigjson: ${base64(`{"auths":{"r.example":{"auth":"${base64('u:zebra-9')}"}}}`)}\n---\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\ndata:\n  .dockerconfigjson: ${base64('{"auths":{"r.example":{}}}')}\n`,
    found: ['6 docker-config'],
  },
  {
    name: 'Argo CD: the password of a repository, the token of a cluster',
    text: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n  labels: {argocd.argoproj.io/secret-type: repo-creds}\nstringData:\n  url: https://git.example.com/a\n  username: bot\n  password: zebra-9\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: b\n  labels: {argocd.argoproj.io/secret-type: cluster}\nstringData:\n  server: https://10.0.0.1\n  config: \'{"bearerToken": "zebra-9-quagga"}\'\n',
    found: ['9 argocd-credential', '18 argocd-credential'],
  },
  {
    name: 'what kubectl apply remembers',
    text: `apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"stringData":{"k":"zebra-9"}}'\n`,
    found: ['6 last-applied'],
  },
  {
    name: 'a ConfigMap: keys, and lines of files in it',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  DB_PASSWORD: zebra-9\n  TOKEN_URL: https://sso.example.com/token\n  app.properties: |\n    db.user=app\n    db.password=zebra-9\n    token.ttl=3600\n  app.yaml: |\n    db:\n      host: db\n      password: quagga-7\n  app.json: |\n    {\n      "smtp": {"password": "okapi-55"}\n    }\n',
    found: ['5 config-map', '9 config-map', '14 config-map', '17 config-map'],
  },
  {
    name: 'a script in a ConfigMap: expressions are no values',
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  run.sh: |\n    #!/bin/sh\n    PASSWORD=$(cat /run/secret)\n    TOKEN=$1\n    SECRET=${SECRET:-none}\n    API_KEY="q8w7e6r5t4y3"\n',
    found: ['10 config-map'],
  },
  {
    name: 'variables of any container',
    text: deployment(
      '        env:\n        - name: DB_PASSWORD\n          value: zebra-9\n        - name: TOKEN_SECRET\n          value: gh-token\n        - name: PASSWORD_FILE\n          value: /run/secrets/p\n        - {name: LOG_LEVEL, value: debug}\n        - name: API_KEY\n          value: $(OTHER)\n      initContainers:\n      - name: b\n        env:\n        - {name: REDIS_PASS, value: okapi-55}\n',
    ),
    found: ['11 environment', '22 environment'],
  },
  {
    name: 'arguments: with a sign, as two items, in a shell',
    text: deployment(
      '        args:\n        - --db-password=zebra-9\n        - --admin-password\n        - quagga-7\n        - --password-file=/run/p\n        - --token=$(TOKEN)\n        command: [sh, -c, "PGPASSWORD=okapi-55 psql -h db"]\n',
    ),
    found: ['10 argument', '12 argument', '15 argument'],
  },
  {
    name: 'URLs, wherever they stand',
    text: 'a: postgres://app:zebra-9@db:5432/app\nb: postgres://app:${PASSWORD}@db/app\nc: https://git@example.com/a.git\nd: Server=db;User Id=sa;Password=zebra-9;\ne: jdbc:mysql://db/app?user=a&password=quagga-7\nf: redis://:okapi-55@cache:6379/0\ng: http://host:8080/@scope/pkg\n# h: amqp://a:zebra-9@mq\n',
    found: ['1 url', '4 url', '5 url', '6 url', '8 url'],
  },
  {
    name: 'tokens of providers, wherever they stand',
    text: `a: ${fake.github}\nb: ${fake.slack}\nc: "${fake.pem}"\nd: ${base64(`token=${fake.github}`)}\n# ${fake.age}\n`,
    found: ['1 token', '2 token', '3 private-key', '4 token', '5 decryption-key'],
  },
  {
    name: 'Flux: substitution and HelmRelease',
    text: 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  postBuild:\n    substitute:\n      db_password: zebra-9\n      SECRET_NAME: app-secret\n---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec:\n  values:\n    auth:\n      existingSecret: app\n      password: quagga-7\n',
    found: ['7 substitution', '17 helm-value'],
  },
  {
    name: 'Argo CD: parameters, values as text and as an object',
    text: 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    repoURL: https://u:zebra-9@git.example.com/a\n    helm:\n      parameters:\n      - name: db.password\n        value: quagga-7\n      values: |\n        a: 1\n        apiKey: q8w7e6r5t4y3\n      valuesObject:\n        smtp: {password: okapi-55}\n',
    found: ['6 url', '10 helm-value', '13 helm-value', '15 helm-value'],
  },
  {
    name: 'a SealedSecret: what is not sealed',
    text: `apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: a}\nspec:\n  encryptedData:\n    a: Ag${'B'.repeat(200)}\n    b: zebra-9\n  template:\n    data:\n      c: quagga-7\n      d: "{{ .a }}"\n`,
    found: ['7 sealed-secret', '10 sealed-secret'],
  },
  {
    name: 'an ExternalSecret: literals of its template',
    text: 'apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: a}\nspec:\n  target:\n    template:\n      data:\n        password: zebra-9\n        url: "{{ .url }}"\n  data:\n  - secretKey: password\n    remoteRef: {key: prod/db, property: password}\n',
    found: ['8 external-secret-template'],
  },
];

describe('objects', () => {
  test.each(objects)('$name', (one) => {
    expect(findings(one)).toEqual(one.found);
  });
});

const files: readonly Case[] = [
  {
    name: 'generators and patches of a kustomization',
    path: 'kustomization.yaml',
    text: 'secretGenerator:\n- name: a\n  literals:\n  - anything=zebra\n  - user=app\nconfigMapGenerator:\n- name: b\n  literals:\n  - DB_PASSWORD=quagga-7\n  - LEVEL=info\npatches:\n- target: {kind: Secret}\n  patch: |\n    - op: add\n      path: /stringData/k\n      value: okapi-55\n- patch: |\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: a}\n    spec:\n      template:\n        spec:\n          containers:\n          - name: a\n            env:\n            - name: A_PASSWORD\n              value: gnu-31-elk\n',
    found: ['4 kustomize-generator', '9 config-map', '16 secret-data', '28 environment'],
  },
  {
    name: 'a file that a generator makes a Secret of',
    path: 'a/secret.txt',
    text: 'zebra\n',
    beside: { 'a/kustomization.yaml': 'secretGenerator:\n- name: a\n  files: [key=secret.txt]\n' },
    found: ['1 kustomize-generator'],
  },
  {
    name: 'variables that a generator makes a Secret of',
    path: 'a/app.env',
    text: 'USER=app\nANY=zebra\nURL=https://example.com\n',
    beside: { 'a/kustomization.yaml': 'secretGenerator:\n- name: a\n  envs: [app.env]\n' },
    found: ['2 kustomize-generator'],
  },
  {
    name: 'an encrypted file of a generator',
    path: 'a/app.env',
    text: `ANY=${encrypted}\nsops_mac=${encrypted}\nsops_version=3.9.0\n`,
    beside: { 'a/kustomization.yaml': 'secretGenerator:\n- name: a\n  envs: [app.env]\n' },
    found: [],
  },
  {
    name: 'literals in a template of a chart',
    path: 'chart/templates/secret.yaml',
    text: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: {{ .Release.Name }}\n{{- if .Values.a }}\ndata:\n  a: {{ "zebra-9" | b64enc }}\n  b: {{ .Values.b | b64enc }}\n  password: {{ .Values.p | default "quagga-7" | b64enc }}\n{{- end }}\n',
    found: ['7 helm-template', '9 helm-template'],
  },
  {
    name: 'settings of other kinds',
    path: 'app.properties',
    text: 'db.password=zebra-9\ndb.password.file=/run/p\nserver.token.ttl=30\nmail.password=${MAIL}\n# api.key=quagga-7\n',
    found: ['1 generic'],
  },
  {
    name: 'comments that silence, each in its place',
    text: 'a:\n  password: zebra-9 # strata:ignore[generic] a test\n  # gitleaks:allow\n  dbPassword: zebra-9\n  # strata:ignore[url] another rule\n  smtpPassword: zebra-9\n  apiKey: q8w7e6r5t4y3 # pragma: allowlist secret\n',
    found: ['6 generic'],
  },
];

describe('files', () => {
  test.each(files)('$name', (one) => {
    expect(findings(one)).toEqual(one.found);
  });
});

const rules =
  'creation_rules:\n- path_regex: secrets/.*\n  encrypted_regex: ^(data|stringData)$\n  age: age1aaa,age1bbb\n';
const folderRules =
  'creation_rules:\n- path_regex: main/.*\\.ya?ml\n  encrypted_regex: (?i)(pass|secret|token|^data$|^stringData)\n  age: age1aaa,age1bbb\n';
const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n';
const block = `sops:\n  age: [{recipient: age1aaa}, {recipient: age1bbb}]\n  encrypted_regex: ^(data|stringData)$\n  ${mac}\n`;

const sops: readonly Case[] = [
  {
    name: 'all encrypted',
    path: 'secrets/a.yaml',
    text: `${secret}  k: ${encrypted}\n${block}`,
    beside: { '.sops.yaml': rules },
    found: [],
  },
  {
    name: 'a rule covers the file, and it is in clear',
    path: 'secrets/a.yaml',
    text: `${secret}  k: zebra\n`,
    beside: { '.sops.yaml': rules },
    found: ['1 sops-not-encrypted', '5 secret-data'],
  },
  {
    name: 'a rule for a whole folder says nothing of what names a Secret',
    path: 'main/release.yaml',
    text: 'kind: HelmRelease\nspec: {values: {tokenSecret: runner-login}}\n',
    beside: { '.sops.yaml': folderRules },
    found: [],
  },
  {
    name: 'a rule for a whole folder covers a Secret in clear',
    path: 'main/secret.yaml',
    text: `${secret}  password: zebra-quagga-9\n`,
    beside: { '.sops.yaml': folderRules },
    found: ['1 sops-not-encrypted', '5 secret-data'],
  },
  {
    name: 'a key added after encryption',
    text: `${secret}  k: ${encrypted}\n  late: zebra\n${block}`,
    found: ['6 sops-partly-encrypted'],
  },
  {
    name: 'a key without a secret name that was added after encryption',
    path: 'values.yaml',
    text: `replicas: ${encrypted}\nnote: hello\nempty: ""\nplan_unencrypted: small\nsops:\n  ${mac}\n`,
    found: ['2 sops-added-later'],
  },
  {
    name: 'the key of a recipient that the rules name',
    path: 'keys.txt',
    text: `# created: 2024-01-01\n# public key: age1aaabbbcccddd\n${fake.age}\n`,
    beside: { '.sops.yaml': 'creation_rules:\n- age: age1aaabbbcccddd,age1b\n' },
    found: ['3 decryption-key-in-use'],
  },
  {
    name: 'the key of somebody else',
    path: 'keys.txt',
    text: `# public key: age1zzzbbbcccddd\n${fake.age}\n`,
    beside: { '.sops.yaml': 'creation_rules:\n- age: age1aaabbbcccddd,age1b\n' },
    found: ['2 decryption-key'],
  },
  {
    name: 'a selector that covers nothing',
    path: 'values.yaml',
    text: `a: 1\nb: text\n${block}`,
    found: ['5 sops-encrypts-nothing'],
  },
  {
    name: 'a Secret in clear behind an encrypted one',
    text: `${secret}  k: ${encrypted}\n${block}---\n${secret}  k: zebra\n`,
    found: ['15 sops-plain-document'],
  },
  {
    name: 'other recipients than the rule says',
    path: 'secrets/a.yaml',
    text: `${secret}  k: ${encrypted}\n${block.replace('age1bbb', 'age1ccc')}`,
    beside: { '.sops.yaml': rules },
    found: ['6 sops-recipients-differ'],
  },
  {
    name: 'values of SOPS without its block',
    text: `${secret}  k: ${encrypted}\n`,
    found: ['5 ciphertext-deployed'],
  },
  {
    name: 'creation rules that miss, take too much, and share',
    path: '.sops.yaml',
    text: 'creation_rules:\n- path_regex: clusters/prod/.*\n  encrypted_regex: ^data$\n  age: age1aaa\n- path_regex: clusters/dev/.*\n  encrypted_regex: data\n  age: age1aaa\n- encrypted_regex: a\n  unencrypted_regex: b\n',
    found: ['2 sops-shared-recipient', '3 sops-rule', '6 sops-rule', '9 sops-rule'],
  },
  { name: 'the wrong name', path: '.sops.yml', text: rules, found: ['1 sops-ignored-file'] },
  {
    name: 'a decrypted twin',
    path: 'a/db.yaml',
    text: `${secret}  k: zebra\n`,
    beside: { 'a/db.enc.yaml': `${secret}  k: ${encrypted}\n${block}` },
    found: ['5 secret-data', '5 decrypted-twin'],
  },
];

describe('SOPS', () => {
  test.each(sops)('$name', (one) => {
    expect(findings(one)).toEqual(one.found);
  });
});

test('a harmless word is a value in clear where the key names a password', () => {
  const text =
    'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  password: debug\n  admin-password: "*"\n  log: debug\n';
  const found = ['5 secret-data', '6 secret-data'];
  expect(findings({ name: '', text, found })).toEqual(found);
});

const harmless: readonly string[] = [
  'opencode:\n  apiKey: "{env:OPENAI_API_KEY}"\noidc.config: |\n  name: Keycloak\n  issuer: https://sso.example.com\n  clientSecret: $oidc.keycloak.clientSecret\n',
  'hooks:\n  sessionKey: "hook:agent:{{payload.ticket.id}}"\n  defaultSessionKey: hook:agent:default\ndatabase: {name: a, adminPassword: do-not-use}\n',
  'manifest: |\n  apiVersion: external-secrets.io/v1\n  kind: ExternalSecret\n  spec:\n    data:\n    - secretKey: host\n      remoteRef: {key: db, property: host}\n    - secretKey: slackUrl {{ .a }}\n',
  'url: https://hooks.slack.com/services/11111111111111111111/22222222222222\ntoken: xoxb-live-token-value\n',
  'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  token: /var/run/secrets/kubernetes.io/serviceaccount/token\n  flyway_schemas: ohdsi\n  logging_level_root: info\n  flyway_locations: classpath:db/migration/postgresql\n  security_origin: "*"\n',
  'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  alertmanager.yaml: |\n    global:\n      resolve_timeout: 5m\n    route: {receiver: default}\n  init.sh: |\n    #!/bin/sh\n    superset init\n',
  'mail:\n  smtpUserSecretKey: username\n  smtpUserSecretName: mail\n  accessKeySecretKey: rootUser\n  secretKeySecretKey: rootPassword\n',
  'env:\n- {name: GITHUB_TOKEN, value: ghp_YourPersonalAccessToken}\n- {name: SMTP_PASSWORD, value: SG.your-sendgrid-api-key}\n',
  'clusterSecretKey: cluster\nhostedIdSecretKey: hosted-id\nexporter:\n  tokenSecret: {name: a, key: snykApiToken}\napiToken: YourApiToken\n',
  'run: |\n  GPG_PRIVATE_KEY=signing-key:private_key\n  GPG_PASSPHRASE=signing-key:passphrase\n',
  'services:\n  web:\n    secrets:\n    - 1pw_token\n    - api_secret\nmodel:\n  maxTokens: 1000000\n  maxOutputTokens: 131072\n',
  'urlSecret:\n  name: heartbeats\n  key: home_heartbeat_url\nsecretKey: rcon-password\n',
  'env:\n  GOOGLE_APPLICATION_CREDENTIALS: "{{.HOME}}/keys/project-d72f2d61e4ac.json"\nconnectionSecretKeys: [kubeconfig]\n',
  'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  a: <path:kv/data/a#k>\n  b: ${B}\n  c: changeme\n  d: ""\n  e: "{{ .e }}"\n  f: REPLACE_ME\n  g: $argocd:token\n',
  'auth:\n  existingSecret: prod-db-2024\n  passwordKey: password\n  secretName: app-token-a1b2c3\n  tokenTTL: 1h\n  usePassword: true\n  passwordSecret: {name: a, key: db-password}\n',
  'password: ref+vault://a/b#c\ntoken: vault:secret/data/a#b\nsecret: arn:aws:secretsmanager:eu-west-1:1:secret:a\n',
  'tls:\n  secret: wildcard-tls-2024\n  privateKeySecretRef: {name: le-account-key}\nclientSecret: !vault |\n  x\n',
  'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]\n',
  'password: "{{ .Values.password }}"\ntoken: ${{ secrets.TOKEN }}\nsecret: __SECRET__\napiKey: "#{key}#"\n',
];

test.each([
  // Names of Secrets, in lists and in JSON.
  'values: { keyVaultSecrets: [encryption-publicKey, db-user] }',
  'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: \'{ "imagePullSecrets": ["docker-secret", "other-one"] }\'',
  // A period beside the secrets of a Secret: 12h.
  'apiVersion: v1\nkind: Secret\ndata: { SYNC_PERIOD: MTJo }',
])('names and times are no secrets: %j', (text) => {
  expect(scanFile('a.yaml', text)).toEqual([]);
});

const harmlessFiles: readonly (readonly [string, string])[] = [
  [
    'chart/templates/external.yaml',
    '{{- range .Values.all }}\nspec:\n  data:\n    - secretKey: sshPrivateKey\n      {{- if .a }}\n      remoteRef:\n        key: a\n      {{- else }}\n- bad: [\n',
  ],
  ['rotate.yaml.txt', 'private_key = creds["private-key"]\napp_jwt = f"{header}.{payload}"\n'],
  ['launch.py', 'start(commons_url=args.url, access_token=args.access_token, images=images)\n'],
  [
    'account.php',
    "'password' => 'required|string|min:6|max:50|confirmed',\n'passwords' => 'users',\n'token' => '此密碼重置無效。',\n",
  ],
  [
    'page.html',
    'cls = done.passed ? "pass" : "fail"; id = live ? \'GTM-5Z439PW\' : \'GTM-589Z9H6\';\n',
  ],
  [
    '.secrets.baseline',
    '{"results": {"a": [{"hashed_secret": "6367c48dd193d56ea7b0baad25b19455e529f5ee"}]}}\n',
  ],
  [
    'login.lua',
    'db = "postgresql://test:test@localhost:5432/fence"\ncookie = "a=1;access_token=bogus"\n',
  ],
];

test.each(harmlessFiles)('nothing is wrong with the text of %s', (path, text) => {
  expect(findings({ name: '', path, text, found: [] })).toEqual([]);
});

test('SOPS encrypts no template, and the kinds of keys that a file of JSON has none of are no recipients', () => {
  const beside = {
    '.sops.yaml': 'creation_rules:\n- path_regex: .*secret.*\n  gcp_kms: projects/a/b\n',
  };
  const template =
    'apiVersion: v1\nkind: Secret\nstringData:\n  username: {{ .Values.user }}\n  note: zebra\n';
  expect(
    findings({ name: '', path: 'chart/templates/secret.yaml', text: template, beside, found: [] }),
  ).toEqual(['5 secret-data']);
  const text = `{"a": "${encrypted}", "sops": {"kms": null, "gcp_kms": [{"resource_id": "projects/a/b"}], "azure_kv": null, "pgp": null, "mac": "${encrypted}"}}`;
  expect(findings({ name: '', path: 'a.secret.json', text, beside, found: [] })).toEqual([]);
});

test('the id of an access key alone is no token; with its other half in clear it is', () => {
  const id = ['AK', 'IAQ2W3E4R5T6Y7UIOP'].join('');
  const told = (text: string): readonly string[] =>
    scanFile('a.yaml', text).map(({ rule, severity }) => `${rule} ${severity}`);
  const alone = ['secrets.access-key-id information'];
  expect(told(`accessKeyID: ${id}\nsecretAccessKeySecretRef: {name: aws, key: secret}\n`)).toEqual(
    alone,
  );
  expect(told(`accessKeyID: ${id}\nsecretAccessKey: <path:kv/aws#key>\n`)).toEqual(alone);
  expect(told(`${secret}  aws_access_key_id: ${id}\n`)).toEqual(alone);
  expect(told(`accessKeyID: ${id}\nsecretAccessKey: zebra-quagga-9\n`)).toEqual([
    'secrets.token warning',
    'secrets.generic warning',
  ]);
  expect(told(`${secret}  credentials: |\n    id=${id}\n    key=${'aB3/'.repeat(10)}\n`)).toEqual([
    'secrets.secret-data error',
  ]);
});

test('dots in one line of a text, and a capital behind a dot, are no reason for silence', () => {
  const found = (text: string, path = 'a.yaml'): readonly string[] =>
    findings({ name: '', path, text, found: [] });
  expect(
    found(`${secret}  app.conf: |\n    # and so on ... until here\n    password=zebra-Quagga-9\n`),
  ).toEqual(['5 secret-data']);
  expect(found(`${secret}  k: Ab9...zQ8\n`)).toEqual(['5 secret-data']);
  expect(found(`${secret}  k: abc...xyz\n`)).toEqual([]);
  expect(found('password=Zebra.Quagga9\n', 'a.conf')).toEqual(['1 generic']);
  expect(found('password=F"{a}.{b}"\ntoken=args.token\n', 'a.conf')).toEqual([]);
});

test.each(harmless)('nothing is wrong with %j', (text) => {
  expect(findings({ name: '', text, found: [] })).toEqual([]);
});

test('tests, examples and hashes weigh less; defaults are hints', () => {
  const text = `${secret}  k: zebra\n`;
  const severities = (path: string, content: string): readonly string[] =>
    scanFile(path, content).map(({ severity }) => severity);
  expect(severities('a/examples/b.yaml', text)).toEqual(['information']);
  expect(severities('a/b_test.go', '"DB_PASSWORD": "zebra-9",')).toEqual(['information']);
  expect(severities('a/b.yaml', `${secret}  k: changeme\n`)).toEqual(['hint']);
  expect(
    severities(
      'a/b.yaml',
      'adminPassword: $2a$10$tofKYj2GZMlKwqv2y1Norp49ZT3xvLve488gboT4cgFaYKJgy0woR\n',
    ),
  ).toEqual(['information']);
  expect(severities('a/b.yaml', 'a: 1 # strata:ignore[token] gone\n')).toEqual(['hint']);
});

test('what looks like a name is none under the name of a password, and neither is a number', () => {
  const text =
    'db:\n  password: harbor_quartz\n  adminPassword: 12345678\n  api_key: harbor-quartz-31\n';
  expect(findings({ name: '', text, found: [] })).toEqual(['2 generic', '3 generic', '4 generic']);
});

test('a variable of an environment holds the secret itself, and not the key of one', () => {
  const text =
    'env:\n- {name: AUTH_SECRET_KEY, value: k3j9xq2m}\n- {name: JWT_TOKEN_SECRET_KEY, value: quartz-harbor-lantern}\n';
  expect(findings({ name: '', text, found: [] })).toEqual(['2 environment', '3 environment']);
});

const adversarial: readonly (readonly [string, string])[] = [
  ['a line of hexadecimal digits', 'a'.repeat(1_000_000)],
  ['a line of keys', 'password'.repeat(125_000)],
  ['a line of signs', 'token='.repeat(160_000)],
  ['a line of URLs', 'http://a:b'.repeat(100_000)],
  ['a line of begins', '-----BEGIN PRIVATE KEY-----'.repeat(35_000)],
  ['a line of spaces behind a key', `password: a${' '.repeat(1_000_000)}b`],
  ['many lines of spaces behind a key', `password: a${' '.repeat(4000)}b\n`.repeat(240)],
  ['a line of quotes', `key="${'"'.repeat(1_000_000)}`],
  ['parts of web tokens', 'eyJhbGciOiJIUzI1NiJ9.'.repeat(45_000)],
  ['open actions', '{{ a '.repeat(200_000)],
  ['open variables', `a: "${'${a'.repeat(300_000)}"`],
  ['headers', 'authorization: Basic '.repeat(48_000)],
  ['beginnings of tokens', ' ghs_1_a glpat-a ATATT3 cflta sbp_a'.repeat(30_000)],
  ['empty lines', `a: |\n${' \n'.repeat(400_000)}  x`],
  ['lines below a section', `a: |\n  [a]\n${'  \n'.repeat(300_000)}  x`],
  ['calls of mysql', 'mysql -u a '.repeat(90_000)],
  ['flags', ' --token'.repeat(120_000)],
  ['parts of tokens', `ghs_1_${'a-'.repeat(500_000)}`],
];

test.each(adversarial)('%s takes no longer than its size', (_name, text) => {
  for (const path of ['a.yaml', 'a.env', 'templates/a.yaml']) {
    const before = process.threadCpuUsage().user;
    scanFile(path, text);
    // The design has 500 ms for a file of any kind; a slow machine is given twice as much.
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(1000);
  }
});

test('warm, 5 MB and more are read in a second, parsing among it', () => {
  const containers = Array.from(
    { length: 200 },
    (_, index) =>
      `        - name: LEVEL_${index}\n          value: info\n        - name: PASSWORD_${index}\n          valueFrom: {secretKeyRef: {name: app-${index}, key: password}}\n`,
  );
  const text = deployment(
    `        image: registry.example.com/app:1.0\n        env:\n${containers.join('')}`,
  );
  const rates = Array.from({ length: 40 }, () => {
    const before = process.threadCpuUsage().user;
    for (let count = 0; count < 10; count += 1) expect(scanFile('a.yaml', text)).toEqual([]);
    return (text.length * 10) / (process.threadCpuUsage().user - before);
  });
  const best = Math.max(...rates);
  console.log(`secrets: ${best.toFixed(1)} MB/s`);
  expect(best).toBeGreaterThanOrEqual(5);
});

test.each([
  ['default-credential', 'a.yaml', `${secret}  k: changeme\n`],
  [
    'password-hash',
    'a.yaml',
    'adminPassword: $2a$10$tofKYj2GZMlKwqv2y1Norp49ZT3xvLve488gboT4cgFaYKJgy0woR\n',
  ],
  ['sops-single-recipient', '.sops.yaml', 'creation_rules:\n- age: age1aaa\n'],
])('%s is told, and weighs little', (rule, path, text) => {
  const found = scanFile(path, text);
  expect(found.map((one) => one.rule)).toEqual([`secrets.${rule}`]);
  expect(found[0]?.severity).toMatch(/^(?:hint|information)$/);
});

test('a key of a cloud that anybody can be given alone is no single recipient', () => {
  expect(scanFile('.sops.yaml', 'creation_rules:\n- kms: arn:aws:kms:eu:1:key/a\n')).toEqual([]);
});

const bundled: readonly (readonly [string, string, string])[] = [
  [
    'a JSON web key with its private part',
    'jwks.json',
    '{"keys": [{"kty": "RSA", "e": "AQAB", "d": "Zm9vYmFyYmF6cXV4cXV1eA"}]}',
  ],
  ['a list of docker compose', 'compose.yaml', 'environment:\n- DB_PASSWORD=zebra-9'],
  ['settings of Redis', 'redis.conf', 'requirepass zebra99quagga'],
  ['settings of netrc', '.netrc', 'machine a.example login b password zebra99'],
  ['a variable that a script exports', 'run.sh', 'export API_TOKEN=zebra99quagga77okapi'],
];

test.each(bundled)('%s', (_name, path, text) => {
  expect(findings({ name: '', path, text, found: [] })).toHaveLength(1);
});

test('a file that a generator makes a Secret of is named, and has a mask', () => {
  const text = 'route:\n  receiver: ops\nreceivers:\n- name: ops\n';
  const kustomization = 'secretGenerator:\n- name: a\n  files: [key=alerts.yaml]\n';
  const contexts = fileContexts([
    { path: 'a/kustomization.yaml', text: kustomization },
    { path: 'a/alerts.yaml', text },
  ]);
  expect(scanFile('a/alerts.yaml', text, contexts('a/alerts.yaml'))).toMatchObject([
    { rule: 'secrets.kustomize-generator', name: 'alerts.yaml', value: text },
  ]);
});

describe('values that look like something else', () => {
  const secretOf = (line: string): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData:\n  ${line}\n`;
  const severities = (path: string, text: string): readonly string[] =>
    scanFile(path, text).map(({ rule, severity }) => `${severity} ${rule}`);

  test.each([
    ['dots inside', 'key: Zk4...39q'],
    ['fill', 'key: fill/Zk39qLw'],
    ['sample', 'key: sample/Zk39qLw'],
    ['an origin', 'origin: Zk39qLw2!'],
    ['a resolver', 'resolver: Zk39qLw2!'],
  ])('of a Secret: %s', (_idea, line) => {
    expect(severities('a.yaml', secretOf(line))).toEqual(['warning secrets.secret-data']);
  });

  test.each([
    'key: abc...xyz',
    'key: sk-1Ab...9zQ',
    'key: "see the vault ..."',
    'key: sample/your/key',
    'key: fill-in',
    'origin: eu-west',
    'key: "{MQTT_PASSWORD}"',
    'resolver: letsencrypt',
  ])('not %s', (line) => {
    expect(severities('a.yaml', secretOf(line))).toEqual([]);
  });

  test.each(['log.properties: io.trino=INFO', 'core-site.xml: "<a>\\n<b>fs.impl</b>\\n</a>"'])(
    'settings without a secret are no more than information: %s',
    (line) => {
      expect(severities('a.yaml', secretOf(line))).toEqual(['information secrets.secret-data']);
    },
  );

  test.each([
    ['a list of passwords', 'values.yaml', 'passwords:\n- zebra-quagga\n'],
    [
      'a dot in a password',
      'c.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  a.properties: |\n    password=zebra.quagga9\n',
    ],
    [
      'a store of Java',
      'd.yaml',
      'env:\n- { name: JAVA_OPTS, value: -Xmx1g -Djavax.net.ssl.trustStorePassword=Zk39qLw2 }\n',
    ],
    ['an argument of Java', 'd.yaml', 'args: [-Djavax.net.ssl.trustStorePassword=Zk39qLw2]\n'],
    ['Redis', 'd.yaml', 'env: [{ name: REDIS_AUTH, value: Zk39qLw2 }]\n'],
    ['a flag with its value', 'd.yaml', 'args: [--requirepass Zk39qLw2]\n'],
    [
      'PgBouncer',
      'c.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata:\n  userlist.txt: |\n    "shop" "Zk39qLw2"\n',
    ],
  ])('%s', (_idea, path, text) => {
    expect(scanFile(path, text).map(({ severity }) => severity)).toEqual(['warning']);
  });

  test.each([
    ['a list of names of tokens', 'tokens: [read-token, write-token]\n'],
    ['a member of an object', 'text: |\n  password = settings.password\n'],
    ['a switch', 'redisAuth: true\n'],
    ['a JSONPath', `example.com/expose-password: "{.data['database-password']}"\n`],
    ['texts with a sign between', `text: |\n  args.add("GH_TOKEN=" + env['GH_TOKEN'])\n`],
  ])('not %s', (_idea, text) => {
    expect(scanFile('values.yaml', text)).toEqual([]);
  });

  test('the settings of docker, as text and as base64', () => {
    const settings = `{"auths":{"r.example.com":{"auth":"${btoa('bot:Zk39qLw2')}"}}}`;
    const found = ['error secrets.docker-config'];
    expect(severities('values.yaml', `pull: '${settings}'\n`)).toEqual(found);
    expect(severities('values.yaml', `pull: ${btoa(settings)}\n`)).toEqual(found);
    const empty = '{"auths":{"r.example.com":{"auth":""}}}';
    expect(severities('values.yaml', `pull: '${empty}'\n`)).toEqual([]);
  });

  test('the two halves of a key of AWS are one error', () => {
    const half = 'Zk39qLw2Zk39qLw2Zk39qLw2Zk39qLw2Zk39qLw2';
    const id = ['AKIA', 'Q2Q3Q4Q5Q6Q7Q2Q3'].join('');
    const text = secretOf(`AWS_ACCESS_KEY_ID: ${id}\n  AWS_SECRET_ACCESS_KEY: ${half}`);
    const found = scanFile('a.yaml', text).filter(({ severity }) => severity !== 'information');
    expect(found.map(({ name, severity }) => `${severity} ${name}`)).toEqual([
      'error AWS_SECRET_ACCESS_KEY',
    ]);
  });

  test.each([
    ['entry: {{ "Zk39qLw2" | quote }}', 1],
    ['entry: {{ .Values.entry | default "Zk39qLw2" | quote }}', 1],
    ['password: {{ default "zebraquagga" .Values.password }}', 1],
    ['level: {{ .Values.level | default "information" }}', 0],
    ['user: {{ "web" | quote }}', 0],
  ])('a template of a Secret: %s', (line, count) => {
    const text = `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\nstringData:\n  ${line}\n`;
    expect(scanFile('chart/templates/secret.yaml', text)).toHaveLength(count);
  });
});
