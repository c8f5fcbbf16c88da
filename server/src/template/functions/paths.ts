import { goFunction, type TemplateFunction } from '../functionTable.ts';
import { boolValue, stringValue } from '../value.ts';
import { textOf } from './arguments.ts';

/** Functions on paths with slashes. Source: sprig v3.3.0 functions.go; Go 1.26 path/path.go. */
export const pathFunctions: readonly (readonly [string, TemplateFunction])[] = ['', 'os'].flatMap(
  (prefix) => [
    [named(prefix, 'base'), onPath(basePath)] as const,
    [named(prefix, 'dir'), onPath(directoryOf)] as const,
    [named(prefix, 'clean'), onPath(cleanPath)] as const,
    [named(prefix, 'ext'), onPath(extensionOf)] as const,
    [
      named(prefix, 'isAbs'),
      goFunction('string', 'bool', ([path]) => boolValue(textOf(path).startsWith('/'))),
    ] as const,
  ],
);

function named(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function onPath(change: (path: string) => string): TemplateFunction {
  return goFunction('string', 'string', ([path]) => stringValue(change(textOf(path))));
}

/** Go's `path.Base`: the last part. */
export function basePath(path: string): string {
  if (path === '') {
    return '.';
  }
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1);
}

/** Go's `path.Dir`: all but the last part. */
export function directoryOf(path: string): string {
  return cleanPath(path.slice(0, path.lastIndexOf('/') + 1));
}

/** Go's `path.Clean`: the shortest path that means the same. */
export function cleanPath(path: string): string {
  const isRooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') {
      continue;
    }
    if (part !== '..') {
      parts.push(part);
    } else if (parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (!isRooted) {
      parts.push('..');
    }
  }
  const cleaned = parts.join('/');
  return isRooted ? `/${cleaned}` : cleaned === '' ? '.' : cleaned;
}

function extensionOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot);
}
