import { gzipSync } from 'node:zlib';

/** A chart as `helm package` packs it: its files below a folder of its name. */
export function archiveOf(folder: string, files: Readonly<Record<string, string>>): Buffer {
  const named = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const);
  return gzipSync(tarOf(Object.fromEntries(named)));
}

/** A tar archive of some files, by their names. */
export function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(Buffer.byteLength(text).toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    body.write(text);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
