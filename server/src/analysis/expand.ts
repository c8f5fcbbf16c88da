import type { ClusterSecret } from '../argocd/applicationSet/clusterGenerator.ts';
import { expandApplicationSet } from '../argocd/applicationSet/expandApplicationSet.ts';
import type { JsonObject } from '../argocd/applicationSet/json.ts';
import { nodeOf } from '../argocd/applicationSet/yaml.ts';
import { trackedRepository } from '../argocd/applicationSet/trackedRepository.ts';
import { expandedObjects } from '../flux/expand.ts';
import type { VariableFile } from '../flux/variableSources.ts';
import { Resource } from '../kustomize/resource.ts';
import { knownClustersQuery } from '../layers/fleet/clustersOfFleet.ts';
import { expandSet as readSet } from '../layers/fleet/renderUnit.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import type { Reader } from '../query/database.ts';
import { joinRedacted, newMasks, writeRedacted } from '../secrets/redact.ts';
import { field, rawText } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A file with an ApplicationSet of Argo CD or a Kustomization of Flux, and what its controller is given with it. */
export interface ExpandRequest {
  /** The name of the file, for messages. */
  readonly file: string;
  readonly text: string;
  /** The clusters of Argo CD; those of the register where they are not given. */
  readonly clusters: readonly ClusterSecret[] | undefined;
  /** Files with ConfigMaps and Secrets, for Flux. */
  readonly with: readonly VariableFile[];
  readonly argocdNamespace: string | undefined;
  readonly fileGlobbing: 'old' | 'new';
  /** Whether applications are checked as well. */
  readonly validates: boolean;
  /** The projects that there are; `default` and that of the template where none is given. */
  readonly projects: readonly string[];
  /** Whether Flux fails on a variable that is not set. */
  readonly strict: boolean;
}

/** What a controller makes of one object, with the tree as its repository; values of Secrets are masked. */
export type ExpandedFile =
  | {
      readonly kind: 'applications';
      /** Whole objects, in the controller's order. */
      readonly applications: readonly JsonObject[];
      /** What is wrong with some of them, by `namespace/name`. */
      readonly invalid: Readonly<Record<string, string>> | undefined;
      /** The revisions of the repository that its git generators read, and that are not checked out. */
      readonly otherRevisions: readonly string[];
      /** The objects as YAML. */
      readonly yaml: RedactedYaml;
    }
  | { readonly kind: 'yaml'; readonly yaml: RedactedYaml }
  /** The controller fails. */
  | { readonly kind: 'error'; readonly error: string }
  /** Only a service, or the cluster, could tell. */
  | { readonly kind: 'outside'; readonly outside: string };

/** Expands a file. */
export function expand(analysis: Analysis, request: ExpandRequest): Answer<ExpandedFile> {
  return analysis.ask((reader) => {
    const set = applicationSetIn(request.text);
    return set === undefined ? expandFlux(request, reader) : expandSet(set, request, reader);
  });
}

/** The text of the ApplicationSet that a text holds; `undefined` where it holds none. */
function applicationSetIn(text: string): string | undefined {
  const { documents } = readObjects(text);
  const kinds = documents.map(({ root }) => rawText(field(root, 'kind')));
  // What cannot be read as a whole is Argo CD's to judge.
  if (kinds.length === 0) return /^\s*"?kind"?:\s*"?ApplicationSet/m.test(text) ? text : undefined;
  if (kinds[0] === 'ApplicationSet') return text;
  return kinds.includes('ApplicationSet')
    ? text.split(/^---.*$/m).find((part) => /^kind:\s*["']?ApplicationSet/m.test(part))
    : undefined;
}

function expandSet(text: string, request: ExpandRequest, reader: Reader): ExpandedFile {
  const { argocdNamespace, projects } = request;
  const expansion = expandApplicationSet(text, {
    clusters: request.clusters ?? reader.get(knownClustersQuery, '').secrets,
    repository: trackedRepository(reader, () => undefined),
    fileGlobbing: request.fileGlobbing,
    validates: request.validates,
    ...(argocdNamespace === undefined ? {} : { argocdNamespace }),
    ...(projects.length === 0 ? {} : { projects }),
  });
  if ('outside' in expansion) return { kind: 'outside', outside: expansion.outside };
  if ('error' in expansion) return { kind: 'error', error: expansion.error };
  const head = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' };
  const applications = expansion.applications.map((application) => ({ ...head, ...application }));
  const printed = printAll(applications.map(nodeOf));
  return printed.kind === 'yaml'
    ? {
        ...printed,
        kind: 'applications',
        applications,
        invalid: expansion.invalid,
        otherRevisions: otherRevisions(text, request.file, reader),
      }
    : printed;
}

/** Which other revisions of the repository the ApplicationSet that a text holds reads, as far as the text is one. */
function otherRevisions(text: string, file: string, reader: Reader): readonly string[] {
  return readObjects(text).documents.flatMap(({ root }) => {
    if (rawText(field(root, 'kind')) !== 'ApplicationSet') return [];
    const set = new Resource(root, { file, inside: [], root: '' });
    return readSet(reader, set).otherRevisions ?? [];
  });
}

function expandFlux({ file, text, strict, ...more }: ExpandRequest, reader: Reader): ExpandedFile {
  const expanded = expandedObjects(file, text, { reader, with: more.with, strict });
  if ('error' in expanded) return { kind: 'error', error: expanded.error };
  if ('outside' in expanded) return { kind: 'outside', outside: expanded.outside };
  // What is pending is asked for again.
  const resources = 'resources' in expanded ? expanded.resources : [];
  return printAll(resources.map(({ node }) => node));
}

function printAll(
  nodes: readonly ResourceNode[],
): Extract<ExpandedFile, { kind: 'yaml' | 'error' }> {
  const masks = newMasks();
  const parts: RedactedYaml[] = [];
  for (const node of nodes) {
    const printed = writeRedacted(node, masks);
    if ('problem' in printed) return { kind: 'error', error: printed.problem.message };
    parts.push(printed.yaml);
  }
  return { kind: 'yaml', yaml: joinRedacted(parts) };
}
