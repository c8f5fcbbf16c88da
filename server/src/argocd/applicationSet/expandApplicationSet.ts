import { ok } from '../../util/result.ts';
import { applicationSetType } from './applicationSetTypes.ts';
import { applicationType } from './applicationTypes.ts';
import type { ClusterSecret } from './clusterGenerator.ts';
import { coercionOf, decodeJson } from './decode.ts';
import { encodeStruct } from './encode.ts';
import { within, type Expanded, type ExpansionFailure } from './failure.ts';
import type { FileGlobbing } from './gitFiles.ts';
import type { Repository } from './gitGenerator.ts';
import { runGenerators, type GeneratorContext } from './generators.ts';
import { fieldOf, isObject, listAt, textAt, type Json, type JsonObject } from './json.ts';
import type { Parameters } from './parameters.ts';
import { renderStruct, replaceText, type TemplateMode } from './render.ts';
import { patchApplication } from './templatePatch.ts';
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
  const applications = generate(applicationSet, context);
  if (applications.kind === 'failed') {
    return applications;
  }
  const written = applications.value.map(writeApplication);
  if (input.validates !== true) {
    return ok({ applications: written });
  }
  const invalid = invalidApplications(written, {
    applicationSetName: textAt(applicationSet, 'metadata', 'name'),
    clusters: input.clusters,
    argocdNamespace: context.argocdNamespace,
    hasProject: context.hasProject,
  });
  return ok({ applications: written, invalid: Object.fromEntries(invalid) });
}

function contextOf(applicationSet: Json, input: ExpansionInput): GeneratorContext {
  const template = fieldOf(applicationSet, 'spec', 'template') ?? {};
  const projects = new Set(input.projects ?? ['default', textAt(template, 'spec', 'project')]);
  const mode: TemplateMode = {
    parsed: new Map(),
    goTemplate: fieldOf(applicationSet, 'spec', 'goTemplate') === true,
    options: listAt(applicationSet, 'spec', 'goTemplateOptions').filter(
      (option) => typeof option === 'string',
    ),
  };
  return {
    mode,
    template,
    clusters: input.clusters,
    repository: input.repository,
    argocdNamespace: input.argocdNamespace ?? 'argocd',
    fileGlobbing: input.fileGlobbing ?? 'old',
    hasProject: (name) => name !== '' && projects.has(name),
  };
}

/** The first failure counts, and one of the controller more than what cannot be known. */
function generate(
  applicationSet: Json,
  context: GeneratorContext,
): Expanded<readonly JsonObject[]> {
  const applications: JsonObject[] = [];
  const failures: ExpansionFailure[] = [];
  for (const requested of listAt(applicationSet, 'spec', 'generators')) {
    const { generated, failure } = runGenerators(
      isObject(requested) ? requested : {},
      context.template,
      undefined,
      context,
    );
    if (failure !== undefined) {
      failures.push(failure);
      continue;
    }
    for (const { sets, template } of generated) {
      for (const set of sets) {
        const application = makeApplication(applicationSet, template, set, context.mode);
        if (application.kind === 'failed') {
          failures.push(application.failure);
        } else {
          applications.push(application.value);
        }
      }
    }
  }
  const failure =
    failures.find(({ kind }) => kind === 'crash') ??
    failures.find(({ kind }) => kind === 'error') ??
    failures[0];
  return failure === undefined ? ok(applications) : { kind: 'failed', failure };
}

const finalizer = 'resources-finalizer.argocd.argoproj.io';

function makeApplication(
  applicationSet: Json,
  template: JsonObject,
  set: Parameters,
  mode: TemplateMode,
): Expanded<JsonObject> {
  const rendered = renderApplication(applicationSet, template, set, mode);
  const patch = fieldOf(applicationSet, 'spec', 'templatePatch');
  if (rendered.kind === 'failed' || typeof patch !== 'string') {
    return rendered.kind === 'failed'
      ? rendered
      : ok(inNamespace(rendered.value, textAt(applicationSet, 'metadata', 'namespace')));
  }
  const patchText = within(
    replaceText(patch, set, mode),
    'error replacing values in templatePatch',
  );
  if (patchText.kind === 'failed') {
    return patchText;
  }
  const patched = patchApplication(rendered.value, patchText.value);
  return patched.kind === 'failed'
    ? patched
    : ok(inNamespace(patched.value, textAt(applicationSet, 'metadata', 'namespace')));
}

/** Without parameters the template is taken as it is written. Source: utils.go `RenderTemplateParams`. */
function renderApplication(
  applicationSet: Json,
  template: JsonObject,
  set: Parameters,
  mode: TemplateMode,
): Expanded<JsonObject> {
  if (set.entries.size === 0) {
    return ok(template);
  }
  const rendered = renderStruct(applicationType, template, set, mode);
  if (rendered.kind === 'failed') {
    return rendered;
  }
  const preserves =
    fieldOf(applicationSet, 'spec', 'syncPolicy', 'preserveResourcesOnDeletion') === true;
  const hasFinalizers = listAt(rendered.value, 'metadata', 'finalizers').length > 0;
  return ok(
    preserves || hasFinalizers
      ? rendered.value
      : withMetadata(rendered.value, { finalizers: [finalizer] }),
  );
}

function withMetadata(application: JsonObject, fields: JsonObject): JsonObject {
  const metadata = fieldOf(application, 'metadata');
  return { ...application, metadata: { ...(isObject(metadata) ? metadata : {}), ...fields } };
}

/** An application is always in the namespace of its ApplicationSet. */
function inNamespace(application: JsonObject, namespace: string): JsonObject {
  return withMetadata(application, { namespace });
}

function writeApplication(application: JsonObject): JsonObject {
  const { metadata, spec, operation } = encodeStruct(applicationType, application);
  return {
    metadata: metadata ?? {},
    spec: spec ?? {},
    ...(operation === undefined ? {} : { operation }),
  };
}
