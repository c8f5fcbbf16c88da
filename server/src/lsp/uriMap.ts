import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Values by URI. Clients write the URI of one file in several ways: VS Code encodes `:` and `@`, and writes drives of Windows
 * in lower case, where others and Node do not. All ways lead to the same value.
 */
export class UriMap<Value> extends Map<string, Value> {
  override get(uri: string): Value | undefined {
    return super.get(sameUri(uri));
  }

  override has(uri: string): boolean {
    return super.has(sameUri(uri));
  }

  override set(uri: string, value: Value): this {
    return super.set(sameUri(uri), value);
  }

  override delete(uri: string): boolean {
    return super.delete(sameUri(uri));
  }
}

/** The URI of a file as Node writes it, with the letter of a drive in lower case; any other text stays as it is. */
export function sameUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    const { href } = pathToFileURL(fileURLToPath(uri));
    return href.replace(/^file:\/\/\/[A-Z]:/, (drive) => drive.toLowerCase());
  } catch {
    // No file can have such a name.
    return uri;
  }
}
