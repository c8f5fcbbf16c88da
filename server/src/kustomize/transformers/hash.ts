import { problem } from '../../text/problem.ts';
import { field } from '../../yaml/nodes.ts';
import { hashResource } from '../hash.ts';
import { metadataText, withName } from '../metadata.ts';
import { buildAnnotations, describeId, storePreviousId, type Resource } from '../resource.ts';
import type { Report } from '../step.ts';

/** Appends the hash of its content to the name of every generated resource. Source: internal/builtins/HashTransformer.go. */
export function addHashes(resources: readonly Resource[], report: Report): readonly Resource[] {
  return resources.map((resource) => addHash(resource, report));
}

function addHash(resource: Resource, report: Report): Resource {
  if (!resource.isEnabled(buildAnnotations.needsHashSuffix)) return resource;
  const hash = hashResource(resource.node);
  if (typeof hash !== 'string') {
    report.fail(
      problem(
        'kustomize.hash',
        { id: describeId(resource.id) },
        resource.originOf(resource.node).writtenAt,
      ),
    );
    return resource;
  }
  const name = field(field(resource.node, 'metadata'), 'name');
  const previous = resource.originOf(name ?? resource.node);
  const stored = storePreviousId(resource);
  const origin = {
    writtenAt: previous.writtenAt,
    by: { kind: 'hash', root: previous.by.root },
    previous,
  } as const;
  return stored.with(
    withName(stored.node, `${metadataText(resource.node, 'name')}-${hash}`, origin),
  );
}
