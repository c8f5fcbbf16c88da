import { ok } from '../../util/result.ts';
import { applicationSetType } from './applicationSetTypes.ts';
import type { ClusterSecret } from './clusterGenerator.ts';
import { coercionOf, decodeJson } from './decode.ts';
import { within, type Expanded } from './failure.ts';
import type { FileGlobbing } from './gitFiles.ts';
import type { Repository } from './gitGenerator.ts';
import { generateApplications, worstFailure } from './generateApplications.ts';
import type { GeneratorContext } from './generators.ts';
import { fieldOf, listAt, textAt, type Json, type JsonObject } from './json.ts';
import type { TemplateMode } from './render.ts';
import { invalidApplications } from './validate.ts';
import { readYaml } from './yaml.ts';

/** What an ApplicationSet is expanded with. */
export interface ExpansionInput {
  /** The clusters that Argo CD knows, in any order. */
  readonly clusters: readonly ClusterSecret[];
  /** The Git repository that every git generator reads, whatever its address and revision. */
  readonly repository: Repository;
  /** The namespace in which Argo CD runs; `argocd` by default. */
  readonly argocdNamespace?: string;
  /** The projects that exist; by default `default` and that of the template. */
  readonly projects?: readonly string[];
  readonly fileGlobbing?: FileGlobbing;
  /** Whether the applications are checked as well. */
  readonly validates?: boolean;
}

/**
 * What the controller makes of an ApplicationSet. `applications` have their `metadata`, `spec` and `operation`, in the order
 * in which the controller makes them (that of a merge is not defined). `invalid` has what is wrong with some of them, by
 * `namespace/name`. An `error` is the controller's; `crashes` says that it would panic. `outside` says what is not in the
 * repository.
 */
export type Expansion =
  | {
      readonly applications: readonly JsonObject[];
      readonly invalid?: Readonly<Record<string, string>>;
    }
  | { readonly error: string; readonly crashes?: true }
  | { readonly outside: string };

/**
 * Expands an ApplicationSet, given as YAML.
 * Source: Argo CD 3.2.0 applicationset/controllers/template/template.go `GenerateApplications`.
 */
export function expandApplicationSet(yaml: string, input: ExpansionInput): Expansion {
  const result = expand(yaml, input);
  if (result.kind === 'ok') {
    return result.value;
  }
  const { kind, message } = result.failure;
  switch (kind) {
    case 'error':
      return { error: message };
    case 'crash':
      return { error: `the controller would crash: ${message}`, crashes: true };
    case 'outside':
      return { outside: message };
  }
}

function expand(yaml: string, input: ExpansionInput): Expanded<Expansion> {
  const read = readYaml(yaml, coercionOf(applicationSetType));
  if (read.kind === 'failed') {
    return read;
  }
  const decoded = within(
    decodeJson(applicationSetType, read.value),
    'error unmarshaling JSON: while decoding JSON',
  );
  if (decoded.kind === 'failed') {
    return decoded;
  }
  const applicationSet = decoded.value ?? {};
  const context = contextOf(applicationSet, input);
  const { applications, failures } = generateApplications(applicationSet, context);
  const failure = worstFailure(failures);
  if (failure !== undefined) {
    return { kind: 'failed', failure };
  }
  if (input.validates !== true) {
    return ok({ applications });
  }
  const invalid = invalidApplications(applications, {
    applicationSetName: textAt(applicationSet, 'metadata', 'name'),
    clusters: input.clusters,
    argocdNamespace: context.argocdNamespace,
    hasProject: context.hasProject,
  });
  return ok({ applications, invalid: Object.fromEntries(invalid) });
}

/** What generators of an ApplicationSet read. */
export function contextOf(
  applicationSet: Json,
  input: Pick<ExpansionInput, 'clusters' | 'argocdNamespace' | 'projects' | 'fileGlobbing'> &
    Pick<GeneratorContext, 'repository' | 'openness'>,
): GeneratorContext {
  const template = fieldOf(applicationSet, 'spec', 'template') ?? {};
  const projects = new Set(input.projects ?? ['default', textAt(template, 'spec', 'project')]);
  const mode: TemplateMode = {
    parsed: new Map(),
    fixed: new WeakMap(),
    nils: new WeakSet(),
    goTemplate: fieldOf(applicationSet, 'spec', 'goTemplate') === true,
    options: listAt(applicationSet, 'spec', 'goTemplateOptions').filter(
      (option) => typeof option === 'string',
    ),
  };
  return {
    mode,
    template,
    clusters: input.clusters,
    usesServer: usesServer(applicationSet),
    repository: input.repository,
    openness: input.openness,
    argocdNamespace: input.argocdNamespace ?? 'argocd',
    fileGlobbing: input.fileGlobbing ?? 'old',
    hasProject: (name) => name !== '' && projects.has(name),
  };
}

/** Whether a set asks for addresses of clusters: in a template, as the key of a merge, in a selector, or with all parameters. */
function usesServer(applicationSet: Json): boolean {
  const text = JSON.stringify(fieldOf(applicationSet, 'spec') ?? {});
  return (
    /\{\{[^}]*\bserver\b/.test(text) ||
    /\{\{(?:[^}]*[\s(])?\.[\s})]/.test(text) ||
    /"mergeKeys":\[[^\]]*"server"/.test(text) ||
    /"matchLabels":\{[^}]*"server":/.test(text) ||
    /"key":"server"/.test(text)
  );
}
