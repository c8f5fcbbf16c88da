import {
  readApplication,
  type ArgoApplication,
  type ArgoSource,
} from '../../argocd/application.ts';
import { joinPath } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { fillCaptures, matchCapture, readCapturePattern } from '../config/capturePattern.ts';
import { configQuery } from '../config/configFile.ts';
import type { BranchPath, HydratorRule } from '../config/fleetRules.ts';
import { hereIn } from './here.ts';

/**
 * Reads an object as an Application. A source that follows a branch that a hydrator writes, by `hydrator` of the
 * configuration, is read where the hydrator reads; unless the tree stands for that branch itself.
 */
export function argoApplicationOf(reader: Reader, object: Resource): ArgoApplication | undefined {
  const application = readApplication(object);
  const { hydrator: rules } = reader.get(configQuery, '');
  if (application === undefined || rules.length === 0) return application;
  const isHere = hereIn(reader);
  const sources = application.sources.map((source) => {
    const place = isHere(source.repoUrl?.value ?? '', source.targetRevision?.value);
    return place.isHere && !place.isFollowed ? dryOf(source, rules) : source;
  });
  return { ...application, sources };
}

function dryOf(source: ArgoSource, rules: readonly HydratorRule[]): ArgoSource {
  const { path, targetRevision } = source;
  if (path === undefined || targetRevision === undefined) return source;
  const folder = joinPath('', path.value) ?? path.value;
  const dry = dryPlace(rules, targetRevision.value, folder);
  if (dry === undefined) return source;
  return {
    ...source,
    path: { ...path, value: dry.path },
    targetRevision: { ...targetRevision, value: dry.branch },
    hydratedTo: targetRevision.value,
  };
}

/** Where a hydrator reads what it writes to a folder of a branch; `undefined` where no rule names that. */
export function dryPlace(
  rules: readonly HydratorRule[],
  branch: string,
  folder: FileId,
): { readonly branch: string; readonly path: FileId } | undefined {
  for (const { dry, hydrated } of rules) {
    const kept = keptBy(hydrated, branch, folder);
    if (kept === undefined) continue;
    const path = dry.path === undefined ? folder : fillCaptures(dry.path.value, kept);
    return { branch: fillCaptures(dry.branch.value, kept), path };
  }
  return undefined;
}

/** The names that the patterns of a branch and a folder keep; `undefined` where one of them does not fit. */
function keptBy(
  { branch, path }: BranchPath,
  revision: string,
  folder: string,
): ReadonlyMap<string, string> | undefined {
  const kept = matchText(branch.value, revision);
  const below = path === undefined ? new Map<string, string>() : matchText(path.value, folder);
  return kept && below && new Map([...kept, ...below]);
}

function matchText(pattern: string, text: string): ReadonlyMap<string, string> | undefined {
  const read = readCapturePattern(pattern);
  return read && matchCapture(read, text);
}
