/** One layer of a manifest; `digest` is `sha256:…`, `size` in bytes. */
export interface ManifestLayer {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** The layers that a manifest names; `undefined` for what is none. Source: OCI Image Manifest Specification v1.1. */
export function parseManifest(text: string): readonly ManifestLayer[] | undefined {
  const layers = mapOf(text)?.['layers'];
  if (!Array.isArray(layers)) return undefined;
  return (layers as readonly unknown[]).flatMap((layer): readonly ManifestLayer[] => {
    if (typeof layer !== 'object' || layer === null) return [];
    const { mediaType, digest, size } = layer as Record<string, unknown>;
    return typeof mediaType === 'string' &&
      typeof digest === 'string' &&
      /^sha256:[0-9a-f]{64}$/.test(digest)
      ? [{ mediaType, digest, size: typeof size === 'number' ? size : 0 }]
      : [];
  });
}

/** The tags of a list of them. Source: OCI Distribution Specification v1.1, “Listing Tags”. */
export function parseTags(text: string): readonly string[] {
  const tags = mapOf(text)?.['tags'];
  return Array.isArray(tags)
    ? (tags as readonly unknown[]).filter((tag): tag is string => typeof tag === 'string')
    : [];
}

/** The token that a service gives; `undefined` where it gives none. */
export function parseToken(text: string): string | undefined {
  const answer = mapOf(text);
  const token = answer?.['token'] ?? answer?.['access_token'];
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

function mapOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
