import { executeTemplate, type MissingKey } from '../../template/execute.ts';
import { substituteTags } from '../../template/fasttemplate.ts';
import { parseGoTemplate } from '../../template/goTemplate.ts';
import { validText } from '../../template/goBytes.ts';
import type { Template } from '../../template/parser.ts';
import type { TemplateProblem } from '../../template/parserState.ts';
import type { MapValue } from '../../template/value.ts';
import { ok } from '../../util/result.ts';
import {
  all,
  expansionCrash,
  expansionError,
  expansionOutside,
  within,
  type Expanded,
} from './failure.ts';
import { applicationSetFunctions } from './functions.ts';
import type { GoStructType, StructType } from './goStruct.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

/** How the texts of an ApplicationSet are templates. */
export interface TemplateMode {
  readonly goTemplate: boolean;
  readonly options: readonly string[];
  /** What was parsed already in this expansion, by its text. */
  readonly parsed: Map<string, Template | TemplateProblem>;
  /** Which values have no parameters in them and come out as they are: they are shared by all applications. */
  readonly fixed: WeakMap<object, boolean>;
  /** Parameters that are a nil map in Go, to which nothing can be added. */
  readonly nils: WeakSet<MapValue>;
}

/**
 * A text with its parameters put in.
 * Source: Argo CD 3.2.0 applicationset/utils/utils.go `Replace`.
 */
export function replaceText(
  text: string,
  parameters: MapValue,
  mode: TemplateMode,
): Expanded<string> {
  if (!mode.goTemplate) {
    const substituted = substituteTags(text, (tag) => {
      const value = parameters.entries.get(tag);
      return value?.kind === 'string' ? value.value : undefined;
    });
    return 'problem' in substituted ? expansionError(substituted.problem) : ok(substituted.text);
  }
  const template = parsedTemplate(text, mode);
  if (template.kind === 'problem') {
    return expansionError(`failed to parse template ${text}: ${template.message}`);
  }
  const missingKey = readOptions(mode.options);
  if (missingKey.kind === 'failed') {
    return missingKey;
  }
  const executed = executeTemplate(template, parameters, {
    functions: applicationSetFunctions,
    missingKey: missingKey.value,
  });
  if (executed.kind === 'text') {
    return ok(validText(executed.text));
  }
  const message = `failed to execute go template ${text}: ${executed.message}`;
  return executed.cause === 'error' ? expansionError(message) : expansionOutside(message);
}

/** Each application renders the same texts with other parameters. */
function parsedTemplate(text: string, { parsed }: TemplateMode): Template | TemplateProblem {
  const template = parsed.get(text) ?? parseGoTemplate(text, applicationSetFunctions);
  parsed.set(text, template);
  return template;
}

/** Source: Go 1.26 text/template/option.go: it panics. */
function readOptions(options: readonly string[]): Expanded<MissingKey> {
  let missingKey: MissingKey = 'default';
  for (const option of options) {
    switch (option) {
      case 'missingkey=default':
      case 'missingkey=invalid':
        missingKey = 'default';
        break;
      case 'missingkey=zero':
        missingKey = 'zero';
        break;
      case 'missingkey=error':
        missingKey = 'error';
        break;
      default:
        return expansionCrash(
          option === '' ? 'empty option string' : `unrecognized option: ${option}`,
        );
    }
  }
  return ok(missingKey);
}

/**
 * A typed value with its parameters put into every text and every key of a map.
 * Source: Argo CD 3.2.0 applicationset/utils/utils.go `deeplyReplace`.
 */
export function renderStruct(
  type: StructType,
  value: JsonObject,
  parameters: MapValue,
  mode: TemplateMode,
): Expanded<JsonObject> {
  const entries: [string, Json][] = [];
  for (const { name, type: fieldType } of type.fields) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined;
    if (field !== undefined) {
      const rendered = render(fieldType, field, parameters, mode);
      if (rendered.kind === 'failed') {
        return rendered;
      }
      entries.push([name, rendered.value]);
    }
  }
  return ok(Object.fromEntries(entries));
}

function render(
  type: GoStructType,
  value: Json,
  parameters: MapValue,
  mode: TemplateMode,
): Expanded<Json> {
  if (isFixed(value, mode)) {
    return ok(value);
  }
  switch (type.kind) {
    case 'string':
    case 'intOrString':
      return typeof value === 'string' ? replaceText(value, parameters, mode) : ok(value);
    case 'bool':
    case 'int64':
      return ok(value);
    case 'pointer':
      return value === null ? ok(null) : render(type.to, value, parameters, mode);
    case 'list':
      return isArray(value)
        ? all(value, (item) => render(type.element, item, parameters, mode))
        : ok(value);
    case 'map':
      return isObject(value)
        ? renderEntries(value, parameters, mode, (item) =>
            render(type.element, item, parameters, mode),
          )
        : ok(value);
    case 'struct':
      return isObject(value) ? renderStruct(type, value, parameters, mode) : ok(value);
    case 'raw':
      return within(
        renderRaw(value, parameters, mode),
        'failed to deeply replace JSON field contents',
      );
  }
}

/** Whether a list or an object comes out as it is. Options that Go does not know make any text crash. */
function isFixed(value: Json, mode: TemplateMode): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const known = mode.fixed.get(value);
  if (known !== undefined) {
    return known;
  }
  const isGood = !mode.goTemplate || readOptions(mode.options).kind === 'ok';
  const fixed = isGood && saysNothing(value);
  mode.fixed.set(value, fixed);
  return fixed;
}

/** Whether nothing in a value is a template, or null. */
function saysNothing(value: Json): boolean {
  if (typeof value === 'string') {
    return !value.includes('{{') && value.isWellFormed();
  }
  if (isArray(value)) {
    return value.every(saysNothing);
  }
  return isObject(value)
    ? Object.entries(value).every(([key, item]) => saysNothing(key) && saysNothing(item))
    : value !== null;
}

function renderEntries(
  value: JsonObject,
  parameters: MapValue,
  mode: TemplateMode,
  renderItem: (item: Json) => Expanded<Json>,
): Expanded<Json> {
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const rendered = renderItem(item);
    if (rendered.kind === 'failed') {
      return rendered;
    }
    const renderedKey = replaceText(key, parameters, mode);
    if (renderedKey.kind === 'failed') {
      return renderedKey;
    }
    entries.push([renderedKey.value, rendered.value]);
  }
  return ok(Object.fromEntries(entries));
}

/** JSON of any form; what is null in a map is dropped. */
function renderRaw(value: Json, parameters: MapValue, mode: TemplateMode): Expanded<Json> {
  if (typeof value === 'string') {
    return replaceText(value, parameters, mode);
  }
  if (isArray(value)) {
    return all(value, (item) => renderRaw(item, parameters, mode));
  }
  if (!isObject(value)) {
    return ok(value);
  }
  const kept = Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
  return renderEntries(kept, parameters, mode, (item) => renderRaw(item, parameters, mode));
}
