import {
  builtInSchemas,
  BUILT_IN_VERSION,
  customSchemas,
  type SchemaSet,
} from '../kubernetes/schema.ts';
import { readCustomSchema } from '../kubernetes/parseCustomSchema.ts';
import type { Reader } from '../query/database.ts';
import { problem, problemAt } from '../text/problem.ts';
import type { Collector } from './collector.ts';
import { loadText, type LoadRestrictions } from './load.ts';
import { pointerTo } from './resource.ts';
import { closureOf } from './rootReferences.ts';
import { loadTarget, type Target } from './target.ts';

/**
 * The schemas of a build: those of the first root on its way that has `openapi:`, the root itself before its bases.
 * kustomize keeps them in a global; what it merged before it met a base's schema is approximated here by one set for the
 * whole build.
 * Source: kyaml v0.21.1 openapi/openapi.go `SetSchema`, kusttarget.go `accumulateDirectory`.
 */
export function schemasOf(
  target: Target,
  reader: Reader,
  restrictions: LoadRestrictions,
  report: Collector,
): SchemaSet {
  const own = openapiOf(target);
  if (own !== undefined) return load(target, own, 'unknown', reader, restrictions, report);
  for (const root of closureOf(reader, target.root, restrictions)) {
    const base = loadTarget(reader, root, restrictions);
    if (base.kind !== 'target') continue;
    const openapi = openapiOf(base);
    if (openapi !== undefined) return load(base, openapi, 'known', reader, restrictions, report);
  }
  return builtInSchemas;
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
  report: Collector,
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
