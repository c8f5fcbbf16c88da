/** Two values; of one image with two versions only the end of its name. */
export function changeOfValue(before: string | undefined, after: string | undefined): string {
  const image = /^(?:.*\/)?([^/:@]+)[:@]([^/]+)$/;
  const [, oldName, old] = image.exec(before ?? '') ?? [];
  const [, newName, fresh] = image.exec(after ?? '') ?? [];
  return oldName !== undefined && oldName === newName
    ? `${oldName} ${old} → ${fresh}`
    : `${before ?? '–'} → ${after ?? '–'}`;
}
