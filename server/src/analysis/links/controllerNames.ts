import type { GroupVersionKind } from '../../kubernetes/gvk.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { SourceDocument } from './documents.ts';
import { isName, namePlace, type NamePlace } from './namePlace.ts';

/** The names of other objects that an object of Argo CD or Flux holds: projects, sources, what must be ready first. */
export function controllerNames(
  document: SourceDocument,
  { group, kind }: GroupVersionKind,
  namespace: string,
): readonly NamePlace[] {
  const found: NamePlace[] = [];
  const add = (node: ResourceNode | undefined, defaultKind: string, group = ''): void => {
    const holder = node?.kind === 'map' ? node : undefined;
    const says = rawText(field(holder, 'kind'));
    const where = rawText(field(holder, 'namespace'));
    found.push(
      ...namePlace(document, holder === undefined ? node : field(holder, 'name'), {
        how: 'controller',
        types: [{ group, kind: says === '' ? defaultKind : says }],
        namespace: where === '' ? namespace : where,
      }),
    );
  };
  if (group === 'argoproj.io' && (kind === 'Application' || kind === 'ApplicationSet')) {
    const visit = (node: ResourceNode, key: string): void => {
      if (key === 'spec') {
        const project = field(node, 'project');
        if (isName(rawText(project))) add(project, 'AppProject', 'argoproj.io');
      }
      if (node.kind === 'map')
        for (const [index, value] of node.values.entries()) visit(value, node.keys[index] ?? '');
      if (node.kind === 'sequence') for (const item of node.items) visit(item, key);
    };
    visit(document.node, '');
  }
  if (/\.(?:toolkit)\.fluxcd\.io$/.test(group)) {
    const spec = field(document.node, 'spec');
    add(field(spec, 'sourceRef'), 'GitRepository', 'source.toolkit.fluxcd.io');
    add(field(field(field(spec, 'chart'), 'spec'), 'sourceRef'), 'HelmRepository');
    add(field(spec, 'chartRef'), 'OCIRepository');
    for (const item of itemsOf(field(spec, 'dependsOn'))) add(item, kind, group);
    for (const item of itemsOf(field(spec, 'valuesFrom'))) add(item, 'ConfigMap');
    for (const item of itemsOf(field(spec, 'healthChecks'))) add(item, '');
    for (const item of itemsOf(field(field(spec, 'postBuild'), 'substituteFrom')))
      add(item, 'ConfigMap');
    add(field(spec, 'secretRef'), 'Secret');
  }
  return found;
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}
