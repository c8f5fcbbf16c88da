/** What a Go struct expected of a value, or what stood there instead. */
export type JsonKind = 'string' | 'number' | 'integer' | 'boolean' | 'list' | 'map' | 'null';

interface Problem<Code extends string, Parameters> {
  readonly code: Code;
  readonly parameters: Parameters;
  /** The node that the problem is about, as an ordinal of the file; −1 where there is none. */
  readonly ordinal: number;
  readonly severity: 'error' | 'warning';
}

type NoParameters = Readonly<Record<string, never>>;

/**
 * What is wrong with a kustomization file, a plugin configuration, a file of replacements or of transformer
 * configurations. A build fails where one has the severity `error`. `field` is a path such as `images[0].newTag`.
 *
 * Source: kustomize api/types/kustomization.go (`Unmarshal`, `CheckEmpty`, `CheckDeprecatedFields`, `EnforceFields`), Go
 * encoding/json decode.go.
 */
export type KustomizationProblem =
  | Problem<'kustomization.unknown-field', { readonly field: string }>
  | Problem<
      'kustomization.wrong-type',
      { readonly field: string; readonly expected: JsonKind; readonly found: JsonKind }
    >
  | Problem<
      'kustomization.integer-out-of-range',
      { readonly field: string; readonly value: string }
    >
  | Problem<'kustomization.duplicate-key', { readonly key: string }>
  | Problem<'kustomization.repeated-key', { readonly key: string }>
  | Problem<'kustomization.duplicate-field', { readonly field: string; readonly spelling: string }>
  | Problem<'kustomization.unsupported-key', { readonly key: string }>
  | Problem<'kustomization.unsupported-number', NoParameters>
  | Problem<'kustomization.invalid-base64', NoParameters>
  | Problem<'kustomization.wrong-merge', NoParameters>
  | Problem<
      'kustomization.deprecated-field',
      { readonly field: string; readonly replacement: string }
    >
  | Problem<'kustomization.empty', NoParameters>
  | Problem<'kustomization.wrong-kind', { readonly kind: string }>
  | Problem<
      'kustomization.wrong-api-version',
      { readonly kind: string; readonly apiVersion: string; readonly expected: string }
    >
  | Problem<'kustomization.replacement-file-type', { readonly found: JsonKind }>
  | Problem<'kustomization.plugin-without-field-specs', { readonly plugin: string }>;
