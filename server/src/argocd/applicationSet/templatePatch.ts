import { parseJson } from '../../template/functions/parseJson.ts';
import { quoteGo } from '../../template/goQuote.ts';
import { ok } from '../../util/result.ts';
import { applicationType } from './applicationTypes.ts';
import { decodeJson } from './decode.ts';
import { encodeStruct } from './encode.ts';
import { expansionError, within, type Expanded } from './failure.ts';
import { isObject, textAt, type Json, type JsonObject } from './json.ts';
import { applyStrategicPatch, asPatch } from './strategicPatch.ts';
import { yamlToJson } from './yaml.ts';

/**
 * An application with a patch that was rendered for it. The project stays as it was.
 * Source: Argo CD 3.2.0 applicationset/controllers/template/patch.go `applyTemplatePatch`.
 */
export function patchApplication(application: JsonObject, patchText: string): Expanded<JsonObject> {
  const patch = readPatch(patchText);
  if (patch.kind === 'failed') {
    return patch;
  }
  const shown = quoteGo(JSON.stringify(patch.value));
  const checked = within(
    decodeJson(applicationType, patch.value),
    `invalid templatePatch ${shown}`,
  );
  if (checked.kind === 'failed') {
    return checked;
  }
  const patched = within(
    applyPatch(application, patch.value),
    `error while applying templatePatch template to json ${shown}`,
  );
  if (patched.kind === 'failed') {
    return patched;
  }
  const decoded = within(
    decodeJson(applicationType, patched.value),
    'error while unmarhsalling patched application',
  );
  if (decoded.kind === 'failed') {
    return decoded;
  }
  const final = isObject(decoded.value) ? decoded.value : {};
  const spec = isObject(final.spec) ? final.spec : {};
  return ok({ ...final, spec: { ...spec, project: textAt(application, 'spec', 'project') } });
}

function applyPatch(application: JsonObject, patch: Json): Expanded<JsonObject> {
  const object = asPatch(patch);
  return object.kind === 'failed'
    ? object
    : applyStrategicPatch(
        applicationType,
        encodeStruct(applicationType, application),
        object.value,
      );
}

/** A patch is JSON where it begins with a brace, else YAML. Source: applicationset/utils/utils.go `ConvertYAMLToJSON`. */
function readPatch(text: string): Expanded<Json> {
  if (text.trim().startsWith('{')) {
    const parsed = parseJson(text);
    return 'problem' in parsed
      ? expansionError(`invalid templatePatch ${quoteGo(text)}: ${parsed.problem}`)
      : ok(parsed.value);
  }
  return within(yamlToJson(text), `error while converting template to json ${quoteGo(text)}`);
}
