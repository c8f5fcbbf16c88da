import { describe } from 'vitest';
import { completionsAt } from '../../src/analysis/completion/completionsAt.ts';
import { completed } from '../fixtureAnalysis.ts';
import { testMarks, type MarkedAnswer } from '../markedTests.ts';

/** What is offered with the cursor at the end of the mark, as far as it begins like what is written before the cursor. */
const offers: MarkedAnswer = (analysis, { file }, { endOffset: offset }) => {
  const found = completed(completionsAt(analysis, { file, offset }, { fields: true }));
  const written = textBefore(analysis, file, found?.start ?? 0, offset);
  const labels = (found?.items ?? []).map(({ label }) => label);
  return labels.filter((label) => label.startsWith(written)).join(' ');
};

function textBefore(
  analysis: Parameters<MarkedAnswer>[0],
  file: string,
  start: number,
  end: number,
): string {
  const entry = analysis.files.get(file);
  return entry?.kind === 'file' ? entry.content.slice(start, end) : '';
}

const features = { offers };

const base = `
  # file: base/kustomization.yaml
  resources: [web.yaml, service.yaml]
  configMapGenerator:
  - name: settings
    literals: [A=1]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web, namespace: shop }
  spec:
    replicas: 2
    template:
      spec:
        containers:
        - name: app
          image: registry.example.com/web:1.4
          env: []
        - name: proxy
          image: envoy:v1
          args: [--quiet]
  # file: base/service.yaml
  apiVersion: v1
  kind: Service
  metadata: { name: web-http, namespace: shop }
  spec: { type: ClusterIP }
`;

describe('keys of a kustomization file', () => {
  testMarks(
    `
    # file: a/kustomization.yaml
    labels: []
    na
    # <-- offers namespace namePrefix nameSuffix
    # file: b/kustomization.yaml
    patches:
    - ta
    # ^^ offers target
    # file: c/kustomization.yaml
    patches:
    - path: patch.yaml
      op
    # ^^ offers options
    # file: d/kustomization.yaml
    patches:
    - target:
        k
      # ^ offers kind
    # file: e/kustomization.yaml
    configMapGenerator:
    - name: settings
      behavior: m
      #         ^ offers merge
    # file: f/kustomization.yaml
    images: [{ name: web, newT
    #                     ^^^^ offers newTag
    # file: g/kustomization.yaml
    secretGenerator:
    - type: Opaque
      options:
        disable
      # ^^^^^^^ offers disableNameSuffixHash
    # file: h/kustomization.yaml
    kind: Com
    #     ^^^ offers Component
    # file: i/kustomization.yaml
    sortOptions: { order: f
    #                     ^ offers fifo
    # file: j/kustomization.yaml
    # namespace: na
    #            ^^ offers
    # file: k/kustomization.yaml
    replacements:
    - source: { kind: A }
      targets:
      - sel
      # ^^^ offers select
    # file: l/kustomization.yaml
    buildMetadata: [origin
    #               ^^^^^^ offers originAnnotations
    `,
    features,
  );
});

describe('paths of a kustomization file', () => {
  testMarks(
    `
    # file: prod/kustomization.yaml
    resources:
    - ../ba
    # ^^^^^ offers ../base
    - ../base/
    # ^^^^^^^^ offers ../base/service.yaml ../base/web.yaml
    - pa
    # ^^ offers patch.yaml
    components:
    - ../h
    # ^^^^ offers ../ha ../ha/
    patches:
    - path: pat
      #     ^^^ offers patch.yaml
    configMapGenerator:
    - name: files
      files: [rou
      #       ^^^ offers routes.json
    # file: prod/patch.yaml
    kind: Deployment
    # file: prod/routes.json
    {}
    # file: ha/kustomization.yaml
    kind: Component
    apiVersion: kustomize.config.k8s.io/v1alpha1
    nameSuffix: -ha
    # file: top/kustomization.yaml
    resources: [../prod]
    # file: other/kustomization.yaml
    resources:
    - ../
    # ^^^ offers ../base ../base/ ../ha/ ../other/ ../prod/ ../top ../top/
    - ../prod
    - ../to
    # ^^^^^ offers ../top ../top/
    ${base.trim().replaceAll('\n  ', '\n    ')}
    `,
    features,
  );
});

describe('what a layer can change is offered from the layers below', () => {
  testMarks(
    `
    # file: prod/kustomization.yaml
    resources: [../base]
    patches:
    - target:
        kind: De
        #     ^^ offers Deployment
    - target:
        kind: Service
        name: we
        #     ^^ offers web-http
    - target: { kind: ConfigMap, name: se
      #                                ^^ offers settings
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: w
          #     ^ offers web
    - patch: |-
        kind: Deployment
        metadata: { name: web }
        spec:
          re
        # ^^ offers replicas
    - patch: |-
        kind: Deployment
        metadata: { name: web }
        spec:
          template:
            spec:
              containers:
              - name: proxy
                a
              # ^ offers args
    - patch: |-
        kind: Deployment
        metadata: { name: web }
        spec:
          template:
            spec:
              containers:
              - name: pr
                #     ^^ offers proxy
    images:
    - name: reg
      #     ^^^ offers registry.example.com/web
    - name: en
      #     ^^ offers envoy
    replicas:
    - name: w
      #     ^ offers web
    replacements:
    - source: { kind: Deployment, name: web, fieldPath: spec.re
      #                                                 ^^^^^^^ offers spec.replicas
    - source: { kind: Service }
      targets:
      - select: { kind: Deployment, name: w
        #                                 ^ offers web
        fieldPaths:
        - spec.template.spec.containers.[name=app].i
        # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ offers spec.template.spec.containers.[name=app].image
    namespace: sh
    #          ^^ offers shop
    # file: stage/kustomization.yaml
    resources: [../base]
    patches: [{ path: patch.yaml }]
    # file: stage/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: w
      #     ^ offers web
    spec:
      rep
    # ^^^ offers replicas
    ${base.trim().replaceAll('\n  ', '\n    ')}
    `,
    features,
  );
});

describe('names of other objects are completed from what a root has', () => {
  testMarks(
    `
    # file: shop/kustomization.yaml
    namePrefix: a-
    resources: [web.yaml, more.yaml]
    configMapGenerator:
    - name: settings
      literals: [LEVEL=info, PORT=8080]
    # file: shop/more.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: login }
    stringData: { user: '\${USER}', password: '\${PASSWORD}' }
    ---
    apiVersion: v1
    kind: ServiceAccount
    metadata: { name: robot }
    ---
    apiVersion: v1
    kind: Service
    metadata: { name: door }
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: { name: robots }
    roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
    subjects:
    - kind: ServiceAccount
      name: r
      #     ^ offers robot
    # file: shop/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      template:
        spec:
          serviceAccountName: ro
          #                   ^^ offers robot
          containers:
          - name: app
            image: web:1.4
            envFrom:
            - configMapRef:
                name: se
                #     ^^ offers settings
            env:
            - name: LEVEL
              valueFrom:
                configMapKeyRef:
                  name: settings
                  key: L
                  #    ^ offers LEVEL
            - name: PASSWORD
              valueFrom: { secretKeyRef: { name: login, key: pass
              #                                              ^^^^ offers password
          volumes:
          - name: files
            configMap: { name: s
            #                  ^ offers settings
    # file: shop/door.yaml
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: { name: door }
    spec:
      defaultBackend:
        service:
          name: d
          #     ^ offers door
    # file: plain/web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec:
      serviceAccountName: rob
      #                   ^^^ offers robber
    # file: plain/account.yaml
    apiVersion: v1
    kind: ServiceAccount
    metadata: { name: robber }
    `,
    features,
  );
});

describe('operations of a JSON patch are completed from the objects that it is for', () => {
  testMarks(
    `
    # file: prod/kustomization.yaml
    resources: [../base]
    patches:
    - target: { kind: Service }
      patch: |-
        - op: re
          #   ^^ offers remove replace
        - op: replace
          path: /sp
          #     ^^^ offers /spec
        - op: replace
          path: /spec/ty
          #     ^^^^^^^^ offers /spec/type
        - op: replace
          path: /spec/type
          value: Cl
          #      ^^ offers ClusterIP
        - op: add
          pa
        # ^^ offers path
    - path: more.yaml
      target: { kind: Deployment, name: web }
    # file: prod/more.yaml
    - op: replace
      path: /spec/template/spec/containers/1/a
      #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ offers /spec/template/spec/containers/1/args
    - op: add
      path: /spec/template/spec/containers/
      #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ offers /spec/template/spec/containers/0 /spec/template/spec/containers/1 /spec/template/spec/containers/-
    ${base.trim().replaceAll('\n  ', '\n    ')}
    `,
    features,
  );
});

describe('objects of controllers are completed from the fleet', () => {
  testMarks(
    `
    # file: .strata/clusters.yaml
    clusters:
    - { name: prod-eu-1, environment: production, server: 'https://eu.example.com', labels: { tier: gold, region: eu } }
    - { name: stage-eu-1, environment: staging, labels: { tier: silver } }
    # file: argocd/projects.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: AppProject
    metadata: { name: shop, namespace: argocd }
    # file: argocd/app.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: web, namespace: argocd }
    spec:
      project: sh
      #        ^^ offers shop
      source:
        repoURL: https://git.example.com/a/b
        path: base
        #     ^^ offers base base/
      destination:
        name: prod
        #     ^^^^ offers prod-eu-1
    # file: argocd/other.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: other, namespace: argocd }
    spec:
      destination: { server: 'https
      #                       ^^^^^ offers https://eu.example.com
    # file: argocd/set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: all, namespace: argocd }
    spec:
      generators:
      - clusters:
          selector:
            matchLabels:
              ti
            # ^^ offers tier
    # file: argocd/set2.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: all2, namespace: argocd }
    spec:
      generators:
      - clusters:
          selector:
            matchLabels:
              tier: g
              #     ^ offers gold
            matchExpressions:
            - { key: reg
              #      ^^^ offers region
    # file: argocd/set3.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    spec:
      generators:
      - clusters:
          selector:
            matchExpressions:
            - key: tier
              operator: In
              #         ^^ offers In
              values: [sil
              #        ^^^ offers silver
    # file: flux/source.yaml
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: fleet, namespace: flux-system }
    # file: flux/apps.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    spec:
      path: ./ba
      #     ^^^^ offers ./base ./base/
      sourceRef:
        kind: GitRepository
        name: fl
        #     ^^ offers fleet
      dependsOn:
      - name: ap
        #     ^^ offers apps
    ${base.trim().replaceAll('\n  ', '\n    ')}
    `,
    features,
  );
});

describe('files of Strata and of SOPS are completed from the fleet', () => {
  testMarks(
    `
    # file: .strata/clusters.yaml
    clusters:
    - { name: prod-eu-1, environment: production, region: eu, approvers: ['@acme/release'], labels: { tier: gold } }
    - { name: stage-eu-1, environment: staging, region: eu, labels: { tier: silver } }
    - name: stage-us-1
      environment: st
      #            ^^ offers staging
      region: e
      #       ^ offers eu
      approvers: ['@a']
      #            ^^ offers @acme/release
    - name: stage-us-2
      mirrors: stage-u
      #        ^^^^^^^ offers stage-us-1 stage-us-2
      labels: { tier: g }
      #               ^ offers gold
    # file: .strata/config.yaml
    ladder:
    - name: first
      environments: [sta]
      #              ^^^ offers staging
    - name: then
      clusters: [prod]
      #          ^^^^ offers prod-eu-1
    silence:
    - code: practice.mu
      #     ^^^^^^^^^^^ offers practice.mutable-tag
      path: ba
      #     ^^ offers base/
    secrets:
      allow:
      - rule: secrets.sops-si
        #     ^^^^^^^^^^^^^^^ offers secrets.sops-single-recipient
        file: base/we
        #     ^^^^^^^ offers base/web.yaml
    severity:
      practice.mu
    # ^^^^^^^^^^^ offers practice.mutable-tag
    # file: .strata/differences.yaml
    differences:
    - cluster: prod
      #        ^^^^ offers prod-eu-1
      file: base/ser
      #     ^^^^^^^^ offers base/service.yaml
    # file: .sops.yaml
    creation_rules:
    - path_regex: prod/
      age: age1prodprodprod
    - path_regex: stage/
      age: age1p
      #    ^^^^^ offers age1prodprodprod
    # file: argocd/project.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: AppProject
    metadata: { name: shop, namespace: argocd }
    spec:
      destinations:
      - name: prod
        #     ^^^^ offers prod-eu-1
        namespace: sh
        #          ^^ offers shop
    # file: argocd/namespace.yaml
    apiVersion: v1
    kind: Namespace
    metadata: { name: shop }
    ${base.trim().replaceAll('\n  ', '\n    ')}
    `,
    features,
  );
});

describe('a register of clusters that cannot be read just now', () => {
  testMarks(
    `
    # file: .strata/clusters.yaml
    clusters:
    - { name: prod-eu-1, environment: production, labels: { tier: gold } }
    - name: prod-eu-2
      environment: production
      labels:
        ti
      # ^^ offers tier
    `,
    features,
  );
});

describe('values of a chart are completed from its own values, its schema and its templates', () => {
  testMarks(
    `
    # file: argocd/web.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: web, namespace: argocd }
    spec:
      source:
        repoURL: https://git.example.com/acme/fleet.git
        path: charts/web
        helm:
          valueFiles: [values-prod.yaml]
          valuesObject:
            lo
          # ^^ offers log
      destination: { name: prod-1, namespace: web }
    # file: argocd/text.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: text, namespace: argocd }
    spec:
      source:
        repoURL: https://git.example.com/acme/fleet.git
        path: charts/web
        helm:
          values: |
            log:
              le
            # ^^ offers level
      destination: { name: prod-1, namespace: text }
    # file: charts/web/Chart.yaml
    apiVersion: v2
    name: web
    version: 1.0.0
    dependencies:
    - { name: redis, version: 1.0.0, alias: cache }
    # file: charts/web/values.yaml
    log: { level: info, json: false }
    hosts: [{ name: a.example.com, tls: true }]
    password: quartz-harbor-1
    # file: charts/web/values.schema.json
    { "properties": { "mode": { "$ref": "#/definitions/mode" }, "limits": { "type": "object", "properties": { "memory": { "type": "string" } } } },
      "definitions": { "mode": { "enum": ["fast", "safe"], "description": "How it runs" } } }
    # file: charts/web/templates/web.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web }
    data: { extra: '{{ .Values.extra.token }}' }
    # file: charts/web/charts/redis/Chart.yaml
    apiVersion: v2
    name: redis
    version: 1.0.0
    # file: charts/web/charts/redis/values.yaml
    port: 6379
    # file: charts/web/values-prod.yaml
    log:
      le
    # ^^ offers level
    # file: charts/web/values-dev.yaml
    mode: f
    #     ^ offers fast
    log:
      json: t
      #     ^ offers true
      level: i
      #      ^ offers info
    limits:
      me
    # ^^ offers memory
    # file: charts/web/values-stage.yaml
    cache:
      po
    # ^^ offers port
    # file: charts/web/values-test.yaml
    log: {}
    hosts:
    - name: b.example.com
      t
    # ^ offers tls
    # file: charts/web/values-lab.yaml
    password: q
    #         ^ offers
    extra:
      to
    # ^^ offers token
    # file: charts/web/values-more.yaml
    log: {}
    l
    # <- offers limits
    # file: charts/web/values-other.yaml
    ca
    # <-- offers cache
    `,
    features,
  );
});
