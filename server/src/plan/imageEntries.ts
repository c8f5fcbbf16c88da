import type { TextEdit } from '../text/textEdit.ts';
import type { EditRange } from '../yaml/edit.ts';
import { rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { imageAutomationOf } from './managedLines.ts';
import { joinVersion, splitVersion } from './versionText.ts';
import type { VersionSite } from './versionSites.ts';
import type { Frame, VisitedMap } from './walkText.ts';
import { quoted, replacePart } from './writeScalar.ts';

/**
 * An entry of `images:` of a kustomization, or of a Kustomization of Flux: tag and digest are one version. `undefined` for
 * any other map.
 */
export function imageEntries(visited: VisitedMap, text: string): VersionSite | undefined {
  const { node, keys, document, frame, field: way } = visited;
  const isKustomization = document === 'kustomization' && keys.length === 1;
  const isFlux = document.startsWith('Kustomization/') && keys.length === 2 && keys[0] === 'spec';
  if (keys.at(-1) !== 'images' || !(isKustomization || isFlux)) return undefined;
  const entry = readEntry(node);
  if (entry === undefined) return undefined;
  const { name, newName, newTag, digest } = entry;
  const { start } = frame.rangeOf((newTag ?? digest ?? name).ordinal);
  const offset = frame.toFile({ start, end: start })?.start ?? 0;
  const named = newName === undefined || newName.value === name.value ? [] : [newName.value];
  return {
    kind: 'image',
    subjects: [name.value, ...named].map((one) => `image ${one}`),
    place: `${document}:${way}`,
    field: way,
    version: joinVersion({ tag: newTag?.value, digest: digest?.value }),
    offset,
    policy: imageAutomationOf(text, offset),
    newName: newName?.value,
    write: (version) => writeEntry(frame, node, entry, version),
  };
}

interface Entry {
  readonly name: ScalarNode;
  readonly newName: ScalarNode | undefined;
  readonly newTag: ScalarNode | undefined;
  readonly digest: ScalarNode | undefined;
}

function readEntry(map: MapNode): Entry | undefined {
  const scalar = (key: string): ScalarNode | undefined => {
    const found = map.values[map.keys.findIndex((one) => one.toLowerCase() === key.toLowerCase())];
    const node: ResourceNode | undefined = found?.kind === 'alias' ? found.target : found;
    return node?.kind === 'scalar' && rawText(node) !== '' ? node : undefined;
  };
  const name = scalar('name');
  if (name === undefined || scalar('tagSuffix') !== undefined) return undefined;
  return { name, newName: scalar('newName'), newTag: scalar('newTag'), digest: scalar('digest') };
}

function writeEntry(
  frame: Frame,
  map: MapNode,
  { name, newName, newTag, digest }: Entry,
  version: string,
): readonly TextEdit[] | undefined {
  const wanted = splitVersion(version);
  const all: TextEdit[] = [];
  const put = (edit: TextEdit | undefined): boolean => {
    if (edit !== undefined) all.push(edit);
    return edit !== undefined;
  };
  const whole = (node: ScalarNode): EditRange => ({ start: 0, end: node.value.length });
  const [old, fresh] = [wanted.tag, wanted.digest];
  if (newTag !== undefined && digest === undefined && old === undefined && fresh !== undefined)
    return renamed(frame, newTag, 'digest', fresh);
  if (digest !== undefined && newTag === undefined && fresh === undefined && old !== undefined)
    return renamed(frame, digest, 'newTag', old);
  for (const [node, value, key] of [
    [newTag, old, 'newTag'],
    [digest, fresh, 'digest'],
  ] as const) {
    if (value === undefined) {
      if (node !== undefined && !put(removed(frame, map, node))) return undefined;
      continue;
    }
    const done =
      node === undefined
        ? put(added(frame, map, newTag ?? digest ?? newName ?? name, { key, value }))
        : put(replacePart(frame, node, whole(node), value));
    if (!done) return undefined;
  }
  return all;
}

/** `newTag: 1.0` becomes `digest: sha256:…`, or the other way round. */
function renamed(
  frame: Frame,
  node: ScalarNode,
  key: string,
  value: string,
): readonly TextEdit[] | undefined {
  const name = frame.rangeOf(node.ordinal - 1);
  const written = frame.text.slice(name.start, name.end);
  const quote = /^["']/.exec(written)?.[0] ?? '';
  const inFile = frame.toFile(name);
  const edit = replacePart(frame, node, { start: 0, end: node.value.length }, value);
  if (inFile === undefined || edit === undefined || !isKeyOfVersion(written)) return undefined;
  return [{ ...inFile, newText: `${quote}${key}${quote}` }, edit];
}

function isKeyOfVersion(written: string): boolean {
  return /^["']?(?:newTag|digest)["']?$/i.test(written);
}

/**
 * An entry without one of its lines, or one of its values in flow; a comment beside it stays. `undefined` where something
 * else stands there, which would go with it.
 */
function removed(frame: Frame, map: MapNode, node: ScalarNode): TextEdit | undefined {
  const { text } = frame;
  const key = frame.rangeOf(node.ordinal - 1);
  const value = frame.rangeOf(node.ordinal);
  const isAlone = /^:[ \t]*$/.test(text.slice(key.end, value.start));
  if (!isKeyOfVersion(text.slice(key.start, key.end)) || !isAlone) return undefined;
  const end = value.start + text.slice(value.start, value.end).trimEnd().length;
  const range = map.flow
    ? flowPart(text, { start: key.start, end })
    : linePart(text, { start: key.start, end });
  const place = range && frame.toFile(range);
  return place && { ...place, newText: '' };
}

/** A key and its value with one of the commas around. */
function flowPart(text: string, { start, end }: EditRange): EditRange | undefined {
  const before = /,\s*$/.exec(text.slice(0, start));
  if (before !== null) return { start: before.index, end };
  const after = /^\s*,\s*/.exec(text.slice(end));
  return after === null ? undefined : { start, end: end + after[0].length };
}

/** The line that a key and its value fill, but for a comment; behind the dash of an item, the next line comes up. */
function linePart(text: string, { start, end }: EditRange): EditRange | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', end);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak + 1;
  const indent = text.slice(lineStart, start);
  const rest = text.slice(end, lineEnd);
  if (rest.trim() !== '') {
    const isComment = /^[ \t]+#/.test(rest) && indent.trim() === '';
    return isComment ? { start, end: end + rest.indexOf('#') } : undefined;
  }
  if (indent.trim() === '') return { start: lineStart, end: lineEnd };
  const below = text.slice(lineEnd, lineEnd + indent.length + 1);
  const isAtKey = below.length > indent.length && below.search(/\S/) === indent.length;
  return isAtKey && /^ *- +$/.test(indent) ? { start, end: lineEnd + indent.length } : undefined;
}

/** One more line of an entry below one that it has, or one more value in flow. */
function added(
  frame: Frame,
  map: MapNode,
  last: ScalarNode,
  { key, value }: { readonly key: string; readonly value: string },
): TextEdit | undefined {
  const { text } = frame;
  const range = frame.rangeOf(last.ordinal);
  const end = range.start + text.slice(range.start, range.end).trimEnd().length;
  const entry = `${key}: ${quoted(frame, value)}`;
  if (map.flow) return insert(frame, end, `, ${entry}`);
  const keyStart = frame.rangeOf(last.ordinal - 1).start;
  const column = keyStart - (text.lastIndexOf('\n', keyStart - 1) + 1);
  const lineEnd = text.indexOf('\n', end);
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const indent = ' '.repeat(column);
  return lineEnd < 0
    ? insert(frame, text.length, `${lineBreak}${indent}${entry}`)
    : insert(frame, lineEnd + 1, `${indent}${entry}${lineBreak}`);
}

function insert(frame: Frame, at: number, newText: string): TextEdit | undefined {
  const place = frame.toFile({ start: at, end: at });
  return place && { ...place, newText };
}
