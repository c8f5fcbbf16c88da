import { applicationSpecType, objectMetaType } from './applicationTypes.ts';
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
  type GoStructType,
  type StructType,
} from './goStruct.ts';

/*
 * The types of an ApplicationSet. Of the generators that need a service only what is read here is typed.
 * Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/applicationset_types.go.
 */

/** The template of the applications. */
export const templateType = struct('ApplicationSetTemplate', {
  'metadata!': struct('ApplicationSetTemplateMeta', {
    name: text,
    namespace: text,
    labels: textMap,
    annotations: textMap,
    finalizers: texts,
  }),
  'spec!': applicationSpecType,
});

const selectorType = struct('LabelSelector', {
  matchLabels: textMap,
  matchExpressions: listOf(
    struct('LabelSelectorRequirement', { 'key!': text, 'operator!': text, values: texts }),
  ),
});

const pathItems = (name: string): GoStructType =>
  listOf(struct(name, { 'path!': text, exclude: bool }));

/** The generators that have no others inside. */
const terminal: Readonly<Record<string, GoStructType>> = {
  list: pointer(
    struct('ListGenerator', {
      'elements!': listOf(raw),
      template: templateType,
      elementsYaml: text,
    }),
  ),
  clusters: pointer(
    struct('ClusterGenerator', {
      selector: selectorType,
      template: templateType,
      values: textMap,
      flatList: bool,
    }),
  ),
  git: pointer(
    struct('GitGenerator', {
      'repoURL!': text,
      directories: pathItems('GitDirectoryGeneratorItem'),
      files: pathItems('GitFileGeneratorItem'),
      'revision!': text,
      requeueAfterSeconds: pointer(int64),
      template: templateType,
      pathParamPrefix: text,
      values: textMap,
    }),
  ),
  scmProvider: pointer(struct('SCMProviderGenerator', { template: templateType, values: textMap })),
  clusterDecisionResource: pointer(
    struct('DuckTypeGenerator', {
      'configMapRef!': text,
      name: text,
      requeueAfterSeconds: pointer(int64),
      labelSelector: selectorType,
      template: templateType,
      values: textMap,
    }),
  ),
  pullRequest: pointer(struct('PullRequestGenerator', { template: templateType, values: textMap })),
};

const ends: Readonly<Record<string, GoStructType>> = {
  selector: pointer(selectorType),
  plugin: pointer(
    struct('PluginGenerator', {
      'configMapRef!': struct('PluginConfigMapRef', { 'name!': text }),
      input: struct('PluginInput', { parameters: mapOf(raw) }),
      requeueAfterSeconds: pointer(int64),
      template: templateType,
      values: textMap,
    }),
  ),
};

/** A generator inside a matrix or merge: a matrix or merge in it is JSON that is read later. */
const nestedGenerator = struct('ApplicationSetNestedGenerator', {
  ...terminal,
  matrix: pointer(raw),
  merge: pointer(raw),
  ...ends,
});

/** A generator of an ApplicationSet. */
export const generatorType = struct('ApplicationSetGenerator', {
  ...terminal,
  matrix: pointer(
    struct('MatrixGenerator', {
      'generators!': listOf(nestedGenerator),
      template: templateType,
    }),
  ),
  merge: pointer(
    struct('MergeGenerator', {
      'generators!': listOf(nestedGenerator),
      'mergeKeys!': texts,
      template: templateType,
    }),
  ),
  ...ends,
});

const terminalGenerator = struct('ApplicationSetTerminalGenerator', { ...terminal, ...ends });

/** A matrix inside another generator. */
export const nestedMatrixType: StructType = struct('NestedMatrixGenerator', {
  'generators!': listOf(terminalGenerator),
});

/** A merge inside another generator. */
export const nestedMergeType: StructType = struct('NestedMergeGenerator', {
  'generators!': listOf(terminalGenerator),
  'mergeKeys!': texts,
});

/** An ApplicationSet. */
export const applicationSetType = struct('ApplicationSet', {
  '^kind': text,
  '^apiVersion': text,
  'metadata!': objectMetaType,
  'spec!': struct('ApplicationSetSpec', {
    goTemplate: bool,
    'generators!': listOf(generatorType),
    'template!': templateType,
    syncPolicy: pointer(
      struct('ApplicationSetSyncPolicy', {
        preserveResourcesOnDeletion: bool,
        applicationsSync: pointer(text),
      }),
    ),
    strategy: pointer(
      struct('ApplicationSetStrategy', {
        type: text,
        rollingSync: pointer(
          struct('ApplicationSetRolloutStrategy', {
            steps: listOf(
              struct('ApplicationSetRolloutStep', {
                matchExpressions: listOf(
                  struct('ApplicationMatchExpression', {
                    key: text,
                    operator: text,
                    values: texts,
                  }),
                ),
                maxUpdate: pointer(intOrString),
              }),
            ),
          }),
        ),
        deletionOrder: text,
      }),
    ),
    preservedFields: pointer(
      struct('ApplicationPreservedFields', { annotations: texts, labels: texts }),
    ),
    goTemplateOptions: texts,
    applyNestedSelectors: bool,
    ignoreApplicationDifferences: listOf(
      struct('ApplicationSetResourceIgnoreDifferences', {
        name: text,
        jsonPointers: texts,
        jqPathExpressions: texts,
      }),
    ),
    templatePatch: pointer(text),
  }),
});
