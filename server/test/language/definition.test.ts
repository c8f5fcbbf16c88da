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
