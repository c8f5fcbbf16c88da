import { describe } from 'vitest';
import { changesHover } from '../../src/analysis/changesHover.ts';
import { pathHover } from '../../src/analysis/pathHover.ts';
import { placeTarget } from '../../src/analysis/placeTarget.ts';
import { citationsOf } from '../../src/analysis/hover.ts';
import { fieldText } from '../../src/analysis/fieldPath.ts';
import { sourceLinks } from '../../src/analysis/sourceLinks.ts';
import { completed } from '../fixtureAnalysis.ts';
import { placeText, testMarks, type MarkedAnswer } from '../markedTests.ts';

const features: Readonly<Record<string, MarkedAnswer>> = {
  /** What a path leads to: its role, how many objects, roots and clusters. */
  leads: (analysis, place) => {
    const found = completed(pathHover(analysis, place));
    if (found === undefined) return '';
    const { path, exists, candidate, layer, objects, users, clusters } = found;
    const words = exists
      ? [path, layer, `${objects.length} objects`, `${users} users`, ...clusters]
      : ['nothing', candidate === undefined ? '' : `but ${candidate}`];
    return words.filter((word) => word !== undefined && word !== '').join(' ');
  },
  /** What an entry changes, field by field. */
  changes: (analysis, place) => {
    const found = completed(changesHover(analysis, place));
    const rows = (found?.objects ?? []).flatMap(({ resource, fields }) =>
      fields.map(({ field, before, after, isSecret }) =>
        [resource, field, ...(isSecret ? [] : [before ?? '-', after ?? '-'])].join(' '),
      ),
    );
    return rows.join(', ');
  },
  /** The rendered fields that a place goes into, root by root. */
  becomes: (analysis, place) => {
    const cited = completed(citationsOf(analysis, place));
    const rows = (cited?.citations ?? []).map(({ root, resource, path, node, wins }) => {
      const value = node.kind === 'scalar' ? node.value : node.kind;
      return `${root}${fieldText(resource.node, path)}=${value}${wins ? '' : '!'}`;
    });
    return rows.join(' ');
  },
  /** Where the link around a place leads. */
  links: (analysis, place, mark) =>
    completed(sourceLinks(analysis, place.file))
      .filter(
        ({ range }) => range.start.line === mark.line && range.start.column === mark.startColumn,
      )
      .map(
        ({ range, target }) =>
          `${placeText(range)} ${range.end.column - range.start.column} ${target}`,
      )
      .join(' '),
  named: (analysis, place) => completed(placeTarget(analysis, place))?.name ?? '',
};

describe('what stands for something else', () => {
  testMarks(
    `
    # file: base/kustomization.yaml
    resources:
    - web.yaml
    # ^^^^^^^^ leads base/web.yaml 1 objects 0 users eu us
    # ^^^^^^^^ links base/kustomization.yaml:2 8 base/web.yaml
    - wep.yaml
    # ^^^^^^^^ leads nothing but web.yaml
    # ^^^^^^^^ links
    configMapGenerator:
    - name: settings
      #     ^^^^^^^^ changes ConfigMap/settings-89g4tffbfk A
      literals: [A=1]
    secretGenerator:
    - name: login
      #     ^^^^^ changes Secret/login-b4d4mdm4m8 user
      literals: [user=nobody]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 1
      #         ^ becomes base/spec/replicas=1 prod/spec/replicas=5! stage/spec/replicas=3!
      template:
        metadata: { labels: { app: web } }
        #                          ^^^ becomes base/spec/template/metadata/labels/app=web prod/spec/template/metadata/labels/app=web stage/spec/template/metadata/labels/app=web
        spec: { containers: [{ name: app, image: 'web:1.4' }] }
        #                                        ^^^^^^^^^ becomes base/spec/template/spec/containers[name=app]/image=web:1.4 prod/spec/template/spec/containers[name=app]/image=web:1.4 stage/spec/template/spec/containers[name=app]/image=web:1.5!
    # file: prod/kustomization.yaml
    resources:
    - ../base
    # ^^^^^^^ leads base base 3 objects 2 users eu us
    # ^^^^^^^ links prod/kustomization.yaml:2 7 base/kustomization.yaml
    - ../bass
    # ^^^^^^^ leads nothing but base
    components:
    - ../ha
    # ^^^^^ leads ha component 0 objects 1 users eu us
    patches:
    - path: patch.yaml
      #     ^^^^^^^^^^ leads prod/patch.yaml 1 objects 0 users eu us
      #     ^^^^^^^^^^ changes Deployment.apps/web /spec/replicas 3 5, Deployment.apps/web /spec/strategy - -
    - target: { kind: Deployment }
      #               ^^^^^^^^^^ changes Deployment.apps/web /metadata/annotations/a - b
      patch: |-
        - op: add
          path: /metadata/annotations
          value: { a: b }
    # file: prod/patch.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 5
      #         ^ becomes prod/spec/replicas=5
      strategy: { type: Recreate }
      #                 ^^^^^^^^ becomes prod/spec/strategy/type=Recreate
    # file: ha/kustomization.yaml
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    patches:
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec: { replicas: 3 }
        #                 ^ becomes prod/spec/replicas=5!
    # file: stage/kustomization.yaml
    resources: [../base]
    replicas:
    - name: web
      count: 3
      #      ^ becomes stage/spec/replicas=3
    images:
    - name: web
      #     ^^^ changes Deployment.apps/web/web /spec/template/spec/containers[name=app]/image web:1.4 web:1.5
      #     ^^^ named web
      newTag: "1.5"
      #        ^^^ changes Deployment.apps/web/web /spec/template/spec/containers[name=app]/image web:1.4 web:1.5
    namespace: web
    #          ^^^ leads
    #          ^^^ changes
    # file: argocd/set.yaml
    apiVersion: argoproj.io/v1alpha1
    kind: ApplicationSet
    metadata: { name: web, namespace: argocd }
    spec:
      generators: [{ list: { elements: [{ cluster: eu }, { cluster: us }] } }]
      template:
        metadata: { name: 'web-{{cluster}}' }
        spec:
          project: default
          source: { repoURL: 'https://git.example.com/a/b', path: prod }
          #                                                       ^^^^ leads prod overlay 3 objects 0 users eu us
          destination: { name: '{{cluster}}', namespace: web }
    `,
    features,
  );
});
