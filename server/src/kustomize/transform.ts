import {
  mergeFieldSpec,
  mergeFieldSpecs,
  type FieldSpec,
  type TransformerConfig,
} from './fieldSpecs.ts';
import type { Kustomization, Label } from './kustomization.ts';
import { pointerTo, type Resource } from './resource.ts';
import type { StepContext } from './step.ts';
import { setImages } from './transformers/images.ts';
import { setEntries } from './transformers/labels.ts';
import { addNamePrefix, addNameSuffix } from './transformers/nameAffixes.ts';
import { defaultNamespaceOptions, setNamespace } from './transformers/namespace.ts';
import type { PatchFiles } from './transformers/loadPatch.ts';
import { applyJson6902, applyPatch, applyStrategicMerges } from './transformers/patches.ts';
import { applyReplacements } from './transformers/replacements.ts';
import { setReplicas } from './transformers/replicas.ts';
import type { Problem } from '../text/problem.ts';

/**
 * The transformers of a kustomization's own fields, in kustomize's order; `annotate` is called after each.
 * Source: kustomize api v0.21.1 internal/target/kusttarget_configplugin.go `configureBuiltinTransformers`.
 */
export function transformBuiltIn(
  start: readonly Resource[],
  kustomization: Kustomization,
  config: TransformerConfig,
  files: PatchFiles,
  context: StepContext,
  annotate: (resources: readonly Resource[], plugin: string) => readonly Resource[],
): readonly Resource[] {
  let resources = start;
  const run = (
    plugin: string,
    step: (resources: readonly Resource[]) => readonly Resource[],
  ): void => {
    resources = annotate(step(resources), plugin);
  };
  if (kustomization.patchesStrategicMerge.length > 0) {
    run('PatchStrategicMergeTransformer', (list) =>
      applyStrategicMerges(
        list,
        { paths: kustomization.patchesStrategicMerge, inline: undefined },
        files,
        context,
      ),
    );
  }
  for (const patch of kustomization.patches)
    run('PatchTransformer', (list) => applyPatch(list, patch, files, context));
  const { namespace, namePrefix, nameSuffix } = kustomization;
  if (namespace !== undefined) {
    run('NamespaceTransformer', (list) =>
      setNamespace(list, namespace, config.namespace, defaultNamespaceOptions, context),
    );
  }
  if (namePrefix !== undefined)
    run('PrefixTransformer', (list) => addNamePrefix(list, namePrefix, config.namePrefix, context));
  if (nameSuffix !== undefined)
    run('SuffixTransformer', (list) => addNameSuffix(list, nameSuffix, config.nameSuffix, context));
  for (const label of kustomization.labels) {
    const specs = labelSpecs(label, config);
    if ('kind' in specs)
      context.report.fail({ ...specs, at: pointerTo(context.source, label.ordinal) });
    else
      run('LabelTransformer', (list) =>
        setEntries(list, label.pairs, specs, 'labels', context, [config]),
      );
  }
  if (kustomization.labels.length > 0 || kustomization.commonLabels.length > 0) {
    run('LabelTransformer', (list) =>
      setEntries(list, kustomization.commonLabels, config.commonLabels, 'labels', context),
    );
  }
  if (kustomization.commonAnnotations.length > 0) {
    run('AnnotationsTransformer', (list) =>
      setEntries(
        list,
        kustomization.commonAnnotations,
        config.commonAnnotations,
        'annotations',
        context,
      ),
    );
  }
  for (const patch of kustomization.patchesJson6902)
    run('PatchJson6902Transformer', (list) => applyJson6902(list, patch, files, context));
  for (const replica of kustomization.replicas)
    run('ReplicaCountTransformer', (list) => setReplicas(list, replica, config.replicas, context));
  for (const image of kustomization.images)
    run('ImageTagTransformer', (list) => setImages(list, image, config.images, context));
  if (kustomization.replacements.length > 0) {
    run('ReplacementTransformer', (list) =>
      applyReplacements(list, kustomization.replacements, files, context),
    );
  }
  return resources;
}

/** The fields of one entry of `labels:`. */
function labelSpecs(label: Label, config: TransformerConfig): readonly FieldSpec[] | Problem {
  const own = mergeFieldSpecs(label.fields, config.labels);
  if ('kind' in own) return own;
  if (label.includeSelectors) return mergeFieldSpecs(own, config.commonLabels);
  const withTemplates = label.includeTemplates ? mergeFieldSpecs(own, config.templateLabels) : own;
  if ('kind' in withTemplates) return withTemplates;
  return mergeFieldSpec(withTemplates, {
    group: '',
    version: '',
    kind: '',
    path: 'metadata/labels',
    create: true,
  });
}
