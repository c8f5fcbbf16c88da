import { ok } from '../../util/result.ts';
import { applicationType } from './applicationTypes.ts';
import { encodeStruct, type EncodedParts } from './encode.ts';
import { within, type Expanded, type ExpansionFailure } from './failure.ts';
import { runGenerators, type GeneratorContext } from './generators.ts';
import { fieldOf, isObject, listAt, textAt, type Json, type JsonObject } from './json.ts';
import type { Parameters } from './parameters.ts';
import { renderStruct, replaceText, type TemplateMode } from './render.ts';
import { patchApplication } from './templatePatch.ts';

/** The applications of an ApplicationSet, and what went wrong with others. */
export interface GeneratedApplications {
  readonly applications: readonly JsonObject[];
  readonly failures: readonly ExpansionFailure[];
}

/**
 * Runs the generators of an ApplicationSet and renders its template for each set of parameters.
 * Source: Argo CD 3.2.0 applicationset/controllers/template/template.go `GenerateApplications`.
 */
export function generateApplications(
  applicationSet: Json,
  context: GeneratorContext,
): GeneratedApplications {
  const applications: JsonObject[] = [];
  const failures: ExpansionFailure[] = [];
  const { fixed } = context.mode;
  const parts: EncodedParts = {
    isShared: (value) => typeof value === 'object' && value !== null && fixed.get(value) === true,
    known: new WeakMap(),
  };
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
          applications.push(writeApplication(application.value, parts));
        }
      }
    }
  }
  return { applications, failures };
}

/** The failure that counts: the first one, and one of the controller more than what cannot be known. */
export function worstFailure(failures: readonly ExpansionFailure[]): ExpansionFailure | undefined {
  return (
    failures.find(({ kind }) => kind === 'crash') ??
    failures.find(({ kind }) => kind === 'error') ??
    failures[0]
  );
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

function writeApplication(application: JsonObject, parts: EncodedParts): JsonObject {
  const { metadata, spec, operation } = encodeStruct(applicationType, application, parts);
  return {
    metadata: metadata ?? {},
    spec: spec ?? {},
    ...(operation === undefined ? {} : { operation }),
  };
}
