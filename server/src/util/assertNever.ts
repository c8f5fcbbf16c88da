/**
 * Ends an exhaustive `switch`: the compiler refuses the call while a case is missing.
 * It is the only place in the pure half that throws, since only a fault of ours can reach it.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${describe(value)}`);
}

/** Names the case without its content: a message must not carry the text of somebody's files. */
function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return typeof value;
  }
  return 'kind' in value && typeof value.kind === 'string' ? `kind ${value.kind}` : 'object';
}
