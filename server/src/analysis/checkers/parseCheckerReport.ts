import type { CheckerFault } from '../../text/checkerWords.en.ts';
import { failed, ok, type Result } from '../../util/result.ts';

/** The checkers whose reports are understood, and SARIF, which others print. */
export const checkerFormats = ['conftest', 'gator', 'kubeconform', 'kyverno', 'sarif'] as const;

/** How a checker prints what it found. */
export type CheckerFormat = (typeof checkerFormats)[number];

/** Something that a checker says of an object. */
export interface CheckerResult {
  /** The file that the object was given in; `undefined` where the checker names the object instead. */
  readonly file: string | undefined;
  readonly object: CheckedName | undefined;
  /** A pointer into the object, as `/spec/replicas`; empty where the whole is meant. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  /** `skipped` where the checker could not tell. */
  readonly level: 'refused' | 'warns' | 'skipped';
}

/** An object as reports name it. */
export interface CheckedName {
  /** Empty where it is not told. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Whether a word is the name of a format. */
export function isCheckerFormat(word: string): word is CheckerFormat {
  return checkerFormats.some((one) => one === word);
}

/** Reads what a checker printed; fails with the reason where that is no report of its format. */
export function parseCheckerReport(
  format: CheckerFormat,
  text: string,
): Result<readonly CheckerResult[], CheckerFault> {
  const report = format === 'kyverno' ? jsonWithin(text) : jsonOf(text);
  if (report === undefined) return failed({ code: 'no-json', parameters: {} });
  const results = readers[format](report);
  return results === undefined
    ? failed({ code: 'no-report', parameters: { format } })
    : ok(results);
}

type Reader = (report: unknown) => readonly CheckerResult[] | undefined;

const readers: Readonly<Record<CheckerFormat, Reader>> = {
  conftest: (report) =>
    Array.isArray(report) && report.every((one) => isRecord(one) && 'filename' in one)
      ? report.flatMap((one: unknown) => [
          ...ofConftest(one, 'failures', 'refused'),
          ...ofConftest(one, 'warnings', 'warns'),
          ...ofConftest(one, 'exceptions', 'skipped'),
        ])
      : undefined,
  gator: (report) => {
    // Where nothing is broken it prints `null`.
    if (report === null) return [];
    return Array.isArray(report) ? report.flatMap(ofGator) : undefined;
  },
  kubeconform: (report) =>
    isRecord(report) && (Array.isArray(report.resources) || report.resources === null)
      ? itemsOf(report.resources).flatMap(ofKubeconform)
      : undefined,
  kyverno: (report) =>
    isRecord(report) && ('results' in report || 'summary' in report)
      ? itemsOf(report.results).flatMap(ofKyverno)
      : undefined,
  sarif: (report) =>
    isRecord(report) && Array.isArray(report.runs)
      ? report.runs.flatMap((run) => itemsOf(fieldOf(run, 'results')).flatMap(ofSarif))
      : undefined,
};

/** Source: conftest v0.69 output/result.go `CheckResult`, `Result`. */
function ofConftest(
  file: unknown,
  list: string,
  level: CheckerResult['level'],
): readonly CheckerResult[] {
  return itemsOf(fieldOf(file, list)).map((one) => {
    const message = textOf(fieldOf(one, 'msg'));
    const query = textOf(fieldOf(fieldOf(one, 'metadata'), 'query'));
    return {
      file: baseName(textOf(fieldOf(file, 'filename'))),
      object: undefined,
      path: '',
      rule: query === '' ? textOf(fieldOf(file, 'namespace')) : query,
      message,
      level: message === '' ? 'skipped' : level,
    };
  });
}

/** Source: gatekeeper v3.22 pkg/gator/test/types.go `GatorResult`. */
function ofGator(one: unknown): readonly CheckerResult[] {
  const action = textOf(fieldOf(one, 'enforcementAction'));
  const constraint = fieldOf(one, 'constraint');
  return [
    {
      file: undefined,
      object: nameOf(fieldOf(one, 'violatingObject')),
      path: '',
      rule: [
        textOf(fieldOf(constraint, 'kind')),
        textOf(fieldOf(fieldOf(constraint, 'metadata'), 'name')),
      ]
        .filter((part) => part !== '')
        .join('/'),
      message: textOf(fieldOf(one, 'msg')),
      level: action === 'warn' || action === 'dryrun' ? 'warns' : 'refused',
    },
  ];
}

/** Source: kubeconform v0.7 pkg/output/json.go `jsonOutput`; pkg/validator/validator.go `ValidationError`. */
function ofKubeconform(one: unknown): readonly CheckerResult[] {
  const status = textOf(fieldOf(one, 'status'));
  const file = baseName(textOf(fieldOf(one, 'filename')));
  const message = textOf(fieldOf(one, 'msg'));
  const result = { file, object: undefined, path: '', rule: 'schema', message } as const;
  if (status === 'statusError' || status === 'statusSkipped')
    return [{ ...result, level: 'skipped' }];
  if (status !== 'statusInvalid') return [];
  const errors = itemsOf(fieldOf(one, 'validationErrors'));
  return errors.length === 0
    ? [{ ...result, level: 'refused' }]
    : errors.map((error) => ({
        ...result,
        path: textOf(fieldOf(error, 'path')),
        message: textOf(fieldOf(error, 'msg')),
        level: 'refused' as const,
      }));
}

/** Source: kyverno 1.17 CLI `apply --policy-report --output-format json`; wgpolicyk8s.io/v1alpha2 PolicyReport. */
function ofKyverno(one: unknown): readonly CheckerResult[] {
  const result = textOf(fieldOf(one, 'result'));
  if (!['fail', 'warn', 'error'].includes(result)) return [];
  return itemsOf(fieldOf(one, 'resources')).map((resource) => ({
    file: undefined,
    object: nameOf(resource),
    path: '',
    rule: [textOf(fieldOf(one, 'policy')), textOf(fieldOf(one, 'rule'))]
      .filter((part) => part !== '')
      .join('/'),
    message: textOf(fieldOf(one, 'message')),
    level: result === 'fail' ? 'refused' : result === 'warn' ? 'warns' : 'skipped',
  }));
}

/** Source: SARIF 2.1.0, 3.27 `result`; `level` is `warning` where it is not said. */
function ofSarif(one: unknown): readonly CheckerResult[] {
  const [location] = itemsOf(fieldOf(one, 'locations'));
  const place = fieldOf(fieldOf(location, 'physicalLocation'), 'artifactLocation');
  const level = textOf(fieldOf(one, 'level'));
  if (level === 'none') return [];
  return [
    {
      file: baseName(textOf(fieldOf(place, 'uri'))),
      object: undefined,
      path: '',
      rule: textOf(fieldOf(one, 'ruleId')),
      message: textOf(fieldOf(fieldOf(one, 'message'), 'text')),
      level: level === 'error' ? 'refused' : 'warns',
    },
  ];
}

/** An object by its metadata, or by its own fields where there is none. */
function nameOf(object: unknown): CheckedName {
  const metadata = fieldOf(object, 'metadata') ?? object;
  return {
    apiVersion: textOf(fieldOf(object, 'apiVersion')),
    kind: textOf(fieldOf(object, 'kind')),
    namespace: textOf(fieldOf(metadata, 'namespace')),
    name: textOf(fieldOf(metadata, 'name')),
  };
}

function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The JSON object among lines for people, which some checkers print before and after it. */
function jsonWithin(text: string): unknown {
  const start = text.search(/^\{/m);
  const end = text.lastIndexOf('}');
  return start < 0 || end < start ? undefined : jsonOf(text.slice(start, end + 1));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
