/** How much a problem weighs in the editor. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** One kind of problem: how much it weighs, and whether `kustomize build` fails with it. */
export interface DiagnosticRow {
  readonly severity: Severity;
  readonly kustomize: 'fails' | 'builds';
}

const error: DiagnosticRow = { severity: 'error', kustomize: 'fails' };
const warning: DiagnosticRow = { severity: 'warning', kustomize: 'builds' };
/** What is wrong in a file of `.strata/`, which kustomize does not read. */
const fault: DiagnosticRow = { severity: 'error', kustomize: 'builds' };
/** What does nothing, or does more than it seems to: no fault. */
const information: DiagnosticRow = { severity: 'information', kustomize: 'builds' };
/** What Strata does not have, and kustomize would need a network or a program for. */
const gap: DiagnosticRow = { severity: 'information', kustomize: 'fails' };

/** Every kind of problem by its code. Codes never change; README.md lists them, and `messages.en.ts` words them. */
export const diagnostics = {
  'config.bad-pattern': warning,
  'config.bad-selector': warning,
  'config.bad-value': warning,
  'config.duplicate-key': warning,
  'config.many-documents': warning,
  'config.missing-field': warning,
  'config.not-text': fault,
  'config.syntax': fault,
  'config.unknown-capture': warning,
  'config.unknown-code-but': warning,
  'config.unknown-key': warning,
  'config.unknown-key-but': warning,
  'config.wrong-type': warning,
  'kustomization.deprecated-field': warning,
  'kustomization.duplicate-field': warning,
  'kustomization.duplicate-key': error,
  'kustomization.empty': error,
  'kustomization.integer-out-of-range': error,
  'kustomization.invalid-base64': error,
  'kustomization.plugin-without-field-specs': error,
  'kustomization.repeated-key': warning,
  'kustomization.replacement-file-type': error,
  'kustomization.unknown-field': error,
  'kustomization.unsupported-key': error,
  'kustomization.unsupported-number': error,
  'kustomization.wrong-api-version': error,
  'kustomization.wrong-kind': error,
  'kustomization.wrong-merge': error,
  'kustomization.wrong-type': error,
  'kustomize.absolute-root': error,
  'kustomize.ambiguous-patch': error,
  'kustomize.ambiguous-reference': error,
  'kustomize.ambiguous-var': error,
  'kustomize.bad-crd-file': error,
  'kustomize.bad-expression': error,
  'kustomize.bad-history': error,
  'kustomize.bad-image-name': error,
  'kustomize.bad-json-patch': error,
  'kustomize.bad-label-selector': error,
  'kustomize.bad-list': error,
  'kustomize.bad-list-element': error,
  'kustomize.bad-map-key': error,
  'kustomize.bad-reference-list': error,
  'kustomize.bad-sort-order': error,
  'kustomize.bad-subject': error,
  'kustomize.bad-subject-mode': error,
  'kustomize.blank-namespace': error,
  'kustomize.chart': gap,
  'kustomize.component-as-resource': error,
  'kustomize.conflicting-field-specs': error,
  'kustomize.cycle': error,
  'kustomize.delimiter-without-text': error,
  'kustomize.directive-without-meaning': warning,
  'kustomize.duplicate-resource': error,
  'kustomize.empty-field-name': error,
  'kustomize.empty-patch': error,
  'kustomize.empty-path': error,
  'kustomize.expected-collection': error,
  'kustomize.external-plugin': gap,
  'kustomize.file-not-found': error,
  'kustomize.file-too-large': error,
  'kustomize.generator-ambiguous': error,
  'kustomize.generator-bad-source': error,
  'kustomize.generator-exists': error,
  'kustomize.generator-nothing-to-merge': error,
  'kustomize.generator-repeated-key': error,
  'kustomize.generator-without-name': error,
  'kustomize.hash': error,
  'kustomize.image-matches-nothing': information,
  'kustomize.image-matches-nothing-but': information,
  'kustomize.index-out-of-range': error,
  'kustomize.invalid-schema': error,
  'kustomize.invalid-utf8': error,
  'kustomize.json-patch-fails': error,
  'kustomize.json-patch-without-target': error,
  'kustomize.list-replaced': information,
  'kustomize.many-matches-for-patch': error,
  'kustomize.many-patches-with-target': error,
  'kustomize.missing-kind': error,
  'kustomize.missing-name': error,
  'kustomize.namespace-conflict': error,
  'kustomize.negative-index': error,
  'kustomize.no-kustomization-file': error,
  'kustomize.no-match-for-patch': error,
  'kustomize.no-match-for-patch-but': error,
  'kustomize.no-patch-strategy': error,
  'kustomize.not-a-component': error,
  'kustomize.not-a-file': error,
  'kustomize.not-a-folder': error,
  'kustomize.not-a-generator': error,
  'kustomize.not-a-transformer': error,
  'kustomize.openapi-both': error,
  'kustomize.openapi-version': error,
  'kustomize.outside-repository': error,
  'kustomize.outside-root': error,
  'kustomize.part-out-of-range': error,
  'kustomize.patch-changes-nothing': information,
  'kustomize.patch-matches-nothing': information,
  'kustomize.patch-matches-nothing-but': information,
  'kustomize.patch-with-both': error,
  'kustomize.patch-without-content': error,
  'kustomize.patch-without-target-name': error,
  'kustomize.path-into-text': error,
  'kustomize.path-not-found': error,
  'kustomize.reference-without-name': error,
  'kustomize.remote': gap,
  'kustomize.remote-file': gap,
  'kustomize.repeated-var': error,
  'kustomize.replacement-field-not-found': error,
  'kustomize.replacement-incomplete': error,
  'kustomize.replacement-source-ambiguous': error,
  'kustomize.replacement-source-not-found': error,
  'kustomize.replacement-target-not-found': error,
  'kustomize.replacement-with-both': error,
  'kustomize.replacement-without-select': error,
  'kustomize.replicas-match-nothing': error,
  'kustomize.replicas-match-nothing-but': error,
  'kustomize.sort-options-without-legacy': error,
  'kustomize.two-kustomization-files': error,
  'kustomize.unknown-cloud': error,
  'kustomize.unknown-patch-strategy': error,
  'kustomize.unknown-plugin': error,
  'kustomize.unprintable': error,
  'kustomize.validator-changes': error,
  'kustomize.value-equals-base': information,
  'kustomize.value-overridden-everywhere': information,
  'kustomize.value-without-target': error,
  'kustomize.var-in-other-than-text': error,
  'kustomize.var-never-used': information,
  'kustomize.var-without-field': error,
  'kustomize.var-without-object': error,
  'kustomize.wildcard-not-supported': error,
  'kustomize.wrong-node-kind': error,
  'kustomize.yaml-alias': error,
  'kustomize.yaml-syntax': error,
  'register.bad-label': warning,
  'register.duplicate-cluster': warning,
  'register.unknown-mirror': warning,
} as const satisfies Readonly<Record<string, DiagnosticRow>>;

/** The code of a kind of problem. */
export type DiagnosticCode = keyof typeof diagnostics;

/** Whether the table has a code. */
export function isDiagnosticCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(diagnostics, code);
}

/** The row of a code; a code without a row counts as an error, which a test keeps from happening. */
export function diagnosticRow(code: string): DiagnosticRow {
  return isDiagnosticCode(code) ? diagnostics[code] : error;
}
