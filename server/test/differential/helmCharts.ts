/** A chart in `c/`, and lines of `--set`. */
interface HelmCase {
  readonly files: string;
  readonly set?: readonly string[];
}

function chart(more: string, files: string): string {
  return `
    # file: c/Chart.yaml
    apiVersion: v2
    name: c
    version: 1.0.0
    ${more}
${files}`;
}

/** A subchart in a folder; its template shows all that it sees. */
function subchart(name: string, folder = `c/charts/${name}`): string {
  return `
    # file: ${folder}/Chart.yaml
    apiVersion: v2
    name: ${name}
    version: 0.1.0
    # file: ${folder}/values.yaml
    own: ${name}
    nothing: null
    map: {a: 1, b: null}
    exports:
      shared: {from: ${name}}
    data: {x: {y: 1}}
    # file: ${folder}/templates/all.yaml
    chart: {{ .Chart.Name }} {{ .Chart.IsRoot }}
    values: {{ toJson .Values }}
`;
}

const all = `
    # file: c/templates/all.yaml
    values: {{ toJson .Values }}
    subcharts: {{ keys .Subcharts | sortAlpha | join "," }}
    dependencies: {{ toJson .Chart.Dependencies }}
`;

/** Each shows one habit of Helm. */
export const helmCharts: Readonly<Record<string, HelmCase>> = {
  'a chart alone': { files: chart('', all) },
  'subcharts in folders that are not listed': { files: chart('', all + subchart('s')) },
  'a condition that is off': {
    files: chart(
      `dependencies: [{name: s, version: 0.1.0, condition: "s.enabled"}]`,
      `${all}${subchart('s')}
    # file: c/values.yaml
    s: {enabled: false}
`,
    ),
  },
  'a condition that is switched on': {
    files: chart(
      `dependencies: [{name: s, version: 0.1.0, condition: "none.a, s.enabled"}]`,
      `${all}${subchart('s')}
    # file: c/values.yaml
    s: {enabled: false}
`,
    ),
    set: ['s.enabled=true'],
  },
  tags: {
    files: chart(
      `dependencies: [{name: s, version: 0.1.0, tags: [one, two]}, {name: t, version: 0.1.0, tags: [three]}]`,
      `${all}${subchart('s')}${subchart('t')}
    # file: c/values.yaml
    tags: {one: false, three: false}
`,
    ),
    set: ['tags.two=true'],
  },
  'an alias, twice': {
    files: chart(
      `dependencies: [{name: s, version: "0.x", alias: a}, {name: s, version: 0.1.0, alias: b}]`,
      `${all}${subchart('s')}
    # file: c/values.yaml
    a: {own: first}
    b: {map: {c: 3}}
`,
    ),
  },
  'a version that does not fit': {
    files: chart(`dependencies: [{name: s, version: "^2"}]`, all + subchart('s')),
  },
  'a dependency that is not there': {
    files: chart(`dependencies: [{name: s, version: "^2"}]`, all),
  },
  'import-values': {
    files: chart(
      `dependencies: [{name: s, version: 0.1.0, import-values: [shared, {child: data.x, parent: into}, {child: none, parent: z}]}]`,
      `${all}${subchart('s')}
    # file: c/values.yaml
    from: c
`,
    ),
  },
  globals: {
    files: chart(
      '',
      `${all}${subchart('s')}${subchart('d', 'c/charts/s/charts/d')}
    # file: c/values.yaml
    global: {g: 1, m: {a: 1}}
    s: {global: {g: 2, m: {b: 2}}, d: {own: changed}}
`,
    ),
    set: ['global.h=3'],
  },
  'null for values of a subchart': {
    files: chart(
      '',
      `${all}${subchart('s')}
    # file: c/values.yaml
    a: null
    m: {n: null, o: 1}
    s: {own: null, map: {a: null, c: null}}
`,
    ),
    set: ['s.data=null', 'm.o=null', 'm.p=null'],
  },
  'a library': {
    files: chart(
      `dependencies: [{name: l, version: 0.1.0}]`,
      `
    # file: c/charts/l/Chart.yaml
    {apiVersion: v2, name: l, version: 0.1.0, type: library}
    # file: c/charts/l/templates/_l.tpl
    {{ define "l.x" }}from: {{ .Chart.Name }}{{ end }}
    # file: c/charts/l/templates/not.yaml
    is: {{ fail "left out" }}
    # file: c/templates/a.yaml
    {{ include "l.x" . }}
`,
    ),
  },
  'a library cannot be installed': { files: chart('type: library', all) },
  'an archive': {
    files: chart(
      `dependencies: [{name: p, version: 0.1.0}]`,
      `${all}${subchart('p', 'packed')}${subchart('q', 'packed/charts/q')}`,
    ),
  },
  'definitions and hooks, by kind': {
    files: chart(
      '',
      `
    # file: c/crds/b.yaml
    kind: CustomResourceDefinition
    # file: c/crds/a.YML
    kind: Other
    # file: c/crds/no.txt
    text
    # file: c/templates/z.yaml
    kind: Service
    ---
    kind: Zebra
    ---
    kind: ConfigMap
    metadata: {name: one}
    # file: c/templates/a.yaml
    kind: Apple
    ---
    # only a comment

    ---
    kind: Namespace
    # file: c/templates/hook.yaml
    kind: Job
    metadata: {name: b, annotations: {helm.sh/hook: "pre-install, post-upgrade", helm.sh/hook-weight: "5"}}
    ---
    kind: ConfigMap
    metadata: {name: a, annotations: {helm.sh/hook: test}}
    ---
    kind: Secret
    metadata: {name: u, annotations: {helm.sh/hook: unknown}}
    # file: c/templates/NOTES.txt
    Thank you
    # file: c/templates/_x.yaml
    kind: Partial
    # file: c/templates/empty.yaml
    {{- if false }}
    kind: No
    {{- end }}
`,
    ),
  },
  'what .helmignore leaves out': {
    files: chart(
      '',
      `
    # file: c/.helmignore
    # a comment
    *.bak
    /only.txt
    sub/
    templates/no?.yaml
    # file: c/only.txt
    a
    # file: c/keep/only.txt
    b
    # file: c/x.bak
    c
    # file: c/keep/sub/y.txt
    d
    # file: c/templates/not.yaml
    no: {{ fail "ignored" }}
    # file: c/templates/.hidden.yaml
    no: {{ fail "hidden" }}
    # file: c/templates/a.yaml
    files: {{ range $path, $_ := .Files.Glob "**" }}{{ $path }} {{ end }}
`,
    ),
  },
  'requirements.yaml of the first version': {
    files: `
    # file: c/Chart.yaml
    name: c
    version: 1.0.0
    # file: c/requirements.yaml
    dependencies: [{name: s, version: 0.1.0, alias: old}]
${all}${subchart('s')}`,
  },
  'a schema that fits': {
    files: chart(
      '',
      `${all}
    # file: c/values.schema.json
    {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer", "minimum": 1}}}
    # file: c/values.yaml
    n: 3
`,
    ),
  },
  'a schema that does not fit': {
    files: chart(
      '',
      `${all}
    # file: c/values.schema.json
    {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"n": {"type": "integer"}}, "additionalProperties": false}
    # file: c/values.yaml
    n: 3
`,
    ),
    set: ['m=1'],
  },
  'the schema of a subchart': {
    files: chart(
      '',
      `${all}${subchart('s')}
    # file: c/charts/s/values.schema.json
    {"properties": {"own": {"enum": ["s"]}}}
    # file: c/values.yaml
    s: {own: other}
`,
    ),
  },
  'a version of Kubernetes that is too old': { files: chart('kubeVersion: ">=99"', all) },
  'a version of Kubernetes that fits': { files: chart('kubeVersion: ">=1.20.0-0"', all) },
  'no YAML': {
    files: chart(
      '',
      `
    # file: c/templates/a.yaml
    a: [
`,
    ),
  },
  'no map': {
    files: chart(
      '',
      `
    # file: c/templates/a.yaml
    - a
`,
    ),
  },
  'templates that define the same': {
    files: chart(
      '',
      `${subchart('s')}
    # file: c/charts/s/templates/_h.tpl
    {{ define "who" }}child{{ end }}
    # file: c/templates/_h.tpl
    {{ define "who" }}parent{{ end }}
    # file: c/templates/a.yaml
    who: {{ include "who" . }}
    # file: c/charts/s/templates/b.yaml
    who: {{ include "who" . }}
    name: {{ .Template.Name }} {{ .Template.BasePath }}
`,
    ),
  },
  'numbers of values and of --set': {
    files: chart(
      '',
      `
    # file: c/values.yaml
    a: 1000000
    b: 12345678901234567
    c: 1.50
    d: 0777
    e: 1e3
    f: "01"
    # file: c/templates/a.yaml
    a: {{ .Values.a }} {{ .Values.a | int }} {{ toYaml .Values.a }}
    b: {{ .Values.b }} {{ toYaml .Values.b }} {{ .Values.b | int64 }}
    c: {{ .Values.c }} {{ .Values.d }} {{ .Values.e }} {{ .Values.f }}
    g: {{ .Values.g }} {{ kindOf .Values.g }} {{ kindOf .Values.a }} {{ .Values.h }} {{ .Values.i }}
`,
    ),
    set: ['g=1000000', 'h=1.50', 'i=007'],
  },
  'documents of values.yaml': {
    files: chart(
      '',
      `${all}
    # file: c/values.yaml
    m: {a: 1}
    ---
    m: {b: 2}
    l: [1]
`,
    ),
  },
  'what is nested too deeply': {
    files: chart(
      '',
      `
    # file: c/templates/a.yaml
    {{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}
`,
    ),
  },
};
