/** Makes a value when it is first asked for, and keeps it. `make` must be pure: it runs once or never. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
