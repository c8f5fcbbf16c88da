import {
  bool,
  int64,
  intOrString,
  listOf,
  mapOf,
  pointer,
  raw,
  struct,
  text,
  textMap,
  texts,
} from './goStruct.ts';

/*
 * The types of an Application.
 * Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go; k8s.io/apimachinery v0.34.0 ObjectMeta.
 */

const helm = struct('ApplicationSourceHelm', {
  valueFiles: texts,
  parameters: listOf(struct('HelmParameter', { name: text, value: text, forceString: bool })),
  releaseName: text,
  values: text,
  fileParameters: listOf(struct('HelmFileParameter', { name: text, path: text })),
  version: text,
  passCredentials: bool,
  ignoreMissingValueFiles: bool,
  skipCrds: bool,
  valuesObject: pointer(raw),
  namespace: text,
  kubeVersion: text,
  apiVersions: texts,
  skipTests: bool,
  skipSchemaValidation: bool,
});

const kustomizeSelector = struct('KustomizeSelector', {
  '^group': text,
  '^version': text,
  '^kind': text,
  '^name': text,
  '^namespace': text,
  annotationSelector: text,
  labelSelector: text,
});

const kustomize = struct('ApplicationSourceKustomize', {
  namePrefix: text,
  nameSuffix: text,
  images: texts,
  commonLabels: textMap,
  version: text,
  commonAnnotations: textMap,
  forceCommonLabels: bool,
  forceCommonAnnotations: bool,
  namespace: text,
  commonAnnotationsEnvsubst: bool,
  replicas: listOf(struct('KustomizeReplica', { 'name!': text, 'count!': intOrString })),
  patches: listOf(
    struct('KustomizePatch', {
      path: text,
      patch: text,
      target: pointer(kustomizeSelector),
      options: mapOf(bool),
    }),
  ),
  components: texts,
  ignoreMissingComponents: bool,
  labelWithoutSelector: bool,
  kubeVersion: text,
  apiVersions: texts,
  labelIncludeTemplates: bool,
});

const jsonnetVariables = listOf(
  struct('JsonnetVar', { 'name!': text, 'value!': text, code: bool }),
);

const directory = struct('ApplicationSourceDirectory', {
  recurse: bool,
  jsonnet: struct('ApplicationSourceJsonnet', {
    extVars: jsonnetVariables,
    tlas: jsonnetVariables,
    libs: texts,
  }),
  exclude: text,
  include: text,
});

const nameAndValue = { 'name!': text, 'value!': text };

const plugin = struct('ApplicationSourcePlugin', {
  name: text,
  env: listOf(pointer(struct('EnvEntry', nameAndValue))),
  parameters: listOf(
    struct('ApplicationSourcePluginParameter', {
      'name!': text,
      string: pointer(text),
      '^map': pointer(textMap),
      '^array': pointer(texts),
    }),
  ),
});

const source = struct('ApplicationSource', {
  'repoURL!': text,
  path: text,
  targetRevision: text,
  helm: pointer(helm),
  kustomize: pointer(kustomize),
  directory: pointer(directory),
  plugin: pointer(plugin),
  chart: text,
  ref: text,
  name: text,
});

const retry = struct('RetryStrategy', {
  limit: int64,
  backoff: pointer(
    struct('Backoff', { duration: text, factor: pointer(int64), maxDuration: text }),
  ),
  refresh: bool,
});

const syncPolicy = struct('SyncPolicy', {
  automated: pointer(
    struct('SyncPolicyAutomated', {
      prune: bool,
      selfHeal: bool,
      allowEmpty: bool,
      enabled: pointer(bool),
    }),
  ),
  syncOptions: texts,
  retry: pointer(retry),
  managedNamespaceMetadata: pointer(
    struct('ManagedNamespaceMetadata', { labels: textMap, annotations: textMap }),
  ),
});

const sourceHydrator = struct('SourceHydrator', {
  'drySource!': struct('DrySource', {
    'repoURL!': text,
    'targetRevision!': text,
    'path!': text,
  }),
  'syncSource!': struct('SyncSource', { 'targetBranch!': text, 'path!': text }),
  hydrateTo: pointer(struct('HydrateTo', { 'targetBranch!': text })),
});

/** What an Application asks for. */
export const applicationSpecType = struct('ApplicationSpec', {
  source: pointer(source),
  'destination!': struct('ApplicationDestination', { server: text, namespace: text, name: text }),
  'project!': text,
  syncPolicy: pointer(syncPolicy),
  ignoreDifferences: listOf(
    struct('ResourceIgnoreDifferences', {
      group: text,
      'kind!': text,
      name: text,
      namespace: text,
      jsonPointers: texts,
      jqPathExpressions: texts,
      managedFieldsManagers: texts,
    }),
  ),
  info: listOf(struct('Info', nameAndValue)),
  revisionHistoryLimit: pointer(int64),
  sources: listOf(source),
  sourceHydrator: pointer(sourceHydrator),
});

const operation = struct('Operation', {
  sync: pointer(
    struct('SyncOperation', {
      revision: text,
      prune: bool,
      dryRun: bool,
      syncStrategy: pointer(
        struct('SyncStrategy', {
          apply: pointer(struct('SyncStrategyApply', { force: bool })),
          hook: pointer(struct('SyncStrategyHook', { '^force': bool })),
        }),
      ),
      resources: listOf(
        struct('SyncOperationResource', {
          group: text,
          'kind!': text,
          'name!': text,
          namespace: text,
        }),
      ),
      source: pointer(source),
      manifests: texts,
      syncOptions: texts,
      sources: listOf(source),
      revisions: texts,
      autoHealAttemptsCount: int64,
    }),
  ),
  initiatedBy: struct('OperationInitiator', { username: text, automated: bool }),
  info: listOf(pointer(struct('Info', nameAndValue))),
  retry,
});

/** Metadata of an object. */
export const objectMetaType = struct('ObjectMeta', {
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid: text,
  resourceVersion: text,
  generation: int64,
  creationTimestamp: pointer(raw),
  deletionTimestamp: pointer(raw),
  deletionGracePeriodSeconds: pointer(int64),
  labels: textMap,
  annotations: textMap,
  '+ownerReferences': listOf(raw),
  '+finalizers': texts,
  managedFields: listOf(raw),
});

/** An Application, without its status. */
export const applicationType = struct('Application', {
  '^kind': text,
  '^apiVersion': text,
  'metadata!': objectMetaType,
  'spec!': applicationSpecType,
  operation: pointer(operation),
});
