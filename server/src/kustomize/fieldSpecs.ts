/**
 * A field that a transformer may change: `path` with `/` between names and `[]` after a list, in the resources that
 * `group`, `version` and `kind` select ('' for any). `create` makes the field where it is missing.
 *
 * Source: kustomize api/types/fieldspec.go (v0.21.1).
 */
export interface FieldSpec {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: string;
  readonly create: boolean;
}
