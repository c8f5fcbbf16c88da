import { describe } from 'vitest';
import { sourceDefinition, sourceImplementations } from '../../src/analysis/sourceDefinition.ts';
import { sourceReferences } from '../../src/analysis/sourceReferences.ts';
import { completed } from '../fixtureAnalysis.ts';
import { placeText, testMarks, type MarkedAnswer } from '../markedTests.ts';

const features: Readonly<Record<string, MarkedAnswer>> = {
  go: (analysis, place) =>
    completed(sourceDefinition(analysis, place)).targets.map(placeText).join(' '),
  set: (analysis, place) =>
    completed(sourceImplementations(analysis, place)).map(placeText).join(' '),
  uses: (analysis, place) =>
    completed(sourceReferences(analysis, place))
      .map(({ range, isDeclaration }) => `${isDeclaration ? '*' : ''}${placeText(range)}`)
      .join(' '),
};

describe('paths of a kustomization lead to files', () => {
  testMarks(
    `
    # file: base/kustomization.yaml
    resources:
    - web.yaml
    # ^^^^^^^^ go base/web.yaml
    - ./service.yaml
    # ^^^^^^^^^^^^^^ go base/service.yaml
    - missing.yaml
    # ^^^^^^^^^^^^ go
    - https://example.com/remote.yaml
    #         ^^^^^^^^^^^ go
    configMapGenerator:
    - name: settings
      files: [routes.json, special=config/routes.json]
      #       ^^^^^^^^^^^ go base/routes.json
      #                            ^^^^^^^^^^^^^^^^^^ go base/config/routes.json
      envs:
      - settings.env
      # ^^^^^^^^^^^^ go base/settings.env
    # file: base/routes.json
    {}
    # file: base/config/routes.json
    {}
    # file: base/settings.env
    A=1
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    # file: base/service.yaml
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    # file: ha/kustomization.yaml
    kind: Component
    apiVersion: kustomize.config.k8s.io/v1alpha1
    patches:
    - path: spread.yaml
      #     ^^^^^^^^^^^ go ha/spread.yaml
      target: { kind: Deployment }
    # file: ha/spread.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: any }
    spec: { replicas: 3 }
    # file: prod/kustomization.yaml
    resources:
    - ../base
    # ^^^^^^^ go base/kustomization.yaml
    # ^^^^^^^ uses prod/kustomization.yaml:2 stage/kustomization.yaml
    components: [../ha]
    #            ^^^^^ go ha/kustomization.yaml
    #            ^^^^^ uses prod/kustomization.yaml:3
    patches:
    - path: "patch.yaml"
      #      ^^^^^^^^^^ go prod/patch.yaml
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        #                 ^^^ go base/web.yaml:3
        spec: { paused: true }
    # file: prod/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    #                 ^^^ go base/web.yaml:3
    spec: { replicas: 5 }
    # file: stage/kustomization.yaml
    resources: [../base/]
    #           ^^^^^^^^ go base/kustomization.yaml
    #           ^^^^^^^^ uses prod/kustomization.yaml:2 stage/kustomization.yaml
    `,
    features,
  );
});

describe('names of objects lead to what has them', () => {
  testMarks(
    `
    # file: base/kustomization.yaml
    resources: [web.yaml, service.yaml, more.yaml]
    configMapGenerator:
    - name: settings
      #     ^^^^^^^^ go
      #     ^^^^^^^^ uses *base/kustomization.yaml:3 base/web.yaml:13 prod/kustomization.yaml:13
      literals: [A=1]
    secretGenerator:
    - name: login
      #     ^^^^^ uses *base/kustomization.yaml:6 base/web.yaml:14
      literals: [user=nobody]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    #                 ^^^ go
    #                 ^^^ uses base/more.yaml:4 *base/web.yaml:3 prod/kustomization.yaml:5 prod/kustomization.yaml:11 prod/kustomization.yaml:17 prod/patch.yaml:3 top/kustomization.yaml:7
    spec:
      template:
        spec:
          serviceAccountName: runner
          #                   ^^^^^^ go base/more.yaml:8
          containers:
          - name: web
            image: web:1
            envFrom:
            - { }
            - configMapRef: { name: settings }
            #                       ^^^^^^^^ go base/kustomization.yaml:3
            - secretRef: { name: login }
            #                    ^^^^^ go base/kustomization.yaml:6
          volumes:
          - { name: data, persistentVolumeClaim: { claimName: data } }
          #                                                   ^^^^ go base/more.yaml:12
    # file: base/service.yaml
    apiVersion: v1
    kind: Service
    metadata: { name: web-http }
    #                 ^^^^^^^^ uses base/more.yaml:17 *base/service.yaml:3 prod/kustomization.yaml:7 prod/kustomization.yaml:15
    # file: base/more.yaml
    apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: { name: web }
    spec: { scaleTargetRef: { kind: Deployment, name: web, apiVersion: apps/v1 } }
    #                                                 ^^^ go base/web.yaml:3
    ---
    apiVersion: v1
    kind: ServiceAccount
    metadata: { name: runner }
    #                 ^^^^^^ uses *base/more.yaml:8 base/more.yaml:23 base/web.yaml:7
    ---
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: { name: data }
    #                 ^^^^ uses *base/more.yaml:12 base/web.yaml:16
    ---
    apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: { name: web }
    spec: { defaultBackend: { service: { name: web-http, port: { number: 80 } } } }
    #                                          ^^^^^^^^ go base/service.yaml:3
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: { name: web }
    roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader }
    #                                                                 ^^^^^^ go base/more.yaml:27
    subjects: [{ kind: ServiceAccount, name: runner }]
    #                                        ^^^^^^ go base/more.yaml:8
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: { name: reader }
    #                 ^^^^^^ uses base/more.yaml:22 *base/more.yaml:27
    # file: prod/kustomization.yaml
    namePrefix: shop-
    resources: [../base]
    patches:
    - path: patch.yaml
      #     ^^^^^^^^^^ uses prod/kustomization.yaml:4
    - target: { kind: Deployment, name: web }
      #                                 ^^^ go base/web.yaml:3
      patch: '[{ "op": "add", "path": "/metadata/labels", "value": { "a": "b" } }]'
    - target: { kind: Service, name: web-http }
      #                              ^^^^^^^^ go base/service.yaml:3
      patch: '[{ "op": "add", "path": "/metadata/labels", "value": { "a": "b" } }]'
    replicas:
    - count: 3
      name: web
      #     ^^^ go base/web.yaml:3
    configMapGenerator:
    - { name: settings, behavior: merge, literals: [B=2] }
    #         ^^^^^^^^ go base/kustomization.yaml:3
    replacements:
    - source: { kind: Service, name: web-http, fieldPath: metadata.name }
      #                              ^^^^^^^^ go base/service.yaml:3
      targets:
      - select: { kind: Deployment, name: web }
        #                                 ^^^ go base/web.yaml:3
        fieldPaths: [metadata.annotations.door]
        options: { create: true }
    # file: prod/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    #                 ^^^ go base/web.yaml:3
    spec: { paused: true }
    # file: top/kustomization.yaml
    resources: [../prod]
    #           ^^^^^^^ go prod/kustomization.yaml
    patches:
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: shop-web
          #     ^^^^^^^^ go base/web.yaml:3
        spec: { minReadySeconds: 5 }
    `,
    features,
  );
});

describe('values lead to what they replace, and to what replaces them', () => {
  testMarks(
    `
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 1
      # ^^^^^^ go
      # ^^^^^^ set prod/kustomization.yaml:5 ha/patch.yaml:5
      # ^^^^^^ uses *base/web.yaml:5 ha/patch.yaml:5 prod/kustomization.yaml:5
      template:
        spec:
          containers:
          - name: app
            image: web:1.4
            #      ^^^^^^^ set stage/kustomization.yaml:4
            resources: { limits: { memory: 64Mi } }
            #                      ^^^^^^ set prod/patch.yaml:10
    # file: ha/kustomization.yaml
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    patches: [{ path: patch.yaml }]
    # file: ha/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 3
      # ^^^^^^ go base/web.yaml:5
      # ^^^^^^ set prod/kustomization.yaml:5
    # file: prod/kustomization.yaml
    resources: [../base]
    components: [../ha]
    patches: [{ path: patch.yaml }]
    replicas:
    - { name: web, count: 5 }
    #                     ^ go ha/patch.yaml:5
    #                     ^ set
    # file: prod/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      template:
        spec:
          containers:
          - name: app
            # comment
            resources: { limits: { memory: 128Mi } }
            #                      ^^^^^^ go base/web.yaml:11
            #                      ^^^^^^ uses *base/web.yaml:11 prod/patch.yaml:10
    # file: stage/kustomization.yaml
    resources: [../base]
    images:
    - name: web
      #     ^^^ go base/web.yaml:10
      newTag: "1.5"
      #        ^^^ go base/web.yaml:10
    `,
    features,
  );
});

describe('controllers, projects and clusters', () => {
  testMarks(
    `
    # file: .strata/clusters.yaml
    clusters:
    - { name: prod-eu-1, server: 'https://eu.example.com', environment: production }
    #         ^^^^^^^^^ uses *.strata/clusters.yaml:2 .strata/clusters.yaml:2 argocd/app.yaml:13 argocd/set.yaml:6 argocd/set.yaml:12
    # file: argocd/project.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: AppProject
    metadata: { name: shop, namespace: argocd }
    #                 ^^^^ uses argocd/app.yaml:5 *argocd/project.yaml:3 argocd/set.yaml:10
    # file: argocd/app.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: web, namespace: argocd }
    spec:
      project: shop
      #        ^^^^ go argocd/project.yaml:3
      sources:
      - repoURL: https://git.example.com/acme/fleet.git
        path: charts/web
        #     ^^^^^^^^^^ go charts/web/Chart.yaml
        helm:
          valueFiles: [values-prod.yaml, $fleet/config/web.yaml]
          #            ^^^^^^^^^^^^^^^^ go charts/web/values-prod.yaml
          #                                     ^^^^^^^^^^^^^^^ go config/web.yaml
      - { repoURL: 'https://git.example.com/acme/fleet.git', ref: fleet }
      - { repoURL: 'https://other.example.com/acme/else.git', path: charts/web }
      #                                                             ^^^^^^^^^^ go
      destination: { name: prod-eu-1, namespace: web }
      #                    ^^^^^^^^^ go .strata/clusters.yaml:2
    # file: argocd/set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: all, namespace: argocd }
    spec:
      generators:
      - list: { elements: [{ cluster: prod-eu-1 }] }
      #                               ^^^^^^^^^ go .strata/clusters.yaml:2
      template:
        metadata: { name: 'web-{{cluster}}' }
        spec:
          project: shop
          #        ^^^^ go argocd/project.yaml:3
          source: { repoURL: 'https://git.example.com/acme/fleet.git', path: overlays/prod }
          #                                                                  ^^^^^^^^^^^^^ go overlays/prod/kustomization.yaml
          #                                                                  ^^^^^^^^^^^^^ uses argocd/set.yaml:11 flux/apps.yaml:5
          destination: { server: 'https://eu.example.com', namespace: web }
          #                       ^^^^^^^^^^^^^^^^^^^^^^ go .strata/clusters.yaml:2
    # file: charts/web/Chart.yaml
    apiVersion: v2
    name: web
    version: 1.0.0
    dependencies:
    - { name: lib, version: 1.0.0, repository: 'file://../lib' }
    #                                                  ^^^^^^ go charts/lib/Chart.yaml
    # file: charts/web/values-prod.yaml
    a: 1
    # file: charts/lib/Chart.yaml
    apiVersion: v2
    name: lib
    version: 1.0.0
    # file: config/web.yaml
    a: 1
    # file: overlays/prod/kustomization.yaml
    namespace: web
    # file: flux/apps.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: apps, namespace: flux-system }
    #                 ^^^^ uses *flux/apps.yaml:3 flux/more.yaml:7
    spec:
      path: ./overlays/prod
      #     ^^^^^^^^^^^^^^^ go overlays/prod/kustomization.yaml
      sourceRef: { kind: GitRepository, name: fleet }
      #                                       ^^^^^ go flux/more.yaml:11
      dependsOn: [{ name: crds }]
      #                   ^^^^ go flux/more.yaml:3
    # file: flux/more.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: crds, namespace: flux-system }
    spec:
      path: ./plain
      #     ^^^^^^^ go plain/one.yaml plain/two.yaml
      healthChecks:
      - { kind: Kustomization, name: apps }
      #                              ^^^^ go flux/apps.yaml:3
    ---
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: fleet, namespace: flux-system }
    #                 ^^^^^ uses flux/apps.yaml:6 *flux/more.yaml:11
    # file: plain/one.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: one }
    # file: plain/two.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: two }
    `,
    features,
  );
});

describe('values of charts lead to their defaults', () => {
  testMarks(
    `
    # file: argocd/web.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: Application
    metadata: { name: web, namespace: argocd }
    spec:
      sources:
      - repoURL: https://git.example.com/acme/fleet.git
        path: charts/web
        helm:
          valueFiles: [$fleet/values/web.yaml]
          valuesObject: { image: { tag: '2' } }
          #                        ^^^ go charts/web/values.yaml:4
      - { repoURL: 'https://git.example.com/acme/fleet.git', ref: fleet }
      destination: { name: prod, namespace: web }
    # file: values/web.yaml
    replicas: 3
    # <-------- go charts/web/values.yaml
    image:
      tag: "1"
      #     ^ go charts/web/values.yaml:4
    unknown: 1
    # <------- go
    # file: charts/web/Chart.yaml
    apiVersion: v2
    name: web
    version: 1.0.0
    # file: charts/web/templates/web.yaml
    kind: Deployment
    spec:
      replicas: {{ .Values.replicas }}
      image: {{ .Values.image.name }}:{{ .Values.image.tagged }}
    # file: charts/web/values.yaml
    replicas: 1
    # <-------- uses charts/web/templates/web.yaml:3 *charts/web/values.yaml flux/web.yaml:6 values/web.yaml
    image:
      name: web
      # ^^^ uses charts/web/templates/web.yaml:4 charts/web/values-prod.yaml *charts/web/values.yaml:3
      tag: "0"
      #     ^ uses argocd/web.yaml:10 *charts/web/values.yaml:4 values/web.yaml:3
    # file: charts/web/values-prod.yaml
    image: { name: other }
    #        ^^^^ go charts/web/values.yaml:3
    # file: flux/web.yaml
    apiVersion: helm.toolkit.fluxcd.io/v2
    kind: HelmRelease
    metadata: { name: web, namespace: web }
    spec:
      chart: { spec: { chart: ./charts/web, sourceRef: { kind: GitRepository, name: fleet } } }
      #                       ^^^^^^^^^^^^ go charts/web/Chart.yaml
      values: { replicas: 2 }
      #         ^^^^^^^^ go charts/web/values.yaml
    `,
    features,
  );
});

describe('values of subcharts, globals, and those that templates read in with and range', () => {
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
        helm: { valueFiles: [values-prod.yaml] }
      destination: { name: prod, namespace: web }
    # file: charts/web/values-prod.yaml
    cache: { port: 7000, enabled: true }
    #        ^^^^ go charts/web/values.yaml:2
    #        ^^^^ uses charts/web/charts/redis/templates/redis.yaml:4 *charts/web/charts/redis/values.yaml charts/web/values-prod.yaml *charts/web/values.yaml:2
    #                    ^^^^^^^ uses charts/web/Chart.yaml:5 charts/web/values-prod.yaml
    global: { region: eu }
    #         ^^^^^^ go charts/web/charts/redis/values.yaml:3
    #         ^^^^^^ uses charts/web/charts/redis/templates/redis.yaml:5 *charts/web/charts/redis/values.yaml:3 charts/web/values-prod.yaml:2
    ingress: { tls: true }
    #          ^^^ uses charts/web/templates/web.yaml:3 charts/web/values-prod.yaml:3 *charts/web/values.yaml:4
    # file: charts/web/values.yaml
    cache:
    # <--- uses charts/web/Chart.yaml:5 charts/web/charts/redis/templates/redis.yaml:4 *charts/web/charts/redis/values.yaml charts/web/values-prod.yaml *charts/web/values.yaml
      port: 6400
      # ^^ go charts/web/charts/redis/values.yaml
    ingress:
      tls: false
    hosts:
    - { name: a.example.com }
    #   ^^^^ uses charts/web/templates/web.yaml:7 charts/web/templates/web.yaml:8 *charts/web/values.yaml:6
    limits: { cpu: 1 }
    #         ^^^ uses charts/web/templates/web.yaml:10 *charts/web/values.yaml:7
    # file: charts/web/Chart.yaml
    apiVersion: v2
    name: web
    version: 1.0.0
    dependencies:
    - { name: redis, version: 1.0.0, alias: cache, condition: cache.enabled }
    # file: charts/web/templates/web.yaml
    kind: Ingress
    {{- with .Values.ingress }}
    tls: {{ .tls }}
    {{- end }}
    hosts:
    # This line reads none of them.
    {{- range .Values.hosts }}
    - {{ .name }}
    {{- end }}
    limits: {{ toYaml .Values.limits | nindent 2 }}
    # file: charts/web/charts/redis/Chart.yaml
    apiVersion: v2
    name: redis
    version: 1.0.0
    # file: charts/web/charts/redis/values.yaml
    port: 6379
    # <-- uses charts/web/charts/redis/templates/redis.yaml:4 *charts/web/charts/redis/values.yaml charts/web/values-prod.yaml *charts/web/values.yaml:2
    global:
      region: none
    # file: charts/web/charts/redis/templates/redis.yaml
    kind: Service
    spec:
      ports:
      - {{ .Values.port }}
    region: {{ .Values.global.region }}
    # file: charts/alone/Chart.yaml
    apiVersion: v2
    name: alone
    version: 1.0.0
    # file: charts/alone/values.yaml
    image:
      tag: "1"
      # ^^ uses charts/alone/templates/a.yaml:3 *charts/alone/values.yaml:2
    # file: charts/alone/templates/a.yaml
    kind: Pod
    {{- with .Values.image }}
    image: {{ .tag }}
    {{- end }}
    `,
    features,
  );
});

describe('references that configurations add', () => {
  testMarks(
    `
    # file: base/kustomization.yaml
    resources: [route.yaml, service.yaml]
    # file: base/route.yaml
    apiVersion: example.com/v1
    kind: Route
    metadata: { name: web }
    spec:
      door: web
      #     ^^^ go base/service.yaml:3
      other: web
      #      ^^^ go
    # file: base/service.yaml
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    #                 ^^^ uses base/route.yaml:5 *base/service.yaml:3
    # file: prod/kustomization.yaml
    namePrefix: prod-
    resources: [../base]
    configurations: [references.yaml]
    # file: prod/references.yaml
    nameReference:
    - kind: Service
      fieldSpecs: [{ kind: Route, path: spec/door }]
    # file: alone/kustomization.yaml
    resources: [route.yaml, service.yaml]
    # file: alone/route.yaml
    apiVersion: example.com/v1
    kind: Route
    metadata: { name: web }
    spec:
      door: web
      #     ^^^ go
    # file: alone/service.yaml
    apiVersion: v1
    kind: Service
    metadata: { name: web }
    `,
    features,
  );
});
