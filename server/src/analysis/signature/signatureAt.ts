import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { reachedApplications } from '../../layers/fleet/reachedApplications.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field } from '../../yaml/nodes.ts';
import type { Analysis } from '../analysis.ts';
import type { Answer } from '../answer.ts';
import { contextAt, type CompletionContext } from '../completion/context.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { SourcePlace } from '../hover.ts';
import { functionForm } from './functionForm.ts';
import {
  fieldPathForm,
  fileForm,
  imageForm,
  isRemoteStart,
  jsonPointerForm,
  literalForm,
  remoteForm,
  scheduleForm,
  selectorForms,
  valuesFileForm,
  variableForm,
  type SignatureForm,
} from './signatureForms.ts';

/** The forms of the text that is being written at a place, the one that it has first; none where it has no form of its own. */
export function signaturesAt(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<readonly SignatureForm[]> {
  return analysis.ask((reader) => {
    const text = textOfFile(reader, file);
    const context = text === undefined ? undefined : contextAt(text, offset);
    if (text === undefined || context === undefined) return [];
    const written = writtenBefore(text, offset, context);
    const found = isKustomizationFile(file)
      ? inKustomization(context, written)
      : inObject(context, written);
    if (found.length > 0) return found;
    const variable = variableForm(written);
    return variable !== undefined && isSubstituted(reader, file) ? [variable] : [];
  });
}

/** What of a value stands before the cursor, on its line. */
function writtenBefore(text: string, offset: number, { inFlow }: CompletionContext): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const value = line.replace(/^\s*(?:-\s+)*(?:(?:"[^"]*"|'[^']*'|[^\s"'#[\]{},:]+):\s+)?/, '');
  const own = inFlow ? value.replace(/^.*(?:[[{,]|[\w]:)\s*(?=[^[{,]*$)/, '') : value;
  return own.replace(/^["']/, '');
}

function inKustomization(
  { path, writes, block, siblings }: CompletionContext,
  written: string,
): readonly SignatureForm[] {
  if (block !== undefined || path.includes('|')) {
    return isOperationPath(path, siblings) ? [jsonPointerForm(written)] : [];
  }
  const way = path.filter((step) => step !== '-').join('.');
  if (writes === 'key') return [];
  switch (way) {
    case 'configMapGenerator.literals':
    case 'secretGenerator.literals':
      return [literalForm(written)];
    case 'configMapGenerator.files':
    case 'secretGenerator.files':
      return [fileForm()];
    case 'resources':
    case 'components':
      return isRemoteStart(written) ? [remoteForm(written)] : [];
    case 'replacements.source.fieldPath':
    case 'replacements.targets.fieldPaths':
    case 'vars.fieldref.fieldPath':
      return [fieldPathForm(written)];
    default:
      return /\.(?:label|annotation)Selector$/.test(way) ? selectorForms(written) : [];
  }
}

/** The `path` of an operation of a JSON patch. */
function isOperationPath(
  path: readonly string[],
  siblings: CompletionContext['siblings'],
): boolean {
  return /^(?:path|from)$/.test(path.at(-1) ?? '') && siblings.has('op');
}

function inObject(
  { path, document, siblings }: CompletionContext,
  written: string,
): readonly SignatureForm[] {
  if (isOperationPath(path, siblings)) return [jsonPointerForm(written)];
  const keys = path.filter((step) => step !== '-' && step !== '|');
  const way = keys.join('/');
  const kind = document.get('kind') ?? '';
  const one = (form: SignatureForm | undefined): readonly SignatureForm[] =>
    form === undefined ? [] : [form];
  switch (kind) {
    case 'ApplicationSet': {
      const call = document.get('spec/goTemplate') === 'true' ? functionForm(written) : undefined;
      return call === undefined ? one(argoForm(way, written)) : [call];
    }
    case 'Application':
      return one(argoForm(way, written));
    case 'AppProject':
      return one(/syncWindows\/schedule$/.test(way) ? scheduleForm(written) : undefined);
    case 'CronJob':
      return one(way === 'spec/schedule' ? scheduleForm(written) : undefined);
    case 'Kustomization':
      return /(?:label|annotation)Selector$/.test(way) ? selectorForms(written) : [];
    default:
      return [];
  }
}

function argoForm(way: string, written: string): SignatureForm | undefined {
  if (/kustomize\/images$/.test(way)) return imageForm(written);
  return /helm\/valueFiles$/.test(way) ? valuesFileForm(written) : undefined;
}

/** Whether Flux fills in variables of a file. */
export function isSubstituted(reader: Reader, file: FileId): boolean {
  const reached = reachedApplications(reader, new Set([file]));
  return reader
    .get(fleetQuery, '')
    .applications.some(
      ({ key, kind, object }) =>
        kind === 'Kustomization' &&
        reached.has(key) &&
        field(field(object?.node, 'spec'), 'postBuild') !== undefined,
    );
}
