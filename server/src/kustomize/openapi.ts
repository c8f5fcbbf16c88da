import {
  builtInSchemas,
  BUILT_IN_VERSION,
  customSchemas,
  type SchemaSet,
} from '../kubernetes/schema.ts';
import { readCustomSchema } from '../kubernetes/parseCustomSchema.ts';
import type { Reader } from '../query/database.ts';
import { hasBuiltInScope } from '../kubernetes/scope.ts';
import { problem, problemAt } from '../text/problem.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { loadText, type LoadRestrictions } from './load.ts';
import { pointerTo, type Resource } from './resource.ts';
import { closureOf } from './rootReferences.ts';
import type { Report } from './step.ts';
import { loadTarget, type Target } from './target.ts';

/** The schemas of a build, with what has to be told to those that change on the way. */
export interface BuildSchemas extends SchemaSet {
  /** Tells of a base before it is accumulated. */
  readonly meet?: (base: Target, report: Report) => void;
  /** Tells of objects that were read. */
  readonly see?: (resources: readonly Resource[]) => void;
}

/**
 * The schemas of a build: those of `openapi:` in its root, or else of the first base that has it, from that base on.
 * Kubernetes' own where there is none. kustomize keeps schemas in a global.
 * Source: kyaml v0.21.1 openapi/openapi.go `SetSchema`, kusttarget.go `accumulateDirectory`.
 */
export function schemasOf(
  target: Target,
  reader: Reader,
  restrictions: LoadRestrictions,
  report: Report,
): BuildSchemas {
  const own = openapiOf(target);
  if (own !== undefined) return load(target, own, 'unknown', reader, restrictions, report);
  for (const root of closureOf(reader, target.root, restrictions)) {
    const base = loadTarget(reader, root, restrictions);
    if (base.kind === 'target' && openapiOf(base) !== undefined)
      return lateSchemas(reader, restrictions);
  }
  return builtInSchemas;
}

/**
 * The schemas of a build until it meets a base with `openapi:`, and from there on. Kubernetes' own stay known where the
 * build had asked for them before, or meant to: with a merge, or with an object of a kind whose scope is in no table.
 */
function lateSchemas(reader: Reader, restrictions: LoadRestrictions): BuildSchemas {
  let now: SchemaSet = builtInSchemas;
  let isSet = false;
  let builtIn: 'known' | 'unknown' = 'unknown';
  return {
    get scopes() {
      return now.scopes;
    },
    forType: (apiVersion, kind) => {
      builtIn = 'known';
      return now.forType(apiVersion, kind);
    },
    see: (resources) => {
      if (resources.some(({ node }) => !hasScope(node))) builtIn = 'known';
    },
    meet: (base, report) => {
      const openapi = openapiOf(base);
      if (openapi === undefined || isSet) return;
      now = load(base, openapi, builtIn, reader, restrictions, report);
      isSet = openapi.path !== undefined || openapi.version?.value !== '';
    },
  };
}

function hasScope(node: ResourceNode): boolean {
  return hasBuiltInScope(rawText(field(node, 'apiVersion')), rawText(field(node, 'kind')));
}

interface OpenapiField {
  readonly path: { readonly value: string; readonly ordinal: number } | undefined;
  readonly version: { readonly value: string; readonly ordinal: number } | undefined;
}

function openapiOf({ kustomization }: Target): OpenapiField | undefined {
  if (kustomization.openapi.length === 0) return undefined;
  const path = kustomization.openapi.find((entry) => entry.key === 'path');
  const version = kustomization.openapi.find((entry) => entry.key === 'version');
  return path === undefined && version === undefined ? undefined : { path, version };
}

function load(
  target: Target,
  { path, version }: OpenapiField,
  builtIn: 'known' | 'unknown',
  reader: Reader,
  restrictions: LoadRestrictions,
  report: Report,
): SchemaSet {
  const at = pointerTo(target.source, (path ?? version)?.ordinal ?? -1);
  if (path === undefined) {
    if (version !== undefined && version.value !== '' && version.value !== BUILT_IN_VERSION) {
      report.fail(problem('kustomize.openapi-version', { version: version.value }, at));
    }
    return builtInSchemas;
  }
  const loaded = loadText(reader, target.root, path.value, restrictions);
  if (loaded.kind === 'pending') return builtInSchemas;
  if (loaded.kind === 'problem') {
    report.fail(problemAt(loaded, at));
    return builtInSchemas;
  }
  if (version !== undefined) {
    report.fail(problem('kustomize.openapi-both', {}, at));
    return builtInSchemas;
  }
  const custom = readCustomSchema(loaded.text);
  if ('kind' in custom) {
    report.fail(problemAt(custom, at));
    return builtInSchemas;
  }
  return customSchemas(custom, { builtIn });
}
