declare const redacted: unique symbol;

/**
 * Text that may leave Strata: no value of a Secret stands in it. Only `secrets/redact.ts` makes it, so that whoever
 * shows rendered text can ask for this type and be sure.
 */
export type RedactedYaml = string & { readonly [redacted]: true };
