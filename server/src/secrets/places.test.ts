import { expect, test } from 'vitest';
import { scanFile } from './scanFile.ts';

/** Fake, and of no provider's shape. */
const value = 'q7Rk2mXw9Lz4';

const base64 = (text: string): string => btoa(text);

function secret(type: string, data: string, labels = ''): string {
  const typed = type === '' ? '' : `type: ${type}\n`;
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: a${labels}}\n${typed}${data}`;
}

function object(kind: string, version: string, spec: string): string {
  return `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: a}\nspec:\n${spec}`;
}

function settings(name: string, lines: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  ${name}: |\n${lines}`;
}

/** A file by its path, with one secret in it at least. */
const places: readonly (readonly [name: string, path: string, text: string])[] = [
  [
    'dockercfg',
    's.yaml',
    secret(
      'kubernetes.io/dockercfg',
      `data:\n  .dockercfg: ${base64(`{"https://r":{"username":"u","password":"${value}","auth":"${base64('u:' + value)}"}}`)}\n`,
    ),
  ],
  [
    'bootstrap',
    's.yaml',
    secret(
      'bootstrap.kubernetes.io/token',
      `stringData:\n  token-id: abcdef\n  token-secret: 0123456789abcdef\n`,
    ),
  ],
  [
    'repo-creds',
    's.yaml',
    secret(
      '',
      `stringData:\n  url: https://git.x\n  password: ${value}\n`,
      ', labels: {argocd.argoproj.io/secret-type: repo-creds}',
    ),
  ],
  [
    'cluster exec env',
    's.yaml',
    secret(
      '',
      `stringData:\n  config: |\n    {"execProviderConfig":{"command":"x","env":{"AAD_SERVICE_PRINCIPAL_CLIENT_SECRET":"${value}"}}}\n`,
      ', labels: {argocd.argoproj.io/secret-type: cluster}',
    ),
  ],
  [
    'notifications',
    's.yaml',
    `apiVersion: v1\nkind: Secret\nmetadata: {name: argocd-notifications-secret}\nstringData:\n  slack-token: ${value}aa\n`,
  ],
  [
    'cm binaryData',
    'c.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nbinaryData:\n  app.properties: ${base64('db.password=' + value + '\n')}\n`,
  ],
  ['cm ini', 'c.yaml', `${settings('grafana.ini', '')}    [database]\n    password = ${value}\n`],
  [
    'cm xml',
    'c.yaml',
    `${settings('s.xml', '')}    <server>\n      <password>${value}</password>\n    </server>\n`,
  ],
  [
    'cm xml attr',
    'c.yaml',
    `${settings('s.xml', '')}    <Resource name="jdbc" username="a" password="${value}"/>\n`,
  ],
  [
    'cm npmrc',
    'c.yaml',
    `${settings('.npmrc', '')}    //registry.x/:_authToken=${value}${value}\n`,
  ],
  ['cm pgpass', 'c.yaml', `${settings('.pgpass', '')}    db.svc:5432:shop:app:${value}\n`],
  [
    'cm json',
    'c.yaml',
    `${settings('a.json', '')}    {"smtp": {"host": "x", "password": "${value}"}}\n`,
  ],
  [
    'cm yaml nested',
    'c.yaml',
    `${settings('application.yml', '')}    spring:\n      datasource:\n        password: ${value}\n`,
  ],
  ['cm php', 'c.yaml', `${settings('wp-config.php', '')}    define('DB_PASSWORD', '${value}');\n`],
  ['cm py', 'c.yaml', `${settings('settings.py', '')}    SECRET_KEY = "${value}${value}"\n`],
  [
    'cm mycnf',
    'c.yaml',
    `${settings('my.cnf', '')}    [client]\n    user=root\n    password="${value}"\n`,
  ],
  [
    'cm slack url',
    'c.yaml',
    `${settings('alertmanager.yml', '')}    global:\n      slack_api_url: https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/mNoPqRsTuVwXyZ0246813579\n`,
  ],
  [
    'init env',
    'd.yaml',
    object(
      'Deployment',
      'apps/v1',
      `  template:\n    spec:\n      initContainers:\n      - name: i\n        env:\n        - name: AWS_SECRET_ACCESS_KEY\n          value: ${value}${value}${value}\n`,
    ),
  ],
  [
    'cron env',
    'd.yaml',
    object(
      'CronJob',
      'batch/v1',
      `  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n          - name: i\n            env: [{name: API_KEY, value: ${value}}]\n`,
    ),
  ],
  [
    'tekton',
    'd.yaml',
    object(
      'Task',
      'tekton.dev/v1',
      `  steps:\n  - name: a\n    env:\n    - {name: REGISTRY_PASSWORD, value: ${value}}\n`,
    ),
  ],
  [
    'workflow',
    'd.yaml',
    object(
      'WorkflowTemplate',
      'argoproj.io/v1alpha1',
      `  templates:\n  - name: a\n    container:\n      env:\n      - {name: TOKEN, value: ${value}${value}}\n`,
    ),
  ],
  ['env map', 'v.yaml', `env:\n  DB_PASSWORD: ${value}\n`],
  [
    'arg =',
    'd.yaml',
    object('Pod', 'v1', `  containers:\n  - name: a\n    args: [--admin-password=${value}]\n`),
  ],
  [
    'arg sep',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    args:\n    - --password\n    - ${value}\n`,
    ),
  ],
  [
    'arg one',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    command: [sh, -c, "tool --token ${value}${value} run"]\n`,
    ),
  ],
  [
    'arg mysql -p',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    command: [sh, -c, "mysql -uroot -p${value} -e 'select 1'"]\n`,
    ),
  ],
  [
    'arg PGPASSWORD',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    command: [sh, -c, "PGPASSWORD=${value} psql -h db"]\n`,
    ),
  ],
  [
    'arg curl',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    command: [sh, -c, "curl -u admin:${value} http://x"]\n`,
    ),
  ],
  [
    'arg bearer',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    command: [sh, -c, "curl -H 'Authorization: Bearer ${value}${value}' http://x"]\n`,
    ),
  ],
  [
    'probe header',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    livenessProbe: {httpGet: {path: /, port: 80, httpHeaders: [{name: Authorization, value: Basic ${base64('a:' + value)}}]}}\n`,
    ),
  ],
  [
    'ann snippet',
    'i.yaml',
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    nginx.ingress.kubernetes.io/configuration-snippet: |\n      proxy_set_header Authorization "Basic ${base64('a:' + value)}";\n`,
  ],
  [
    'repoURL',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    repoURL: https://ci:${value}@git.x/r.git\n`,
  ],
  [
    'chart dep',
    'Chart.yaml',
    `apiVersion: v2\nname: a\nversion: 1.0.0\ndependencies:\n- name: b\n  version: 1\n  repository: https://u:${value}@charts.x\n`,
  ],
  [
    'remote base',
    'kustomization.yaml',
    `resources:\n- git::https://u:${value}@git.x/r//base?ref=v1\n`,
  ],
  ['jdbc', 'v.yaml', `url: jdbc:mysql://db/shop?user=app&password=${value}\n`],
  ['ado', 'v.yaml', `conn: "Server=db;Database=x;User Id=sa;Password=${value};"\n`],
  ['redis', 'v.yaml', `redis: redis://:${value}@redis:6379/0\n`],
  [
    'storage key',
    'v.yaml',
    `conn: DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${base64(value.repeat(5))};EndpointSuffix=core.windows.net\n`,
  ],
  [
    'helm param',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    helm:\n      parameters:\n      - name: auth.password\n        value: ${value}\n`,
  ],
  [
    'helm values',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    helm:\n      values: |\n        auth:\n          password: ${value}\n`,
  ],
  [
    'valuesObject',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    helm:\n      valuesObject:\n        auth:\n          rootPassword: ${value}\n`,
  ],
  [
    'appset elements',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a}\nspec:\n  generators:\n  - list:\n      elements:\n      - {cluster: a, dbPassword: ${value}}\n`,
  ],
  [
    'plugin env',
    'a.yaml',
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    plugin:\n      env:\n      - {name: VAULT_TOKEN, value: ${value}${value}}\n`,
  ],
  [
    'helmfile set',
    'helmfile.yaml',
    `releases:\n- name: a\n  set:\n  - name: adminPassword\n    value: ${value}\n`,
  ],
  [
    'valuesInline',
    'kustomization.yaml',
    `helmCharts:\n- name: a\n  valuesInline:\n    auth: {password: ${value}}\n`,
  ],
  [
    'substitute',
    'k.yaml',
    `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  postBuild:\n    substitute:\n      DB_PASSWORD: ${value}\n`,
  ],
  [
    'provider',
    'k.yaml',
    `apiVersion: notification.toolkit.fluxcd.io/v1beta3\nkind: Provider\nmetadata: {name: a}\nspec:\n  type: discord\n  address: https://discord.com/api/webhooks/845512349876500123/${value.repeat(5)}\n`,
  ],
  [
    'eso',
    'e.yaml',
    `apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: a}\nspec:\n  target:\n    template:\n      data:\n        password: ${value}\n        url: "{{ .x }}"\n`,
  ],
  ['jwk', 'j.json', `{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"${value}${value}${value}"}`],
  [
    'kubeconfig',
    'kubeconfig.yaml',
    `apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    token: ${value}${value}\n`,
  ],
  [
    'kubeconfig key',
    'kubeconfig',
    `apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    client-key-data: ${base64('-----BEGIN RSA PRIVATE KEY-----\n' + 'MIIEpAIBAAKCAQEAxyzzy9Q2'.repeat(6) + '\n-----END RSA PRIVATE KEY-----\n')}\n`,
  ],
  [
    'talos',
    'controlplane.yaml',
    `version: v1alpha1\nmachine:\n  token: ${value}.${value}\n  ca:\n    crt: LS0t\n    key: ${base64('-----BEGIN ED25519 PRIVATE KEY-----\n' + 'MC4CAQAwBQYDK2VwBCIEIHzzyQ2'.repeat(3) + '\n-----END ED25519 PRIVATE KEY-----\n')}\n`,
  ],
  ['env file', '.env', `API_SECRET=${value}\n`],
  ['tfvars', 'prod.tfvars', `db_password = "${value}"\n`],
  [
    'secret patch json6902',
    'kustomization.yaml',
    `patches:\n- target: {kind: Secret, name: a}\n  patch: |\n    - op: replace\n      path: /data/key\n      value: ${base64(value)}\n`,
  ],
  [
    'env patch json6902',
    'kustomization.yaml',
    `patches:\n- target: {kind: Deployment}\n  patch: |\n    - op: add\n      path: /spec/template/spec/containers/0/env/-\n      value: {name: DB_PASSWORD, value: ${value}}\n`,
  ],
  [
    'List',
    'l.yaml',
    `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n  stringData: {k: ${value}}\n`,
  ],
  [
    'Template',
    'l.yaml',
    `apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n  stringData: {k: ${value}}\n`,
  ],
  [
    'grafana datasource',
    'c.yaml',
    `${settings('ds.yaml', '')}    datasources:\n    - name: a\n      secureJsonData:\n        password: ${value}\n        httpHeaderValue1: Bearer ${value}${value}\n`,
  ],
  [
    'otel headers',
    'c.yaml',
    `${settings('c.yaml', '')}    exporters:\n      otlp:\n        headers:\n          api-key: ${value}${value}\n`,
  ],
  [
    'traefik basic auth',
    'm.yaml',
    `apiVersion: traefik.io/v1alpha1\nkind: Middleware\nmetadata: {name: a}\nspec:\n  headers:\n    customRequestHeaders:\n      Authorization: Basic ${base64('a:' + value)}\n`,
  ],
  [
    'rabbit default_pass',
    'c.yaml',
    `${settings('rabbitmq.conf', '')}    default_user = a\n    default_pass = ${value}\n`,
  ],
  ['erlang cookie', 'v.yaml', `auth:\n  erlangCookie: ${value}${value}\n`],
  ['fernet', 'v.yaml', `airflow:\n  fernetKey: ${base64(value.repeat(3)).slice(0, 43)}=\n`],
  ['webserverSecretKey', 'v.yaml', `webserverSecretKey: ${value}${value}\n`],
  ['encryptionKey', 'v.yaml', `n8n:\n  encryption_key: ${value}${value}\n`],
  ['snmp community', 'v.yaml', `snmp:\n  auth_pass: ${value}\n`],
  ['ldap bindpw', 'v.yaml', `ldap:\n  bindPW: ${value}\n  bindpw: ${value}\n`],
  [
    'dex clientSecret',
    'c.yaml',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\ndata:\n  dex.config: |\n    connectors:\n    - type: github\n      config:\n        clientID: a\n        clientSecret: ${value}${value}\n`,
  ],
  [
    'wireguard',
    'c.yaml',
    `${settings('wg0.conf', '')}    [Interface]\n    PrivateKey = ${base64(value.repeat(3)).slice(0, 43)}=\n`,
  ],
  [
    'basic auth in url env',
    'd.yaml',
    object(
      'Pod',
      'v1',
      `  containers:\n  - name: a\n    env: [{name: DATABASE_URL, value: "postgres://app:${value}@db/x"}]\n`,
    ),
  ],
];

/** What looks like one, and is none. */
const others: readonly (readonly [name: string, path: string, text: string])[] = [
  [
    'secretRef',
    'v.yaml',
    `existingSecret: db-creds\nsecretKeyRef: {name: a, key: password}\nauth: {existingSecretPasswordKey: password}\n`,
  ],
  [
    'tokenUrl',
    'v.yaml',
    `tokenUrl: https://x/token\ntokenEndpoint: https://x\npasswordFile: /run/secrets/p\nsecretName: x-tls\n`,
  ],
  [
    'helm',
    'templates/s.yaml',
    `apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n  password: {{ .Values.password | b64enc | quote }}\n`,
  ],
  [
    'vault',
    's.yaml',
    secret('', `stringData:\n  password: <path:kv/data/x#p>\n  other: vault:kv/data/x#p\n`),
  ],
  [
    'crd',
    'c.yaml',
    `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {versions: [{schema: {openAPIV3Schema: {properties: {password: {type: string, default: "abcd1234"}}}}}]}\n`,
  ],
  [
    'cert',
    's.yaml',
    secret(
      '',
      `data:\n  ca.crt: ${base64('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----')}\n`,
    ),
  ],
  [
    'sa',
    's.yaml',
    `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\nsecrets: [{name: a-token-x7k2p}]\nimagePullSecrets: [{name: regcred}]\n`,
  ],
  [
    'csi',
    's.yaml',
    `apiVersion: secrets-store.csi.x-k8s.io/v1\nkind: SecretProviderClass\nmetadata: {name: a}\nspec:\n  parameters:\n    objects: |\n      - objectName: db-password\n        secretPath: secret/data/db\n        secretKey: password\n`,
  ],
  [
    'kyverno',
    'p.yaml',
    `apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: a}\nspec: {rules: [{generate: {data: {stringData: {password: abc12345}}}}]}\n`,
  ],
  [
    'image digest',
    'd.yaml',
    `image: reg/x@sha256:${'ab12'.repeat(16)}\nchecksum/secret: ${'ab12'.repeat(16)}\n`,
  ],
  [
    'password policy',
    'v.yaml',
    `passwordPolicy: strict\npasswordMinLength: 12\npasswordEncryption: scram-sha-256\nsessionTimeout: 30m\n`,
  ],
  [
    'grafana var',
    'c.yaml',
    `${settings('ds.yaml', '')}    secureJsonData:\n      password: $__env{GF_PW}\n`,
  ],
  [
    'sealed',
    's.yaml',
    `apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: {name: a}\nspec: {encryptedData: {password: Ag${'Bc3d'.repeat(60)}}}\n`,
  ],
  [
    'eso ref',
    'e.yaml',
    `apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: a}\nspec:\n  data:\n  - secretKey: password\n    remoteRef: {key: prod/db, property: password}\n`,
  ],
  [
    'cert-manager',
    'c.yaml',
    `apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: {name: a}\nspec: {acme: {privateKeySecretRef: {name: le-key}, externalAccountBinding: {keyID: abc, keySecretRef: {name: a, key: secret}}}}\n`,
  ],
  [
    'script',
    'c.yaml',
    `${settings('run.sh', '')}    export PASSWORD=$(cat /run/p)\n    TOKEN="\${TOKEN:-}"\n    password=$1\n    read -r secret\n`,
  ],
  [
    'rbac',
    'r.yaml',
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules: [{apiGroups: [""], resources: [secrets, tokens], resourceNames: [my-secret-1234], verbs: [get]}]\n`,
  ],
  [
    'url plain',
    'v.yaml',
    `url: https://user@host/x\ndb: postgres://db:5432/x\nproxy: http://\${USER}:\${PASS}@proxy\n`,
  ],
  [
    'pubkey',
    'v.yaml',
    `publicKey: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'Ab3'.repeat(14)} me\nrecaptchaSiteKey: 6L${'a1B2'.repeat(9)}ab\n`,
  ],
  [
    'csr token names',
    'v.yaml',
    `serviceAccountToken:\n  audience: vault\n  expirationSeconds: 3600\n  path: token\ntokenReviewer: true\n`,
  ],
];

/** The lines, from 1, with an error or a warning. */
function linesOf(path: string, text: string): readonly number[] {
  return scanFile(path, text)
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ line }) => line + 1);
}

test.each(places)('a secret is found: %s', (_name, path, text) => {
  expect(linesOf(path, text)).not.toEqual([]);
});

test.each(others)('no secret is found: %s', (_name, path, text) => {
  expect(linesOf(path, text)).toEqual([]);
});
