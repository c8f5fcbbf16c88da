import type { Severity } from '../text/diagnostics.ts';

/** The rules for secrets by their codes; `secrets.md` of the design has the table that they follow. */
export type SecretRule =
  | 'secrets.access-key-id'
  | 'secrets.annotation'
  | 'secrets.argocd-credential'
  | 'secrets.argument'
  | 'secrets.authorization'
  | 'secrets.chart-value'
  | 'secrets.ciphertext-deployed'
  | 'secrets.ciphertext-rendered'
  | 'secrets.config-map'
  | 'secrets.decrypted-twin'
  | 'secrets.decryption-key'
  | 'secrets.decryption-key-in-use'
  | 'secrets.default-credential'
  | 'secrets.docker-config'
  | 'secrets.environment'
  | 'secrets.external-secret-template'
  | 'secrets.generic'
  | 'secrets.helm-template'
  | 'secrets.helm-value'
  | 'secrets.kustomize-generator'
  | 'secrets.last-applied'
  | 'secrets.password-hash'
  | 'secrets.private-key'
  | 'secrets.rendered'
  | 'secrets.sealed-secret'
  | 'secrets.sealed-secret-moved'
  | 'secrets.secret-data'
  | 'secrets.sops-added-later'
  | 'secrets.sops-encrypts-nothing'
  | 'secrets.sops-ignored-file'
  | 'secrets.sops-not-encrypted'
  | 'secrets.sops-partly-encrypted'
  | 'secrets.sops-plain-document'
  | 'secrets.sops-recipients-differ'
  | 'secrets.sops-rule'
  | 'secrets.sops-shared-recipient'
  | 'secrets.sops-single-recipient'
  | 'secrets.substitution'
  | 'secrets.token'
  | 'secrets.unused-suppression'
  | 'secrets.url';

/**
 * A finding as a rule makes it, before it has a place in the text. `inner` are UTF-16 offsets in the value of the scalar
 * `ordinal`, where only a part of it is meant; without an ordinal they are offsets in the file.
 */
export interface Hit {
  readonly rule: SecretRule;
  readonly severity: Severity;
  readonly ordinal: number | undefined;
  readonly inner: { readonly start: number; readonly end: number } | undefined;
  /** The lines of the value that `inner` is on, from 0. */
  readonly innerLines?: { readonly first: number; readonly last: number };
  /** The document and the JSON pointer in it; where a text has no such thing, its keys. Never derived from a value. */
  readonly pointer: string;
  /** The key or the place, as the message names it. */
  readonly name: string;
  /** Compared to give equal values equal masks; leaves the pure half nowhere. `undefined` where no value is meant. */
  readonly value: string | undefined;
}
