import { gunzipSync } from 'node:zlib';
import type { ChartFile, FileContent } from './chartFile.ts';

/** The files of an archive, or why it is no chart. */
export type ReadArchive = { readonly files: readonly ChartFile[] } | { readonly problem: string };

/** Helm's bounds, in bytes. Source: Helm v4.2.3 pkg/chart/loader/archive/archive.go. */
const maxChartSize = 100 * 1024 * 1024;
export const maxFileSize = 5 * 1024 * 1024;

/**
 * Unpacks the archive of a chart; names lose the folder at the top.
 * Source: Helm v4.2.3 pkg/chart/loader/archive/archive.go `LoadArchiveFiles`; POSIX.1-2001 pax, GNU tar long names.
 */
export function readArchive(bytes: Uint8Array): ReadArchive {
  const unpacked = gunzip(bytes);
  if ('problem' in unpacked) return unpacked;
  const files: ChartFile[] = [];
  for (const entry of readTar(unpacked)) {
    if (entry.name.startsWith('Chart.yaml')) {
      return { problem: 'chart yaml not in base directory' };
    }
    const name = nameInChart(entry.name);
    if (typeof name !== 'string') {
      return name;
    }
    if (entry.bytes.length > maxFileSize) {
      return {
        problem: `decompressed chart file "${entry.name}" is larger than the maximum file size ${maxFileSize}`,
      };
    }
    files.push({ name, content: contentOf(entry.bytes) });
  }
  return files.length === 0 ? { problem: 'no files in chart archive' } : { files };
}

function gunzip(bytes: Uint8Array): Uint8Array | { readonly problem: string } {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxChartSize + maxFileSize });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      return { problem: `decompressed chart is larger than the maximum size ${maxChartSize}` };
    return {
      problem: code === 'Z_BUF_ERROR' ? 'unexpected EOF: it is cut off' : 'gzip: invalid header',
    };
  }
}

function nameInChart(written: string): string | { readonly problem: string } {
  const delimiter = written.includes('\\') ? '\\' : '/';
  const path = written.split(delimiter).slice(1).join('/');
  if (path.startsWith('/')) {
    return { problem: 'chart illegally contains absolute paths' };
  }
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  const name = parts.join('/');
  if (name === '') {
    return {
      problem: `chart illegally contains content outside the base directory: "${written}"`,
    };
  }
  if (name.startsWith('..')) {
    return { problem: 'chart illegally references parent directory' };
  }
  return /^[a-zA-Z]:\//.test(name) ? { problem: 'chart contains illegally named files' } : name;
}

interface TarEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const blockSize = 512;

/** The files of a tar archive; folders, links and devices have no content and are left out. */
function* readTar(bytes: Uint8Array): Generator<TarEntry> {
  let longName: string | undefined;
  let offset = 0;
  while (offset + blockSize <= bytes.length) {
    const header = bytes.subarray(offset, offset + blockSize);
    if (header.every((byte) => byte === 0)) {
      return;
    }
    const size = sizeIn(header);
    const start = offset + blockSize;
    const content = bytes.subarray(start, start + size);
    offset = start + Math.ceil(size / blockSize) * blockSize;
    switch (String.fromCharCode(header[156] ?? 0)) {
      case 'x':
        longName = paxPath(content) ?? longName;
        break;
      case 'L':
        longName = textUntilNull(content);
        break;
      case 'g':
      case 'K':
        break;
      case '0':
      case '\0':
      case '7': {
        const name = longName ?? nameIn(header);
        longName = undefined;
        if (!name.endsWith('/')) {
          yield { name, bytes: content };
        }
        break;
      }
      default:
        longName = undefined;
    }
  }
}

function nameIn(header: Uint8Array): string {
  const name = textUntilNull(header.subarray(0, 100));
  const isUstar = textUntilNull(header.subarray(257, 263)).startsWith('ustar');
  const prefix = isUstar ? textUntilNull(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

function sizeIn(header: Uint8Array): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) !== 0) {
    return field.subarray(4).reduce((size, byte) => size * 256 + byte, 0);
  }
  return Number.parseInt(textUntilNull(field).trim(), 8) || 0;
}

/** The path in an extended header, whose records are `length key=value\n`. */
function paxPath(content: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(content);
  return /(?:^|\n)[0-9]+ path=([^\n]*)\n/.exec(text)?.[1];
}

function textUntilNull(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function contentOf(bytes: Uint8Array): FileContent {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: 'text', text };
  } catch {
    return { kind: 'bytes', bytes };
  }
}
