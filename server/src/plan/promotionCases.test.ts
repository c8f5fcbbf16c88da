import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { planOf } from '../../test/planFixture.ts';
import type { Promotion } from '../analysis/promote.ts';

/*
 * The ways in which an edit can miss: each case ends in exactly the edits that it names, and else in a refusal with its
 * reason and the place that should be edited. Every byte beside the edits is as it was.
 */

/** One case: the tree, and what comes of it. */
interface Case {
  readonly files: string;
  /** The files that change, with each text that is replaced, once, in the tree above. */
  readonly edits?: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>>;
  readonly refused?: readonly string[];
  /** The place of the first refusal. */
  readonly at?: string;
  readonly dangers?: readonly string[];
  /** The fields that are told to say no more than their base. */
  readonly pins?: readonly string[];
  readonly request?: Partial<Promotion>;
  readonly change?: (text: string) => string;
}

const web = `
  # file: app/base/kustomization.yaml
  resources: [web.yaml]
  # file: app/base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 1
    template:
      spec:
        initContainers:
          - name: wait
            image: reg.example.com/tools/wait:3.0.0
        containers:
          - name: web
            image: shop/web:1.0.0
          - name: log
            image: shop/log:5.0.0
  # file: app/staging/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.1.0`;

const automated = `${web}
    - name: shop/log
      newTag: 5.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0 # {"$imagepolicy": "flux-system:web:tag"}
    - name: shop/log
      newTag: 5.0.0
`;

const cases: Readonly<Record<string, Case>> = {
  'an image whose version stands in a base that others share gets an entry of its own': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
`,
    edits: {
      'app/production/kustomization.yaml': [
        [
          'resources: [../base]\n',
          'resources: [../base]\nimages:\n- name: shop/web\n  newTag: 1.1.0\n',
        ],
      ],
    },
  },
  'and goes behind the entries that are there, as they are indented': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources:
    - ../base
  images:
    # pinned
    - name: shop/log
      newTag: 5.0.1
  replicas:
    - name: web
      count: 5
`,
    edits: {
      'app/production/kustomization.yaml': [
        ['    newTag: 5.0.1\n', '    newTag: 5.0.1\n  - name: shop/web\n    newTag: 1.1.0\n'],
      ],
    },
  },
  'an entry that only renames gets a tag': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newName: mirror.example.com/shop/web
`,
    edits: {
      'app/production/kustomization.yaml': [
        [
          '    newName: mirror.example.com/shop/web\n',
          '    newName: mirror.example.com/shop/web\n    newTag: 1.1.0\n',
        ],
      ],
    },
    change: (text) => text,
  },
  'and one in flow as well': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{name: shop/web, newName: mirror.example.com/shop/web}]
`,
    edits: {
      'app/production/kustomization.yaml': [['shop/web}]', 'shop/web, newTag: 1.1.0}]']],
    },
  },
  'a base that only the target reads is its own': {
    files: `${web}
  # file: app/production-base/kustomization.yaml
  resources: [web.yaml]
  # file: app/production-base/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.0.0" }] } }
  # file: app/production/kustomization.yaml
  resources: [../production-base]
`,
    edits: { 'app/production-base/web.yaml': [['shop/web:1.0.0', 'shop/web:1.1.0']] },
  },
  'an image that its own base renames is edited there': {
    files: `${web}
  # file: app/renamed/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newName: shop/web-ui
      newTag: 1.0.0
  # file: app/production/kustomization.yaml
  resources: [../renamed]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    edits: { 'app/renamed/kustomization.yaml': [['1.0.0', '1.1.0']] },
  },
  'an entry for a name that nothing has any more does nothing': {
    files: `${web}
  # file: app/renamed/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newName: shop/web-ui
      newTag: 1.0.0
  # file: app/standby/kustomization.yaml
  resources: [../renamed]
  # file: app/production/kustomization.yaml
  resources: [../renamed]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    refused: ['plan.no-effect'],
    at: 'app/production/kustomization.yaml:4',
  },
  'an entry behind a slip in its name is not taken for another image': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/wev
      newTag: 1.0.0
`,
    edits: {
      'app/production/kustomization.yaml': [
        ['newTag: 1.0.0\n', 'newTag: 1.0.0\n  - name: shop/web\n    newTag: 1.1.0\n'],
      ],
    },
  },
  'a patch that an entry of images overrides stays: an edit would do nothing': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches:
    - path: web.yaml
  images:
    - name: shop/web
      newTag: 1.0.0
  # file: app/production/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { template: { spec: { containers: [{ name: web, image: 'shop/web:1.0.0' }] } } }
`,
    edits: {
      'app/production/kustomization.yaml': [['newTag: 1.0.0', 'newTag: 1.1.0']],
    },
  },
  'what a layer above overrides is refused, with the place that wins': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
  # file: app/clusters/eu/kustomization.yaml
  resources: [../../production]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    refused: ['plan.no-effect'],
    at: 'app/clusters/eu/kustomization.yaml:4',
  },
  'a tag becomes a digest where the source has one': {
    files: `${web.replace('newTag: 1.1.0', `digest: sha256:${'a'.repeat(64)}`)}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: "1.0.0" # release
`,
    edits: {
      'app/production/kustomization.yaml': [
        ['newTag: "1.0.0" # release', `digest: "sha256:${'a'.repeat(64)}" # release`],
      ],
    },
  },
  'and a digest a tag': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      digest: sha256:${'b'.repeat(64)}
`,
    edits: {
      'app/production/kustomization.yaml': [[`digest: sha256:${'b'.repeat(64)}`, 'newTag: 1.1.0']],
    },
  },
  'a digest goes where the source has a tag alone': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0 # now
      digest: sha256:${'b'.repeat(64)}
      # more
`,
    edits: {
      'app/production/kustomization.yaml': [
        [`1.0.0 # now\n    digest: sha256:${'b'.repeat(64)}\n`, '1.1.0 # now\n'],
      ],
    },
  },
  'and from the beginning of an entry': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - "digest": 'sha256:${'b'.repeat(64)}'
      newTag: 1.0.0
      name: shop/web
`,
    edits: {
      'app/production/kustomization.yaml': [
        [`"digest": 'sha256:${'b'.repeat(64)}'\n    newTag: 1.0.0`, 'newTag: 1.1.0'],
      ],
    },
  },
  'and from one line': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ newTag: 1.0.0, digest: sha256:${'b'.repeat(64)}, name: shop/web }]
`,
    edits: {
      'app/production/kustomization.yaml': [[`1.0.0, digest: sha256:${'b'.repeat(64)},`, '1.1.0,']],
    },
  },
  'a tag goes where the source has a digest alone': {
    files: `${web.replace('newTag: 1.1.0', `digest: sha256:${'a'.repeat(64)}`)}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ newTag: 1.0.0, digest: sha256:${'b'.repeat(64)}, name: shop/web }]
`,
    edits: {
      'app/production/kustomization.yaml': [
        [`newTag: 1.0.0, digest: sha256:${'b'.repeat(64)}`, `digest: sha256:${'a'.repeat(64)}`],
      ],
    },
  },
  'of a digest that goes, its comment stays': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
      digest: sha256:${'b'.repeat(64)} # signed
`,
    edits: {
      'app/production/kustomization.yaml': [
        ['1.0.0', '1.1.0'],
        [`digest: sha256:${'b'.repeat(64)} # signed`, '# signed'],
      ],
    },
  },
  'a digest with a comment behind the dash of its entry does not go': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - digest: sha256:${'b'.repeat(64)} # signed
      newTag: 1.0.0
      name: shop/web
`,
    refused: ['plan.cannot-write'],
    at: 'app/production/kustomization.yaml:4',
  },
  'a tag and a digest move together': {
    files: `${web.replace('newTag: 1.1.0', `newTag: 1.1.0\n      digest: sha256:${'a'.repeat(64)}`)}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - digest: sha256:${'b'.repeat(64)}
      newTag: 1.0.0
      name: shop/web
`,
    edits: {
      'app/production/kustomization.yaml': [
        [`sha256:${'b'.repeat(64)}`, `sha256:${'a'.repeat(64)}`],
        ['1.0.0', '1.1.0'],
      ],
    },
  },
  'a digest goes below the tag that is there': {
    files: `${web.replace('newTag: 1.1.0', `newTag: 1.1.0\n      digest: sha256:${'a'.repeat(64)}`)}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0 # now
  namePrefix: a-
`,
    edits: {
      'app/production/kustomization.yaml': [
        ['newTag: 1.0.0 # now\n', `newTag: 1.1.0 # now\n    digest: sha256:${'a'.repeat(64)}\n`],
      ],
    },
  },
  'a tag that looks like a number gets quotes': {
    files: `${web.replace('newTag: 1.1.0', 'newTag: "1.10"')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: v1 # was a word
`,
    edits: { 'app/production/kustomization.yaml': [['newTag: v1 #', 'newTag: "1.10" #']] },
  },
  'and so does a commit that reads as one': {
    files: `${web.replace('newTag: 1.1.0', 'newTag: "1234e56"')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 77ab99c
`,
    edits: { 'app/production/kustomization.yaml': [['77ab99c', '"1234e56"']] },
  },
  'and a day': {
    files: `${web.replace('newTag: 1.1.0', 'newTag: "2026-11-30"')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: a2026
`,
    edits: { 'app/production/kustomization.yaml': [['a2026', '"2026-11-30"']] },
  },
  'an anchor is edited where it stands, once': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: &tag 1.0.0
    - name: shop/log
      newTag: *tag
`,
    refused: ['plan.conflict'],
    at: 'app/production/kustomization.yaml:4',
  },
  'and is fine where all that share it move alike': {
    files: `${web}
    - name: shop/log
      newTag: 1.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: &tag 1.0.0
    - name: shop/log
      newTag: *tag
`,
    edits: { 'app/production/kustomization.yaml': [['&tag 1.0.0', '&tag 1.1.0']] },
  },
  'one anchor cannot be two versions': {
    files: `${web}
    - name: shop/log
      newTag: 5.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: &tag 1.0.0
    - name: shop/log
      newTag: *tag
`,
    refused: ['plan.conflict'],
    at: 'app/production/kustomization.yaml:4',
  },
  'a block scalar keeps its header': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: >-
        1.0.0
`,
    edits: { 'app/production/kustomization.yaml': [['      1.0.0\n', '      1.1.0\n']] },
  },
  'and a literal one': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: |-
        1.0.0
`,
    edits: { 'app/production/kustomization.yaml': [['      1.0.0\n', '      1.1.0\n']] },
  },
  'escapes around a version stay': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches:
    - patch: "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: web}\\nspec: {template: {spec: {containers: [{name: web, image: 'shop/web:1.0.0'}]}}}\\n"
`,
    edits: { 'app/production/kustomization.yaml': [['shop/web:1.0.0', 'shop/web:1.1.0']] },
  },
  'and so do lines that are folded between quotes': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches:
    - patch: "{apiVersion: apps/v1, kind: Deployment, metadata: {name: \\"web\\"},\\
        \\ spec: {template: {spec:
        {containers: [{name: web, image: 'shop/web:1.0.0'}]}}}}"
`,
    edits: { 'app/production/kustomization.yaml': [['shop/web:1.0.0', 'shop/web:1.1.0']] },
  },
  'a version that is written by escapes is not edited': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: "1\\x2e0.0" }]
`,
    refused: ['plan.cannot-write'],
  },
  'a JSON patch is told by the image, not by its index': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches:
    - target: { kind: Deployment }
      patch: |-
        - op: replace
          path: /spec/template/spec/containers/0/image
          value: shop/web:1.0.0
        - op: replace
          path: /spec/template/spec/containers/1/image
          value: shop/log:5.0.0
`,
    edits: { 'app/production/kustomization.yaml': [['shop/web:1.0.0', 'shop/web:1.1.0']] },
  },
  'a JSON patch of the wrong index does nothing to the image that was meant': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches:
    - target: { kind: Deployment }
      patch: '[{"op": "replace", "path": "/spec/template/spec/containers/1/image", "value": "shop/web:1.0.0"}]'
`,
    edits: { 'app/production/kustomization.yaml': [['shop/web:1.0.0"}]', 'shop/web:1.1.0"}]']] },
  },
  'a line of image automation is not touched': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0 # {"$imagepolicy": "flux-system:web:tag"}
`,
    refused: ['promote.image-automation'],
    at: 'app/production/kustomization.yaml:4',
  },
  'nor one in a manifest': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [web.yaml]
  # file: app/production/web.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    containers:
      - name: web
        image: shop/web:1.0.0 # {"$imagepolicy": "flux-system:web"}
`,
    refused: ['promote.image-automation'],
    at: 'app/production/web.yaml:7',
  },
  'two versions of the source are no version': {
    files: `${web}
  # file: app/staging/other/kustomization.yaml
  resources: [../../base]
  images:
    - name: shop/web
      newTag: 1.2.0
  # file: app/production/clusters/eu/kustomization.yaml
  resources: [../../../base]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    refused: ['promote.ambiguous-source'],
    at: 'app/production/clusters/eu/kustomization.yaml:4',
  },
  'the same file of the source stage says which': {
    files: `${web}
  # file: app/staging/eu/kustomization.yaml
  resources: [../../base]
  images:
    - name: shop/web
      newTag: 1.2.0
  # file: app/production/eu/kustomization.yaml
  resources: [../../base]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    edits: { 'app/production/eu/kustomization.yaml': [['1.0.0', '1.2.0']] },
  },
  'one image at two places with two versions goes by the place': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [web.yaml]
  # file: app/staging/web.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    initContainers: [{ name: migrate, image: "shop/web:0.9.0" }]
    containers: [{ name: web, image: "shop/web:1.1.0" }]
  # file: app/production/kustomization.yaml
  resources: [web.yaml]
  # file: app/production/web.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    initContainers: [{ name: migrate, image: "shop/web:0.8.0" }]
    containers: [{ name: web, image: "shop/web:1.0.0" }]
`,
    edits: {
      'app/production/web.yaml': [
        ['0.8.0', '0.9.0'],
        ['1.0.0', '1.1.0'],
      ],
    },
  },
  'mirrors keep their names': {
    files: `${web.replace('newTag', 'newName: a.example.com/shop/web\n      newTag')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newName: b.example.com/shop/web
      newTag: 1.0.0
`,
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
  },
  'the version of another image is none of this one': {
    files: `${web.replace('newTag', 'newName: a.example.com/shop/web-next\n      newTag')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newName: b.example.com/shop/web
      newTag: 1.0.0
`,
    refused: ['promote.stays'],
  },
  'a branch pins nothing': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: ['https://github.com/acme/web//deploy?ref=main']
  # file: app/production/kustomization.yaml
  resources: ['https://github.com/acme/web//deploy?ref=v1.0.0']
`,
    refused: ['promote.stays'],
  },
  'another repository is another base': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: ['https://github.com/fork/web//deploy?ref=v1.1.0']
  # file: app/production/kustomization.yaml
  resources: ['https://github.com/acme/web//deploy?ref=v1.0.0']
`,
    refused: ['promote.not-compared'],
  },
  'a remote base and the image of its commit move together, byte for byte': {
    files: `
  # file: app/staging/kustomization.yaml
  resources:
  - https://github.com/acme/web/config/default?ref=61df3949abf2e8120505bc1ec05e3b9699566660
  images:
  - name: web
    newName: reg.example.com/web
    newTag: 61df3949abf2e8120505bc1ec05e3b9699566660
  # file: app/production/kustomization.yaml
  resources:
  - https://github.com/acme/web/config/default?ref=ca92a40b9677073ae1c441c9cb30fac26562f62f   # from the release
  images:
  - name: web
    newName: reg.example.com/web
    newTag: ca92a40b9677073ae1c441c9cb30fac26562f62f
`,
    edits: {
      'app/production/kustomization.yaml': [
        [
          '?ref=ca92a40b9677073ae1c441c9cb30fac26562f62f',
          '?ref=61df3949abf2e8120505bc1ec05e3b9699566660',
        ],
        [
          'newTag: ca92a40b9677073ae1c441c9cb30fac26562f62f',
          'newTag: 61df3949abf2e8120505bc1ec05e3b9699566660',
        ],
      ],
    },
    dangers: ['promote.no-live-evidence', 'plan.not-rendered'],
  },
  'an older version is said to be one': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.2.0
`,
    edits: { 'app/production/kustomization.yaml': [['1.2.0', '1.1.0']] },
    dangers: ['promote.no-live-evidence', 'promote.older'],
  },
  'and a tag that moves on': {
    files: `${web.replace('1.1.0', 'latest')}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.2.0
`,
    edits: { 'app/production/kustomization.yaml': [['1.2.0', 'latest']] },
    dangers: ['promote.no-live-evidence', 'promote.moving-tag'],
  },
  'replicas, hosts, sizes and secrets stay': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [web.yaml]
  # file: app/staging/web.yaml
  apiVersion: v1
  kind: Thing
  metadata: { name: web }
  spec: { replicas: 1, host: staging.example.com, cpu: 1, token: example-a, flag: true, image: "shop/web:1.1.0" }
  # file: app/production/kustomization.yaml
  resources: [web.yaml]
  # file: app/production/web.yaml
  apiVersion: v1
  kind: Thing
  metadata: { name: web }
  spec: { replicas: 9, host: www.example.com, cpu: 4, token: example-b, flag: false, image: "shop/web:1.0.0" }
`,
    edits: { 'app/production/web.yaml': [['shop/web:1.0.0', 'shop/web:1.1.0']] },
  },
  'a setting moves where it is named': {
    files: `${web}
  replicas: [{ name: web, count: 2 }]
  # file: app/production/kustomization.yaml
  resources: [../base]
  replicas:
    - name: web
      count: 5 # enough
`,
    request: { only: ['/replicas[name=web]/count'] },
    edits: { 'app/production/kustomization.yaml': [['count: 5 #', 'count: 2 #']] },
  },
  'only what is named moves': {
    files: `${web}
    - name: shop/log
      newTag: 5.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
    - name: shop/log
      newTag: 5.0.0
`,
    request: { only: ['shop/log'] },
    edits: { 'app/production/kustomization.yaml': [['5.0.0', '5.1.0']] },
  },
  'a version moves with all that has it, and nothing else': {
    files: `${web}
    - name: shop/log
      newTag: v5.1.0
    - name: reg.example.com/tools/wait
      newTag: v5.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
    - name: shop/log
      newTag: v5.0.0
    - name: reg.example.com/tools/wait
      newTag: v5.0.9
`,
    request: { only: ['5.1.0'] },
    edits: {
      'app/production/kustomization.yaml': [
        ['v5.0.0', 'v5.1.0'],
        ['v5.0.9', 'v5.1.0'],
      ],
    },
  },
  'a commit is named by its first digits, and its repository by its name': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [web.yaml, log.yaml, 'https://github.com/shop/tools/config?ref=cafe0123456789abcdef0123456789abcdef0123']
  images: [{ name: shop/web, newTag: main-2dff50ac }, { name: shop/log, newTag: 9aaaaaaaa }]
  # file: app/staging/web.yaml
  # file: app/staging/log.yaml
  # file: app/production/kustomization.yaml
  resources: [web.yaml, log.yaml, 'https://github.com/shop/tools/config?ref=beef0123456789abcdef0123456789abcdef0123']
  images: [{ name: shop/web, newTag: main-1dff50ac }, { name: shop/log, newTag: 8aaaaaaaa }]
  # file: app/production/web.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec: { containers: [{ name: web, image: shop/web }] }
  # file: app/production/log.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: log }
  spec: { containers: [{ name: log, image: shop/log }] }
`,
    request: { only: ['2dff50ac152eb55449892b8fd78fee52b313aba1', 'tools'] },
    edits: {
      'app/production/kustomization.yaml': [
        ['beef0123', 'cafe0123'],
        ['main-1dff50ac', 'main-2dff50ac'],
      ],
    },
  },
  'a word that names nothing is not told as the same versions': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.0.0 }]
`,
    request: { only: ['shop/web', '1.2.0'] },
    refused: ['promote.no-such'],
  },
  'a layer that another stage builds on reaches that stage as well': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.0.0 }]
  # file: app/standby/kustomization.yaml
  resources: [../production]
`,
    edits: { 'app/production/kustomization.yaml': [['newTag: 1.0.0', 'newTag: 1.1.0']] },
  },
  'a shared component is no place of one stage': {
    files: `
  # file: app/versions/kustomization.yaml
  kind: Component
  apiVersion: kustomize.config.k8s.io/v1alpha1
  helmCharts: [{ name: redis, repo: 'https://charts.example.com', version: 1.0.0 }]
  # file: app/staging/kustomization.yaml
  helmCharts: [{ name: redis, repo: 'https://charts.example.com', version: 1.1.0 }]
  # file: app/production/kustomization.yaml
  components: [../versions]
  # file: app/standby/kustomization.yaml
  components: [../versions]
`,
    refused: ['promote.shared-file'],
    at: 'app/production/kustomization.yaml:1',
  },
  'rings are not left out': {
    files: ['ring-0 1.2.0', 'ring-1 1.1.0', 'ring-2 1.0.0']
      .map((text) => {
        const [ring = '', tag = ''] = text.split(' ');
        return `
  # file: app/rings/${ring}/kustomization.yaml
  resources: [web.yaml]
  images: [{ name: shop/web, newTag: ${tag} }]
  # file: app/rings/${ring}/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }`;
      })
      .join(''),
    request: { from: 'rings/ring-0', to: ['rings/ring-2'] },
    refused: ['promote.skips-stage'],
  },
  'but for a reason': {
    files: ['ring-0 1.2.0', 'ring-1 1.1.0', 'ring-2 1.0.0']
      .map((text) => {
        const [ring = '', tag = ''] = text.split(' ');
        return `
  # file: app/rings/${ring}/kustomization.yaml
  resources: [web.yaml]
  images: [{ name: shop/web, newTag: ${tag} }]
  # file: app/rings/${ring}/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: shop/web }] } }`;
      })
      .join(''),
    request: { from: 'ring-0', to: ['ring-2'], because: 'ring 1 is being rebuilt' },
    edits: { 'app/rings/ring-2/kustomization.yaml': [['1.0.0', '1.2.0']] },
  },
  'a stage promotes not to itself': {
    files: `${web}\n`,
    request: { to: ['staging'] },
    refused: ['promote.same-stage'],
  },
  'the same versions are nothing to promote': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.1.0 }]
`,
    refused: ['promote.nothing'],
  },
  'a version that only one of the stages has is not told as the same': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.1.0 }]
  helmCharts: [{ name: cache, version: 1.0.0, repo: 'https://charts.example.com' }]
`,
    refused: ['promote.not-compared'],
    at: 'app/production/kustomization.yaml:3',
  },
  'values files of stages, told by their names': {
    files: `
  # file: app/Chart.yaml
  name: app
  # file: app/values-staging.yaml
  image:
    repository: shop/web
    tag: 1.1.0
  host: staging.example.com
  # file: app/values-production.yaml
  image:
    repository: shop/web
    tag: '1.0.0'   # the release
  host: example.com
`,
    edits: { 'app/values-production.yaml': [["'1.0.0'", "'1.1.0'"]] },
  },
  'a file of settings': {
    files: `
  # file: app/staging/kustomization.yaml
  configMapGenerator: [{ name: web, envs: [web.env] }]
  # file: app/staging/web.env
  WEB_VERSION=1.1.0
  LOG_LEVEL=debug
  # file: app/production/kustomization.yaml
  configMapGenerator: [{ name: web, envs: [web.env] }]
  # file: app/production/web.env
  LOG_LEVEL=warn
  WEB_VERSION=1.0.0
`,
    edits: { 'app/production/web.env': [['WEB_VERSION=1.0.0', 'WEB_VERSION=1.1.0']] },
  },
  'a file without a line break at its end stays without': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
`,
    change: (text) => text.trimEnd(),
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
  },
  'and gets one line more without': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources:
  - ../base
`,
    change: (text) => text.trimEnd(),
    edits: {
      'app/production/kustomization.yaml': [
        ['- ../base', '- ../base\nimages:\n- name: shop/web\n  newTag: 1.1.0\n'],
      ],
    },
  },
  'an entry is made with the line breaks that are there': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources:
  - ../base
`,
    change: (text) => text.replaceAll('\n', '\r\n'),
    edits: {
      'app/production/kustomization.yaml': [
        ['- ../base\r\n', '- ../base\r\nimages:\r\n- name: shop/web\r\n  newTag: 1.1.0\r\n'],
      ],
    },
  },
  'a byte-order mark stays': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.0.0 }]
`,
    change: (text) => `\uFEFF${text}`,
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
  },
  'one document of a file is edited, the others are not': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [all.yaml]
  # file: app/staging/all.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.1.0" }] } }
  # file: app/production/kustomization.yaml
  resources: [all.yaml]
  # file: app/production/all.yaml
  # shop/web:1.0.0 stands here, too
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: about }
  data: { text: "shop/web is 1.0.0" }
  ---
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    containers: [{ name: web, image: "shop/web:1.0.0" }]
`,
    edits: { 'app/production/all.yaml': [['"shop/web:1.0.0"', '"shop/web:1.1.0"']] },
  },
  'an image that is called like the folder of its layer is no word for the stage': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [all.yaml]
  # file: app/staging/all.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.1.0" }] } }
  # file: app/production/web/kustomization.yaml
  resources: [web.yaml]
  # file: app/production/web/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.0.0" }] } }
`,
    request: { to: ['production/web'] },
    edits: { 'app/production/web/web.yaml': [['1.0.0', '1.1.0']] },
  },
  'line ends of two kinds stay as they are': {
    files: `${web}
  # file: app/production/kustomization.yaml
  resources: [../base]
  images:
    - name: shop/web
      newTag: 1.0.0
  namePrefix: a-
`,
    change: (text) => text.replace('images:\n', 'images:\r\n').replace('1.0.0\n', '1.0.0\r\n'),
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
  },
  // FIXME: without a history nobody tells that the whole folder is a copy of an older one (docs/known-gaps.md).
  'of a copied folder only versions move': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [web.yaml, more.yaml]
  # file: app/staging/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.1.0" }] } }
  # file: app/staging/more.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: new } }
  # file: app/production/kustomization.yaml
  resources: [web.yaml]
  # file: app/production/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.0.0" }] } }
`,
    edits: { 'app/production/web.yaml': [['1.0.0', '1.1.0']] },
  },
  'a pin gets the version of the base that it holds back, and is told to say no more': {
    files: `
  # file: app/base/kustomization.yaml
  resources: [web.yaml]
  # file: app/base/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.1.0" }] } }
  # file: app/staging/kustomization.yaml
  resources: [../base]
  # file: app/production/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 1.0.0 }] # until it is tried
`,
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
    pins: ['/images[name=shop/web]'],
  },
  'what stands above a layer with another version is no such pin': {
    files: `
  # file: app/base/kustomization.yaml
  resources: [web.yaml]
  # file: app/base/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: "shop/web:1.1.0" }] } }
  # file: app/slow/kustomization.yaml
  resources: [../base]
  images: [{ name: shop/web, newTag: 0.9.0 }]
  # file: app/other/kustomization.yaml
  resources: [../slow]
  # file: app/staging/kustomization.yaml
  resources: [../base]
  # file: app/production/kustomization.yaml
  resources: [../slow]
  images: [{ name: shop/web, newTag: 1.0.0 }]
`,
    edits: { 'app/production/kustomization.yaml': [['1.0.0', '1.1.0']] },
    pins: [],
  },
  'an image without a version gets one in its own layer': {
    files: `${web.replace('image: shop/web:1.0.0', 'image: shop/web')}
  # file: app/production/kustomization.yaml
  resources: [../base]
`,
    edits: {
      'app/production/kustomization.yaml': [
        [
          'resources: [../base]\n',
          'resources: [../base]\nimages:\n- name: shop/web\n  newTag: 1.1.0\n',
        ],
      ],
    },
  },
  'versions in a map of versions move, whatever they are called': {
    files: `
  # file: app/staging.values.yaml
  chartVersions: { api: 0.33.0, redis: 17.3.8 }
  hosts: { api: 10.0.0 }
  # file: app/production.values.yaml
  chartVersions: { api: 0.32.1, redis: 17.3.8 }
  hosts: { api: 10.0.1 }
`,
    request: { from: 'staging.values.yaml', to: ['production.values.yaml'] },
    edits: { 'app/production.values.yaml': [['0.32.1', '0.33.0']] },
  },
  'what may be a version is not told as the same versions': {
    files: `
  # file: app/staging.values.yaml
  api: { chart: 0.33.0 }
  # file: app/production.values.yaml
  api: { chart: 0.32.1 }
`,
    request: { from: 'staging.values.yaml', to: ['production.values.yaml'] },
    refused: ['promote.stays'],
  },
  'what an automation writes stays beside versions that go on': {
    files: automated,
    edits: { 'app/production/kustomization.yaml': [['5.0.0', '5.1.0']] },
  },
  'but is refused where somebody names it': {
    files: automated,
    request: { only: ['shop/web', 'shop/log'] },
    refused: ['promote.image-automation'],
  },
  'and stays beside another place of what somebody names': {
    files: ['staging', 'production']
      .map(
        (stage) => `
  # file: app/${stage}/kustomization.yaml
  resources: [a.yaml, b.yaml]
  # file: app/${stage}/a.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: a }
  spec:
    containers:
      - name: web
        image: shop/web:${stage === 'staging' ? '1.1.0' : '1.0.0 # {"$imagepolicy": "flux-system:web"}'}
  # file: app/${stage}/b.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: b }
  spec:
    containers:
      - name: web
        image: shop/web:${stage === 'staging' ? '1.1.0' : '1.0.0'}
`,
      )
      .join(''),
    request: { only: ['shop/web'] },
    edits: { 'app/production/b.yaml': [['1.0.0', '1.1.0']] },
  },
  'images without versions share one list': {
    files: `${web.replaceAll(/image: (shop\/\w+):[\d.]+/g, 'image: $1')}
    - name: shop/log
      newTag: 5.1.0
  # file: app/production/kustomization.yaml
  resources: [../base]
`,
    edits: {
      'app/production/kustomization.yaml': [
        [
          'resources: [../base]\n',
          'resources: [../base]\nimages:\n- name: shop/web\n  newTag: 1.1.0\n- name: shop/log\n  newTag: 5.1.0\n',
        ],
      ],
    },
  },
  'of the variables of Flux, versions move, and addresses and numbers stay': {
    files: `
  # file: app/staging/kustomization.yaml
  resources: [sync.yaml]
  # file: app/staging/sync.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web }
  spec: { path: ./web, postBuild: { substitute: { WEB: 1.2.3, GATEWAY: 10.0.0.1, CPU: '1.5', DAY: 2026-01-02 } } }
  # file: app/production/kustomization.yaml
  resources: [sync.yaml]
  # file: app/production/sync.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: web }
  spec: { path: ./web, postBuild: { substitute: { WEB: 1.2.0, GATEWAY: 10.0.1.1, CPU: '2.5', DAY: 2025-12-01 } } }
`,
    edits: { 'app/production/sync.yaml': [['1.2.0', '1.2.3']] },
  },
  'an Application that stands in a layer is what the layer is for': {
    files: `
  # file: app/staging/log.yaml
  { apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: log, namespace: argocd },
    spec: { destination: { namespace: log, server: 'https://kubernetes.default.svc' }, project: infra,
      source: { repoURL: 'https://charts.example.com', chart: log, targetRevision: 8.5.5 } } }
  # file: app/production/log.yaml
  { apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: log, namespace: argocd },
    spec: { destination: { namespace: log, server: 'https://kubernetes.default.svc' }, project: infra,
      source: { repoURL: 'https://charts.example.com', chart: log, targetRevision: 8.3.0 } } }
`,
    edits: { 'app/production/log.yaml': [['8.3.0', '8.5.5']] },
  },
  'and so is one that a layer patches': {
    files: `
  # file: app/base/kustomization.yaml
  resources: [log.yaml]
  # file: app/base/log.yaml
  { apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: log, namespace: argocd },
    spec: { destination: { namespace: log, server: 'https://kubernetes.default.svc' }, project: infra,
      source: { repoURL: 'https://charts.example.com', chart: log, targetRevision: 8.0.0 } } }
  # file: app/staging/kustomization.yaml
  resources: [../base]
  patches: [{ path: log.yaml }]
  # file: app/staging/log.yaml
  { apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: log, namespace: argocd },
    spec: { source: { chart: log, targetRevision: 8.5.5 } } }
  # file: app/production/kustomization.yaml
  resources: [../base]
  patches: [{ path: log.yaml }]
  # file: app/production/log.yaml
  { apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: log, namespace: argocd },
    spec: { source: { chart: log, targetRevision: 8.3.0 } } }
`,
    edits: { 'app/production/log.yaml': [['8.3.0', '8.5.5']] },
  },
};

test.each(Object.entries(cases))('%s', async (_name, one) => {
  const {
    files: text,
    edits = {},
    refused = [],
    at,
    dangers,
    pins,
    request = {},
    change = (same: string): string => same,
  } = one;
  const files = new Map<string, string>();
  for (const [file, content] of parseFixture(text).files)
    files.set(file, /[/-]production/.test(file) ? change(content) : content);
  const planned = await planOf(files, request);
  if (planned.kind === 'failed') throw new Error(JSON.stringify(planned.failure));
  const { texts, refused: notes, dangers: found, effects, left } = planned.value;
  expect([...new Set(notes.map(({ code }) => code))]).toEqual(refused);
  if (at !== undefined) expect(`${notes[0]?.at?.file}:${(notes[0]?.at?.line ?? 0) + 1}`).toBe(at);
  if (dangers !== undefined) expect([...new Set(found.map(({ code }) => code))]).toEqual(dangers);
  const told = left.flatMap(({ reason, field }) => (reason === 'pin' ? [field] : []));
  if (pins !== undefined) expect(told).toEqual(pins);
  if (refused.length > 0) return;
  const expected = Object.entries(edits).map(([file, replaced]) => {
    const before = files.get(file) ?? '';
    for (const [old] of replaced) expect(before.split(old)).toHaveLength(2);
    const after = replaced.reduce(
      (all: string, [old, fresh]) => all.replace(old, () => fresh),
      before,
    );
    return [file, after];
  });
  expect([...texts].map(([file, { after }]) => [file, after]).sort()).toEqual(expected.sort());
  expect(effects.filter(({ intended }) => !intended)).toEqual([]);
  expect(effects.length > 0 || !files.has('app/production/kustomization.yaml')).toBe(true);
});
