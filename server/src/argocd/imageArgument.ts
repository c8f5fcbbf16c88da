/** One image as `kustomize edit set image` reads it; `*` keeps what the file says. */
export interface ImageArgument {
  readonly name: string;
  readonly newName: string;
  readonly newTag: string;
  readonly digest: string;
}

/**
 * Reads `[name=]newName[:tag][@digest]`; `undefined` where kustomize refuses it.
 * Source: kustomize v5.8.1 commands/edit/set/setimage.go `parse`; api v0.21.1 internal/image/image.go `Split`.
 */
export function parseImageArgument(argument: string): ImageArgument | undefined {
  const equals = argument.indexOf('=');
  const key = equals < 0 ? '' : argument.slice(0, equals);
  const { name, tag, digest } = splitImage(equals < 0 ? argument : argument.slice(equals + 1));
  if (name === argument) return undefined;
  return key === ''
    ? { name, newName: '', newTag: tag, digest }
    : { name: key, newName: name, newTag: tag, digest };
}

interface SplitImage {
  readonly name: string;
  readonly tag: string;
  readonly digest: string;
}

/** A colon in front of the first slash belongs to a host. */
export function splitImage(image: string): SplitImage {
  const slash = Math.max(image.indexOf('/'), 0);
  const at = image.indexOf('@', slash);
  const colon = image.indexOf(':', slash);
  if (colon < 0 && at < 0) return { name: image, tag: '', digest: '' };
  if (at >= 0 && (at < colon || colon < 0))
    return { name: image.slice(0, at), tag: '', digest: image.slice(at + 1) };
  if (at >= 0)
    return {
      name: image.slice(0, colon),
      tag: image.slice(colon + 1, at),
      digest: image.slice(at + 1),
    };
  return { name: image.slice(0, colon), tag: image.slice(colon + 1), digest: '' };
}
