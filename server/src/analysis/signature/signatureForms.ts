/** A text with a form of its own: how it is written, and which part of it is being written. */
export interface SignatureForm {
  /** The words for the form and its parts are found by it. */
  readonly form: FormName;
  /** How it is written; parts stand in it in order, by their names. */
  readonly label: string;
  readonly parts: readonly string[];
  readonly active: number;
}

/** The forms that there are; `function` is a function of Go's templates. */
export type FormName =
  | 'literal'
  | 'file'
  | 'remote'
  | 'field-path'
  | 'json-pointer'
  | 'selector'
  | 'image'
  | 'values-file'
  | 'schedule'
  | 'variable'
  | 'function';

/** `KEY=VALUE` of a generator. */
export function literalForm(written: string): SignatureForm {
  const active = written.includes('=') ? 1 : 0;
  return { form: 'literal', label: 'KEY=VALUE', parts: ['KEY', 'VALUE'], active };
}

/** `[KEY=]FILE` of a generator: without a key the name of the file is it. */
export function fileForm(): SignatureForm {
  return { form: 'file', label: '[KEY=]FILE', parts: ['KEY', 'FILE'], active: 1 };
}

/** A root of another repository. */
export function remoteForm(written: string): SignatureForm {
  const label = 'REPOSITORY//PATH?ref=REF&timeout=TIMEOUT&submodules=SUBMODULES';
  const parts = ['REPOSITORY', 'PATH', 'REF', 'TIMEOUT', 'SUBMODULES'];
  const question = written.lastIndexOf('?');
  if (question >= 0) {
    const key = /[?&]([a-z]*)[^?&]*$/.exec(written)?.[1] ?? '';
    const active = ['ref', 'timeout', 'submodules'].findIndex((one) => one.startsWith(key));
    const isRef = key === 'version' || active < 0;
    return { form: 'remote', label, parts, active: isRef ? 2 : active + 2 };
  }
  const path = written.replace(/^[a-z+]+:\/\//, '').indexOf('//');
  return { form: 'remote', label, parts, active: path < 0 ? 0 : 1 };
}

/** Whether a path in `resources:` leads to another repository, as far as it is written. */
export function isRemoteStart(written: string): boolean {
  return /^(?:https?|ssh|git|file)(?::|::)|^git@|^github\.com\/|\?|\.git(?:\/|$)/.test(written);
}

/** The way to a field, as replacements write it. */
export function fieldPathForm(written: string): SignatureForm {
  const label = 'KEY.KEY.[KEY=VALUE].INDEX.*';
  const step = /[^.]*$/.exec(written.replaceAll(/\\\./g, ''))?.[0] ?? '';
  // A condition may hold dots.
  const isOpen = written.lastIndexOf('[') > written.lastIndexOf(']');
  const active = isOpen ? 2 : /^\d+$/.test(step) ? 3 : step === '*' || step === '-' ? 4 : 1;
  const parts = ['KEY', 'KEY', '[KEY=VALUE]', 'INDEX', '*'];
  return {
    form: 'field-path',
    label,
    parts,
    active: written.includes('.') || active > 1 ? active : 0,
  };
}

/** The way to a field, as patches of RFC 6902 write it. */
export function jsonPointerForm(written: string): SignatureForm {
  const step = /[^/]*$/.exec(written)?.[0] ?? '';
  const active = /^\d+$/.test(step) ? 1 : step === '-' ? 2 : 0;
  return { form: 'json-pointer', label: '/KEY/INDEX/-', parts: ['KEY', 'INDEX', '-'], active };
}

/** Requirements on labels, with commas between them. */
export function selectorForms(written: string): readonly SignatureForm[] {
  const own = (/(?:^|,)([^,()]*(?:\([^)]*)?)$/.exec(written)?.[1] ?? written).trimStart();
  const isSet = /\s(?:in|notin)\b/.test(own);
  const isValue = /=/.test(own) || own.includes('(');
  const at = isValue ? 1 : 0;
  const chosen = own.startsWith('!')
    ? 4
    : isSet
      ? own.includes('notin')
        ? 3
        : 2
      : own.includes('!=')
        ? 1
        : 0;
  const forms = [
    ['KEY=VALUE', ['KEY', 'VALUE']],
    ['KEY!=VALUE', ['KEY', 'VALUE']],
    ['KEY in (VALUE, …)', ['KEY', 'VALUE']],
    ['KEY notin (VALUE, …)', ['KEY', 'VALUE']],
    ['!KEY', ['KEY']],
  ] as const;
  const all = forms.map(([label, parts]): SignatureForm => ({
    form: 'selector',
    label,
    parts,
    active: Math.min(at, parts.length - 1),
  }));
  const first = all[chosen];
  return first === undefined ? all : [first, ...all.filter((one) => one !== first)];
}

/** An image that Argo CD has kustomize set. */
export function imageForm(written: string): SignatureForm {
  const label = '[NAME=]IMAGE:TAG@DIGEST';
  const parts = ['NAME', 'IMAGE', 'TAG', 'DIGEST'];
  const own = written.slice(written.indexOf('=') + 1);
  const hasTag = /:[^/]*$/.test(own);
  return { form: 'image', label, parts, active: own.includes('@') ? 3 : hasTag ? 2 : 1 };
}

/** A values file, of the source itself or of one with a name. */
export function valuesFileForm(written: string): SignatureForm | undefined {
  if (!written.startsWith('$')) return undefined;
  const active = written.includes('/') ? 1 : 0;
  return { form: 'values-file', label: '$REF/PATH', parts: ['REF', 'PATH'], active };
}

/** A schedule of cron. */
export function scheduleForm(written: string): SignatureForm | undefined {
  if (written.startsWith('@')) return undefined;
  const parts = ['MINUTE', 'HOUR', 'DAY', 'MONTH', 'WEEKDAY'];
  const active = written.trimStart().split(/\s+/).length - 1;
  return active < parts.length
    ? { form: 'schedule', label: parts.join(' '), parts, active }
    : undefined;
}

/** A variable that Flux fills in. */
export function variableForm(written: string): SignatureForm | undefined {
  const own = /(?<!\$)\$\{(?<name>\w*)(?<rest>[^}]*)$/.exec(written)?.groups;
  if (own === undefined) return undefined;
  const sign = /^:?[=-]/.exec(own.rest ?? '')?.[0];
  return sign === undefined
    ? { form: 'variable', label: '${NAME:=DEFAULT}', parts: ['NAME', 'DEFAULT'], active: 0 }
    : { form: 'variable', label: `\${NAME${sign}DEFAULT}`, parts: ['NAME', 'DEFAULT'], active: 1 };
}
