/** A small tree on which Strata once differed from kustomize; the folder at its top is built. */
export interface FoundCase {
  readonly name: string;
  readonly fixture: string;
}

/** Each stands for a kind of difference, not only for itself. */
export const foundCases: readonly FoundCase[] = [
  {
    name: 'an object that a patch would replace as a whole stays as it is',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches: [{path: patch.yaml}]
      # file: object.yaml
      kind: Widget
      metadata: {name: web, labels: {a: b}}
      spec: {a: b}
      # file: patch.yaml
      kind: Widget
      metadata: {name: web, annotations: {c: d}}
      $patch: replace
    `,
  },
  {
    name: 'directives in an object that a patch adds are taken out',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches: [{path: patch.yaml}]
      # file: object.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers:
        - name: side
      # file: patch.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers:
        - name: web
          env:
          - name: a
            $patch: replace
          volumes:
          - name: b
            $patch: merge
          volumeMounts:
          - mountPath: /c
            $patch: delete
          - mountPath: /d
            sub: {e: f, $patch: replace}
          ports:
          - $patch: merge
        - name: next
          ports:
          - containerPort: 8080
            protocol: UDP
            $patch: delete
          - containerPort: 8081
            $patch: delete
    `,
  },
  {
    name: 'empty values and times stand between quotes in brackets, and only there',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches: [{path: patch.yaml}]
      # file: object.yaml
      kind: Widget
      metadata: {name: web}
      spec: {list: [a], map: {x: y}, none: , null: null, time: 2001-12-14 21:59:43, day: 2001-12-14}
      block:
        none:
        time: 2001-12-14 21:59:43
        text: >
          first

            indented
      flow: {text: "first\\n  indented\\n"}
      # file: patch.yaml
      kind: Widget
      metadata: {name: web}
      spec:
        list:
        - none:
          tilde: ~
          time: 2001-12-14 21:59:43
        map:
          time: 2001-12-14 21:59:43
    `,
  },
  {
    name: 'a number without a text has no value, in brackets as elsewhere',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      replacements:
      - source: {kind: Widget, name: a, fieldPath: spec.from}
        targets: [{select: {kind: Widget}, fieldPaths: [spec.to.number]}]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      spec: {from: {b: c}, to: {number: 80}}
    `,
  },
  {
    name: 'a list item is matched by the text of whatever stands in its field',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      replacements:
      - sourceValue: b
        targets: [{select: {kind: Widget}, fieldPaths: ['spec.list.[name=inner].to']}]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      spec:
        list:
        - name: [{deep: inner}]
          to: x
        - name: other
          to: x
    `,
  },
  {
    name: 'annotations that are a list count as keys and values, two by two',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: Widget}
        patch: '[{"op": "add", "path": "/metadata/annotations", "value": ["a", "b"]}]'
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
    `,
  },
  {
    name: 'annotations that are a list of an odd length end the build',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      # file: object.yaml
      kind: Widget
      metadata: {name: a, annotations: [a]}
    `,
  },
  {
    name: 'the items of a list are read again as JSON where there are more documents',
    fixture: `
      # file: kustomization.yaml
      resources: [objects.yaml]
      replacements:
      - source: {kind: Widget, name: web, fieldPath: spec.octal}
        targets: [{select: {kind: Other}, fieldPaths: [spec.a]}]
      - source: {kind: Widget, name: web, fieldPath: spec.float}
        targets: [{select: {kind: Other}, fieldPaths: [spec.b]}]
      # file: objects.yaml
      kind: Other
      metadata: {name: other}
      spec: {a: "", b: ""}
      ---
      apiVersion: v1
      kind: List
      items:
      - kind: Widget
        metadata: {name: web}
        spec: {none: , octal: 0777, float: 1.0, time: 2001-01-01}
    `,
  },
  {
    name: 'a list without items has a metadata afterwards',
    fixture: `
      # file: kustomization.yaml
      resources: [objects.yaml]
      # file: objects.yaml
      apiVersion: v1
      kind: List
      ---
      apiVersion: v1
      kind: OtherList
      metadata: {name: a}
    `,
  },
  {
    name: 'two objects that come to have one id end the build',
    fixture: `
      # file: kustomization.yaml
      resources: [objects.yaml]
      replacements:
      - source: {kind: Widget, name: a}
        targets: [{select: {kind: Widget, name: b}, fieldPaths: [metadata.name]}]
      # file: objects.yaml
      kind: Widget
      metadata: {name: a}
      ---
      kind: Widget
      metadata: {name: b}
    `,
  },
  {
    name: 'a JSON patch that takes the name away breaks the account of earlier names',
    fixture: `
      # file: kustomization.yaml
      configMapGenerator: [{name: a, literals: [b=c]}]
      patches:
      - target: {kind: ConfigMap}
        patch: '[{"op": "remove", "path": "/metadata"}]'
    `,
  },
  {
    name: 'an object whose name is null at the end has none',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: Widget}
        patch: '[{"op": "copy", "from": "/spec/none", "path": "/metadata/name"}]'
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      spec: {none: null}
    `,
  },
  {
    name: 'one label under many fields is one node, also where two specs name a field',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      configurations: [config.yaml]
      labels:
      - pairs: {app: first}
        includeSelectors: true
        fields: [{path: spec/selector, create: true}]
      - pairs: {app: second}
      # file: config.yaml
      commonLabels:
      - path: spec/selector
        kind: Widget
        create: true
      # file: object.yaml
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: a}
    `,
  },
  {
    name: 'texts that vars might stand in are plain afterwards',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      vars:
      - name: NAME
        objref: {apiVersion: v1, kind: ConfigMap, name: a}
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
        labels:
          folded: >+
            first
              indented
          quoted: "tab\\there\\nnext"
    `,
  },
  {
    name: 'folded annotations are written anew',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      # file: object.yaml
      kind: Widget
      metadata:
        name: a
        annotations:
          folded: >+
            first
              indented
      spec:
        folded: >+
          first
            indented
    `,
  },
  {
    name: 'what a validator writes stays, where it may write it',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      validators:
      - |-
        apiVersion: builtin
        kind: LabelTransformer
        metadata: {name: x}
        labels: {validated-by: me}
        fieldSpecs: [{path: metadata/labels, create: true}]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
    `,
  },
  {
    name: 'a validator must write no field, not even with its own value',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      validators:
      - |-
        apiVersion: builtin
        kind: LabelTransformer
        metadata: {name: x}
        labels: {a: b}
        fieldSpecs: [{path: metadata/labels, create: true}]
      # file: object.yaml
      kind: Widget
      metadata: {name: a, labels: {a: b}}
    `,
  },
  {
    name: 'a subject whose kind is no text ends the build',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      # file: object.yaml
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: a}
      subjects:
      - kind:
        name: b
        namespace: c
    `,
  },
  {
    name: 'an inline JSON patch of a plugin keeps its last line break',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      transformers:
      - |-
        apiVersion: builtin
        kind: PatchJson6902Transformer
        metadata: {name: x}
        target: {kind: Widget, name: a}
        jsonOp: "- op: add\\n  path: /spec\\n  value: >+\\n    first\\n"
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
    `,
  },
  {
    name: 'a generator writes between quotes what is read as no text, and a patch keeps the quotes',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      configMapGenerator:
      - {name: a, behavior: merge, literals: [b=1]}
      - {name: c, literals: [d=1, e=yes]}
      patches: [{path: patch.yaml}]
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {old: 1_000}
      # file: patch.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {old: 1_001, b: 2}
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: c}
      data: {d: 2, e: true}
    `,
  },
  {
    name: 'annotations written into a null show, as kustomize writes annotations anew',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      namePrefix: a-
      transformers:
      - |-
        apiVersion: builtin
        kind: AnnotationsTransformer
        metadata: {name: x}
        annotations: {a: b}
        fieldSpecs: [{path: metadata/annotations}, {path: spec/annotations}]
      - |-
        apiVersion: builtin
        kind: AnnotationsTransformer
        metadata: {name: y}
        annotations: {a: c}
        fieldSpecs: [{path: metadata/annotations}]
      - |-
        apiVersion: builtin
        kind: PrefixTransformer
        metadata: {name: z}
        prefix: b-
        fieldSpecs: [{path: metadata/name}]
      # file: object.yaml
      kind: Widget
      metadata:
        name: a
        annotations:
      spec:
        annotations:
    `,
  },
  {
    name: 'labels written into a null select, and show where the null becomes a mapping',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      transformers:
      - |-
        apiVersion: builtin
        kind: LabelTransformer
        metadata: {name: x}
        labels: {a: b}
        fieldSpecs: [{path: metadata/labels}, {path: spec/labels}]
      - |-
        apiVersion: builtin
        kind: LabelTransformer
        metadata: {name: y}
        labels: {c: d}
        fieldSpecs: [{path: spec/labels, create: true}]
      - |-
        apiVersion: builtin
        kind: PatchTransformer
        metadata: {name: z}
        target: {labelSelector: a=b}
        patch: '[{"op": "add", "path": "/selected", "value": true}]'
      # file: object.yaml
      kind: Widget
      metadata:
        name: a
        labels:
      spec:
        labels:
    `,
  },
  {
    name: 'ids that the steps of a component make equal end the build',
    fixture: `
      # file: kustomization.yaml
      components: [part]
      configMapGenerator: [{name: a, literals: [b=c]}]
      # file: part/kustomization.yaml
      kind: Component
      resources: [object.yaml]
      replacements:
      - sourceValue: a
        targets: [{select: {kind: ConfigMap, name: b}, fieldPaths: [metadata.name]}]
      # file: part/object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: b}
    `,
  },
  {
    name: 'a plugin with a key twice ends the build, whether the plugin reads it or not',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      transformers: [plugin.yaml]
      # file: plugin.yaml
      apiVersion: builtin
      kind: HashTransformer
      metadata: {name: x}
      unread: {a: b, a: c}
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
    `,
  },
  {
    name: 'of one label under many fields the last one of a patch counts, by the names of the fields',
    fixture: `
      # file: kustomization.yaml
      resources: [base]
      patches: [{path: patch.yaml}]
      # file: patch.yaml
      spec:
        template: {metadata: {labels: {env: c}}}
        selector: {matchLabels: {env: b}}
      metadata: {name: a, labels: {env: a}}
      apiVersion: apps/v1
      kind: Deployment
      # file: base/kustomization.yaml
      resources: [object.yaml]
      commonLabels: {env: c}
      # file: base/object.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: a}
      spec: {template: {spec: {}}}
    `,
  },
  {
    name: 'an item of a patch without a merge key stands for the last item that it may stand for',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches: [{path: patch.yaml}]
      # file: patch.yaml
      apiVersion: v1
      kind: Service
      metadata: {name: a}
      spec: {ports: [{targetPort: 8080, name: x}, {port: 82}]}
      # file: object.yaml
      apiVersion: v1
      kind: Service
      metadata: {name: a}
      spec: {ports: [{port: 80}]}
    `,
  },
  {
    name: 'a replacement that writes its own source goes on with what it wrote',
    fixture: `
      # file: kustomization.yaml
      resources: [objects.yaml]
      replacements:
      - source: {kind: Widget, name: a, fieldPath: 'spec.list.[name=x].name'}
        targets:
        - select: {kind: Widget, name: a}
          fieldPaths: [spec.list.1.name, spec.list.*.name, spec.other]
          options: {delimiter: /, index: 2, create: true}
      - source: {kind: Widget, name: a, fieldPath: spec.map.in}
        targets: [{select: {kind: Widget, name: a}, fieldPaths: [spec.map, spec.other]}]
      - source: {kind: Widget, name: a, fieldPath: spec.deep.in}
        targets:
        - select: {kind: Widget, name: a}
          fieldPaths: [spec.deep.in.x]
        - select: {kind: Widget, name: b}
          fieldPaths: [spec]
      # file: objects.yaml
      kind: Widget
      metadata: {name: a}
      spec:
        list: [{name: w}, {name: x}, {name: y}]
        map: {in: q}
        other: z
        deep: {in: {x: {y: z}, w: v}}
      ---
      kind: Widget
      metadata: {name: b}
      spec: {}
    `,
  },
  {
    name: 'a reference that is no address ends the build',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      crds: [crd.yaml]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      # file: crd.yaml
      example.com/v1.Widget:
        Schema:
          properties: {kind: {type: string}, spec: {$ref: ':example.com/v1.WidgetSpec'}}
    `,
  },
  {
    name: 'a field of a schema must have its type, also where nothing reads it',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      crds: [crd.yaml]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      # file: crd.yaml
      example.com/v1.Widget:
        Schema:
          properties: {spec: {minLength: 1.5}}
    `,
  },
  {
    name: 'a variable that is a number stands inside of a text as Go prints it',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      vars:
      - {name: LARGE, objref: {kind: Widget, name: a}, fieldref: {fieldpath: spec.large}}
      - {name: LONG, objref: {kind: Widget, name: a}, fieldref: {fieldpath: spec.long}}
      - {name: SMALL, objref: {kind: Widget, name: a}, fieldref: {fieldpath: spec.small}}
      - {name: TRUE, objref: {kind: Widget, name: a}, fieldref: {fieldpath: spec.true}}
      # file: object.yaml
      kind: Widget
      metadata:
        name: a
        annotations: {large: $(LARGE)x, long: $(LONG)x, small: $(SMALL)x, true: $(TRUE)x}
        labels: {large: $(LARGE), long: $(LONG), small: $(SMALL), true: $(TRUE)}
      spec: {large: 123456789012345678901234567890, long: 12345678901234567890.5, small: 0.000012, true: TRUE}
    `,
  },
  {
    name: 'what a step wrote without a tag is a text after a merge',
    fixture: `
      # file: kustomization.yaml
      resources: [base]
      patches: [{path: patch.yaml}]
      # file: patch.yaml
      kind: Widget
      metadata: {name: a}
      # file: base/kustomization.yaml
      resources: [object.yaml]
      replacements:
      - source: {kind: Widget, name: a, fieldPath: spec.port}
        targets:
        - select: {kind: Widget}
          fieldPaths: [spec.made.port, spec.list.0]
          options: {create: true}
      # file: base/object.yaml
      kind: Widget
      metadata: {name: a}
      spec: {port: 80, list: [], other: text}
    `,
  },
  {
    name: 'an empty item of a new list takes those with it that come behind',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches: [{path: patch.yaml}]
      # file: patch.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers:
        - {name: a, env: [{name: b}, {}, {name: c}]}
        - {name: d, env: [{name: b}, {name: c}, null]}
        - {name: e, env: [{}, {name: c, $patch: replace}]}
      # file: object.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec: {containers: [{name: side}]}
    `,
  },
  {
    name: 'a generator finds no place for an object whose kind a patch has changed',
    fixture: `
      # file: kustomization.yaml
      resources: [base]
      configMapGenerator: [{name: a, behavior: merge, literals: [b=c]}]
      # file: base/kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: ConfigMap}
        options: {allowKindChange: true}
        patch: '{kind: Widget, apiVersion: v1, metadata: {name: a}}'
      # file: base/object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
    `,
  },
  {
    name: 'of two metadata the empty one goes where kustomize writes its account',
    fixture: `
      # file: kustomization.yaml
      namePrefix: a-
      resources: [object.yaml]
      # file: object.yaml
      kind: Widget
      metadata:
        name: a
        annotations: {b: c}
        annotations:
      metadata: false
    `,
  },
  {
    name: 'two metadata end the build where kustomize has no account to write',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      # file: object.yaml
      kind: Widget
      metadata: {name: a}
      metadata: false
    `,
  },
  {
    name: 'the schema of a base counts from the base on, and forgets Kubernetes where nothing had asked for it',
    fixture: `
      # file: kustomization.yaml
      resources: [base, object.yaml]
      patches: [{path: patch.yaml}]
      # file: object.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: a, image: b}]
      # file: patch.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: c, image: d}]
      # file: base/kustomization.yaml
      openapi: {path: schema.json}
      # file: base/schema.json
      {"definitions": {}}
    `,
  },
  {
    name: 'the schema of a base leaves Kubernetes known where an object of another kind was read before',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml, base]
      patches: [{path: patch.yaml}]
      # file: object.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: a, image: b}]
      ---
      apiVersion: example.com/v1
      kind: Widget
      metadata: {name: web}
      # file: patch.yaml
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: c, image: d}]
      # file: base/kustomization.yaml
      openapi: {path: schema.json}
      # file: base/schema.json
      {"definitions": {}}
    `,
  },
  {
    name: 'a key that is written twice in a file of replacements counts where it is last',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      replacements: [{path: replacements.yaml}]
      # file: replacements.yaml
      - source: {kind: ConfigMap, name: a, fieldPath: data.b}
        targets: [{select: {kind: ConfigMap}, fieldPaths: [data.c]}]
        targets:
        - select: {kind: ConfigMap}
          fieldPaths: [data.d]
          fieldPaths: [data.e]
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one, c: two, d: three, e: four}
    `,
  },
  {
    name: 'a key that is written twice in a file of targets counts where it is last',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      transformers: [add.yaml]
      # file: add.yaml
      apiVersion: builtin
      kind: ValueAddTransformer
      metadata: {name: add}
      value: five
      targetFilePath: targets.yaml
      # file: targets.yaml
      targets: [{fieldPath: data/b}]
      targets: [{fieldPath: data/c}]
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one, c: two}
    `,
  },
  {
    name: 'a selector of labels that cannot be read is not read where no resource is of the kind',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: Secret, labelSelector: a b c}
        patch: '[{"op": "remove", "path": "/data"}]'
      - target: {kind: ConfigMap, labelSelector: x=y, annotationSelector: a b c}
        patch: '[{"op": "remove", "path": "/data"}]'
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one}
    `,
  },
  {
    name: 'a selector of labels that cannot be read fails where a resource is of the kind',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: ConfigMap, labelSelector: a b c}
        patch: '[{"op": "remove", "path": "/data"}]'
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one}
    `,
  },
  {
    name: 'a replacement reads its selectors of labels for every resource, of whatever kind',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      replacements:
      - source: {kind: ConfigMap, name: a, fieldPath: data.b}
        targets: [{select: {kind: Secret, labelSelector: a b c}, fieldPaths: [data.c]}]
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one}
    `,
  },
  {
    name: 'a replacement that rejects by labels that cannot be read fails for what it selects',
    fixture: `
      # file: kustomization.yaml
      resources: [object.yaml]
      replacements:
      - source: {kind: ConfigMap, name: a, fieldPath: data.b}
        targets:
        - select: {kind: ConfigMap, labelSelector: x=y}
          reject: [{labelSelector: a b c}]
          fieldPaths: [data.c]
      # file: object.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {b: one}
    `,
  },
  {
    name: 'an account of names that does not add up ends the patch that looks for one',
    fixture: `
      # file: kustomization.yaml
      resources: [base]
      patches: [{path: patch.yaml}]
      # file: patch.yaml
      kind: Widget
      metadata: {name: app, annotations: null}
      # file: base/kustomization.yaml
      resources: [object.yaml]
      patches:
      - target: {kind: Widget}
        patch: '[{"op": "move", "from": "/metadata", "path": "/spec"}]'
      - options: {allowNameChange: true}
        target: {kind: Widget}
        patch: |-
          kind: Widget
          metadata: {name: app}
      - options: {allowNameChange: true}
        target: {kind: Widget}
        patch: |-
          kind: Widget
          metadata: {name: app}
          a: b
      # file: base/object.yaml
      kind: Widget
      metadata: {name: app}
    `,
  },
];
