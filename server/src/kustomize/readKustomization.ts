import type { ResourceNode } from '../yaml/resourceNode.ts';
import { toJson, type JsonValue } from './goJson.ts';
import { listedText, text, type Codec, type DecodeContext } from './goCodec.ts';
import { locatedStruct, optionalList, optionalTextMap, pointer, struct } from './parseGoStruct.ts';
import type {
  ConfigMapArgs,
  GeneratorOptions,
  HelmChart,
  HelmGlobals,
  Image,
  KeyValue,
  Kustomization,
  Label,
  Located,
  ObjectMeta,
  Patch,
  ReplacementField,
  Replica,
  SecretArgs,
  SortOptions,
  Var,
} from './kustomization.ts';
import {
  generatorFields,
  generatorOptions,
  helmChart,
  helmChartArgs,
  helmGlobals,
  image,
  label,
  objectMeta,
  patch,
  replacementField,
  replica,
  sortOptions,
  writtenVar,
  type HelmChartArgs,
  type Written,
  type WrittenVar,
} from './kustomizationCodecs.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';

/** A kustomization file as far as it can be read. The build fails where a problem has the severity `error`. */
export interface ReadKustomization {
  /** `undefined` where nothing of the file is there or can be read. */
  readonly kustomization: Kustomization | undefined;
  readonly problems: readonly KustomizationProblem[];
}

/**
 * Reads the tree of a kustomization file, whose scalars are typed by the rules of go-yaml v2 (YAML 1.1) and which may hold
 * aliases and `<<`. `undefined` stands for an empty file.
 *
 * The result is what `Unmarshal`, `CheckDeprecatedFields`, `FixKustomization`, `CheckEmpty` and `EnforceFields` make of it;
 * where Go stops at the first error, every problem is reported and what is right is kept. A key that is there twice is a
 * warning: Go takes the last one.
 *
 * Source: kustomize api/types/kustomization.go, api/internal/target/kusttarget.go (`Load`), Go encoding/json decode.go.
 */
export function readKustomization(root: ResourceNode | undefined): ReadKustomization {
  const problems: KustomizationProblem[] = [];
  const report = (problem: KustomizationProblem): void => void problems.push(problem);
  if (root === undefined) {
    report({ code: 'kustomization.empty', parameters: {}, ordinal: -1, severity: 'error' });
    return { kustomization: undefined, problems };
  }
  const json = toJson(root, undefined, { version: 2, numbers: 'yaml', duplicates: 'warn', report });
  const written = decodeWritten(json, 'refuse', report);
  reportDeprecated(written, json, report);
  if (isEmpty(written)) {
    // What could not be read may be all that there is; Go stops at that.
    if (problems.every(({ severity }) => severity === 'warning')) {
      report({
        code: 'kustomization.empty',
        parameters: {},
        ordinal: json.ordinal,
        severity: 'error',
      });
    }
    return { kustomization: undefined, problems };
  }
  const kustomization = fix(written);
  enforceFields(kustomization, report);
  return { kustomization, problems };
}

/**
 * The Go struct of a kustomization file as a controller edits it before a build: what Go decodes without
 * `DisallowUnknownFields`, before anything is moved or checked. `undefined` stands for an empty file.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go (`GenerateManifest`).
 */
export function readWritten(root: ResourceNode | undefined): {
  readonly written: WrittenKustomization;
  readonly problems: readonly KustomizationProblem[];
} {
  if (root === undefined) return { written: emptyWritten, problems: [] };
  const problems: KustomizationProblem[] = [];
  const report = (problem: KustomizationProblem): void => void problems.push(problem);
  // Unlike kustomize, the controller tells the YAML reader what it wants: numbers become texts where texts are due.
  const json = toJson(root, writtenKustomization.target, {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report,
  });
  return { written: decodeWritten(json, 'ignore', report), problems };
}

/** What kustomize makes of an edited kustomization file, as `readKustomization` does of one on disk. */
export function completeWritten(written: WrittenKustomization): ReadKustomization {
  const problems: KustomizationProblem[] = [];
  if (isEmpty(written)) {
    problems.push({ code: 'kustomization.empty', parameters: {}, ordinal: -1, severity: 'error' });
    return { kustomization: undefined, problems };
  }
  const kustomization = fix(written);
  enforceFields(kustomization, (problem) => void problems.push(problem));
  return { kustomization, problems };
}

function decodeWritten(
  json: JsonValue,
  unknownFields: DecodeContext['unknownFields'],
  report: (problem: KustomizationProblem) => void,
): WrittenKustomization {
  const context: DecodeContext = { unknownFields, rules: 'json', report };
  return writtenKustomization.decode(json, writtenKustomization.zero, '', context);
}

/** The Go struct, with `undefined` for every field that is nil or zero. */
export interface WrittenKustomization {
  readonly kind: Located<string> | undefined;
  readonly apiVersion: Located<string> | undefined;
  readonly metadata: ObjectMeta | undefined;
  readonly openapi: readonly KeyValue[] | undefined;
  readonly namePrefix: Located<string> | undefined;
  readonly nameSuffix: Located<string> | undefined;
  readonly namespace: Located<string> | undefined;
  readonly commonLabels: readonly KeyValue[] | undefined;
  readonly labels: readonly Label[] | undefined;
  readonly commonAnnotations: readonly KeyValue[] | undefined;
  readonly patchesStrategicMerge: readonly Located<string>[] | undefined;
  readonly patchesJson6902: readonly Patch[] | undefined;
  readonly patches: readonly Patch[] | undefined;
  readonly images: readonly Image[] | undefined;
  readonly imageTags: readonly Image[] | undefined;
  readonly replacements: readonly ReplacementField[] | undefined;
  readonly replicas: readonly Replica[] | undefined;
  readonly vars: readonly WrittenVar[] | undefined;
  readonly sortOptions: SortOptions | undefined;
  readonly resources: readonly Located<string>[] | undefined;
  readonly components: readonly Located<string>[] | undefined;
  readonly crds: readonly Located<string>[] | undefined;
  readonly bases: readonly Located<string>[] | undefined;
  readonly configMapGenerator: readonly Written<ConfigMapArgs>[] | undefined;
  readonly secretGenerator: readonly Written<SecretArgs>[] | undefined;
  readonly helmGlobals: HelmGlobals | undefined;
  readonly helmCharts: readonly HelmChart[] | undefined;
  readonly helmChartInflationGenerator: readonly HelmChartArgs[] | undefined;
  readonly generatorOptions: GeneratorOptions | undefined;
  readonly configurations: readonly Located<string>[] | undefined;
  readonly generators: readonly Located<string>[] | undefined;
  readonly transformers: readonly Located<string>[] | undefined;
  readonly validators: readonly Located<string>[] | undefined;
  readonly buildMetadata: readonly Located<string>[] | undefined;
}

const texts = optionalList(listedText);

const writtenKustomization: Codec<WrittenKustomization> = struct<WrittenKustomization>({
  kind: text,
  apiVersion: text,
  metadata: pointer(objectMeta),
  openapi: optionalTextMap,
  namePrefix: text,
  nameSuffix: text,
  namespace: text,
  commonLabels: optionalTextMap,
  labels: optionalList(label),
  commonAnnotations: optionalTextMap,
  patchesStrategicMerge: texts,
  patchesJson6902: optionalList(patch),
  patches: optionalList(patch),
  images: optionalList(image),
  imageTags: optionalList(image),
  replacements: optionalList(replacementField),
  replicas: optionalList(replica),
  vars: optionalList(writtenVar),
  sortOptions: pointer(sortOptions),
  resources: texts,
  components: texts,
  crds: texts,
  bases: texts,
  configMapGenerator: optionalList(locatedStruct<Written<ConfigMapArgs>>(generatorFields)),
  secretGenerator: optionalList(
    locatedStruct<Written<SecretArgs>>({ ...generatorFields, type: text }),
  ),
  helmGlobals: pointer(helmGlobals),
  helmCharts: optionalList(helmChart),
  helmChartInflationGenerator: optionalList(helmChartArgs),
  generatorOptions: pointer(generatorOptions),
  configurations: texts,
  generators: texts,
  transformers: texts,
  validators: texts,
  buildMetadata: texts,
});

/** The Go struct without a field. */
export const emptyWritten: WrittenKustomization = writtenKustomization.zero;

const DEPRECATED_FIELDS = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements'],
] as const;

function reportDeprecated(
  written: WrittenKustomization,
  json: JsonValue,
  report: (problem: KustomizationProblem) => void,
): void {
  for (const [field, replacement] of DEPRECATED_FIELDS) {
    if (written[field] !== undefined) {
      report({
        code: 'kustomization.deprecated-field',
        parameters: { field, replacement },
        ordinal: keyOrdinal(field, json),
        severity: 'warning',
      });
    }
  }
  for (const generator of ['configMapGenerator', 'secretGenerator'] as const) {
    for (const [index, { env, ordinal }] of (written[generator] ?? []).entries()) {
      if (env === undefined) continue;
      const item = itemsOf(generator, json)[index];
      report({
        code: 'kustomization.deprecated-field',
        parameters: { field: `${generator}[${index}].env`, replacement: 'envs' },
        ordinal: item === undefined ? ordinal : keyOrdinal('env', item),
        severity: 'warning',
      });
    }
  }
}

/** The items of a list at the root, in whatever case the field is written. */
function itemsOf(field: string, json: JsonValue): readonly JsonValue[] {
  const entries = json.kind === 'map' ? json.entries : [];
  const found =
    entries.findLast(({ key }) => key === field) ??
    entries.findLast(({ key }) => key.toLowerCase() === field.toLowerCase());
  return found?.value.kind === 'list' ? found.value.items : [];
}

/** Where a field of a map is named, in whatever case. */
function keyOrdinal(field: string, json: JsonValue): number {
  const entries = json.kind === 'map' ? json.entries : [];
  const found =
    entries.find(({ key }) => key === field) ??
    entries.find(({ key }) => key.toLowerCase() === field.toLowerCase());
  return found?.keyOrdinal ?? json.ordinal;
}

/** `FixKustomization` runs before `CheckEmpty`: empty `bases`, `imageTags` and old charts come to nothing. */
function isEmpty(written: WrittenKustomization): boolean {
  return Object.entries(written).every(([name, value]: [string, unknown]) => {
    switch (name) {
      case 'kind':
      case 'apiVersion':
        return true;
      case 'bases':
      case 'imageTags':
      case 'helmChartInflationGenerator':
        return value === undefined || (Array.isArray(value) && value.length === 0);
      default:
        return value === undefined;
    }
  });
}

const KUSTOMIZATION_VERSION = 'kustomize.config.k8s.io/v1beta1';
const COMPONENT_VERSION = 'kustomize.config.k8s.io/v1alpha1';

function fix(written: WrittenKustomization): Kustomization {
  const { bases, imageTags, helmChartInflationGenerator, ...kept } = written;
  const kind = written.kind ?? { value: 'Kustomization', ordinal: -1 };
  return {
    ...kept,
    kind,
    apiVersion: written.apiVersion ?? { value: requiredVersion(kind.value), ordinal: -1 },
    openapi: written.openapi ?? [],
    commonLabels: written.commonLabels ?? [],
    labels: written.labels ?? [],
    commonAnnotations: written.commonAnnotations ?? [],
    patchesStrategicMerge: written.patchesStrategicMerge ?? [],
    patchesJson6902: written.patchesJson6902 ?? [],
    patches: written.patches ?? [],
    images: [...(written.images ?? []), ...(imageTags ?? [])],
    replacements: written.replacements ?? [],
    replicas: written.replicas ?? [],
    vars: (written.vars ?? []).map(fixVar),
    resources: [...(written.resources ?? []), ...(bases ?? [])],
    components: written.components ?? [],
    crds: written.crds ?? [],
    configMapGenerator: (written.configMapGenerator ?? []).map(joinEnv),
    secretGenerator: (written.secretGenerator ?? []).map(joinEnv),
    helmGlobals: written.helmGlobals ?? oldHelmGlobals(helmChartInflationGenerator ?? []),
    helmCharts: [
      ...(written.helmCharts ?? []),
      ...(helmChartInflationGenerator ?? []).map(oldHelmChart),
    ],
    configurations: written.configurations ?? [],
    generators: written.generators ?? [],
    transformers: written.transformers ?? [],
    validators: written.validators ?? [],
    buildMetadata: written.buildMetadata ?? [],
  };
}

function fixVar({ fieldref, ...rest }: WrittenVar): Var {
  return { ...rest, fieldPath: fieldref.fieldPath };
}

/** Moves `env` to the end of `envs`. Source: kustomize api/types/kustomization.go (`FixKustomization`). */
export function joinEnv<Args extends ConfigMapArgs>({
  env,
  ...rest
}: Written<Args>): Omit<Written<Args>, 'env'> {
  return env === undefined ? rest : { ...rest, envs: [...rest.envs, env] };
}

/** The last non-empty home of each kind wins. Source: kustomize api/types/helmchartargs.go (`SplitHelmParameters`). */
function oldHelmGlobals(charts: readonly HelmChartArgs[]): HelmGlobals | undefined {
  const chartHome = charts.findLast((chart) => chart.chartHome !== undefined)?.chartHome;
  const configHome = charts.findLast((chart) => chart.helmHome !== undefined)?.helmHome;
  return chartHome === undefined && configHome === undefined
    ? undefined
    : { ordinal: -1, chartHome, configHome };
}

/** Source: kustomize api/types/helmchartargs.go (`makeHelmChartFromHca`). */
function oldHelmChart(old: HelmChartArgs): HelmChart {
  return {
    ...helmChart.zero,
    ordinal: old.ordinal,
    name: old.chartName,
    version: old.chartVersion,
    repo: old.chartRepoUrl,
    valuesFile: old.values,
    valuesInline: old.valuesLocal,
    valuesMerge: old.valuesMerge,
    releaseName: old.releaseName,
  };
}

function requiredVersion(kind: string): string {
  return kind === 'Component' ? COMPONENT_VERSION : KUSTOMIZATION_VERSION;
}

function enforceFields(
  kustomization: Kustomization,
  report: (problem: KustomizationProblem) => void,
): void {
  const { kind, apiVersion } = kustomization;
  if (kind.value !== 'Kustomization' && kind.value !== 'Component') {
    const parameters = { kind: kind.value };
    report({
      code: 'kustomization.wrong-kind',
      parameters,
      ordinal: kind.ordinal,
      severity: 'error',
    });
  }
  const expected = requiredVersion(kind.value);
  if (apiVersion.value !== expected) {
    const parameters = { kind: kind.value, apiVersion: apiVersion.value, expected };
    report({
      code: 'kustomization.wrong-api-version',
      parameters,
      ordinal: apiVersion.ordinal,
      severity: 'error',
    });
  }
}
