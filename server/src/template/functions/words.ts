import { byteLength, fromByteValues, sliceBytes, toBytes } from '../goBytes.ts';
import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { stringValue } from '../value.ts';
import { countOf, textOf } from './arguments.ts';
import { mapCase } from './strings.ts';
import { isGoSpace } from './trim.ts';
import { toSeparatedWords } from './wordCase.ts';

/**
 * Functions on the words of a text.
 * Source: sprig v3.3.0 functions.go; Masterminds/goutils v1.1.1 wordutils.go, stringutils.go; huandu/xstrings v1.5.0 convert.go.
 */
export const wordFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['title', onText(title)],
  ['untitle', onText(untitle)],
  ['swapcase', onText(swapCase)],
  [
    'nospace',
    onText((text) => onBytes(text, (characters) => characters.filter((each) => !isGoSpace(each)))),
  ],
  ['initials', onText(initials)],
  ['snakecase', onText((text) => toSeparatedWords(text, '_'))],
  ['kebabcase', onText((text) => toSeparatedWords(text, '-'))],
  ['camelcase', onText(toPascalCase)],
  [
    'wrap',
    goFunction('int, string', 'string', ([width, text]) =>
      stringValue(wrap(textOf(text), countOf(width), '\n', 'keep')),
    ),
  ],
  [
    'wrapWith',
    goFunction('int, string, string', 'string', ([width, separator, text]) =>
      stringValue(wrap(textOf(text), countOf(width), textOf(separator) || '\n', 'cut')),
    ),
  ],
  [
    'abbrev',
    goFunction('int, string', 'string', ([width, text]) =>
      abbreviated(textOf(text), 0, countOf(width)),
    ),
  ],
  [
    'abbrevboth',
    goFunction('int, int, string', 'string', ([left, right, text]) => {
      const [from, width] = [countOf(left), countOf(right)];
      return width < 4 || (from > 0 && width < 7)
        ? stringValue(textOf(text))
        : abbreviated(textOf(text), from, width);
    }),
  ],
];

function onText(change: (text: string) => string): TemplateFunction {
  return goFunction('string', 'string', ([text]) => stringValue(change(textOf(text))));
}

/** Go's `strings.Title`: upper case after whatever is no letter, digit or underscore. */
function title(text: string): string {
  let before = ' ';
  return Array.from(text, (character) => {
    const changed = isSeparator(before) ? mapCase(character, 'upper') : character;
    before = character;
    return changed;
  }).join('');
}

function isSeparator(character: string): boolean {
  if (character.charCodeAt(0) < 0x80) {
    return !/\w/.test(character);
  }
  return !/[\p{L}\p{Nd}]/u.test(character) && isGoSpace(character);
}

function untitle(text: string): string {
  let isFirst = true;
  return Array.from(text, (character) => {
    if (isGoSpace(character)) {
      isFirst = true;
      return character;
    }
    const changed = isFirst ? mapCase(character, 'lower') : character;
    isFirst = false;
    return changed;
  }).join('');
}

function swapCase(text: string): string {
  return Array.from(text, (character) => {
    if (/[\p{Lu}\p{Lt}]/u.test(character)) {
      return mapCase(character, 'lower');
    }
    return /\p{Ll}/u.test(character) ? mapCase(character, 'upper') : character;
  }).join('');
}

/** The library takes bytes for characters: what is beyond ASCII comes out as Latin 1. */
function onBytes(
  text: string,
  change: (characters: readonly string[]) => readonly string[],
): string {
  const characters = Array.from(toBytes(text), (byte) => String.fromCharCode(byte));
  const changed = change(characters);
  return changed.length === characters.length ? text : changed.join('');
}

function initials(text: string): string {
  let afterGap = true;
  let result = '';
  for (const byte of toBytes(text)) {
    const character = String.fromCharCode(byte);
    if (isGoSpace(character)) {
      afterGap = true;
    } else if (afterGap) {
      result += character;
      afterGap = false;
    }
  }
  return result;
}

/** Source: xstrings v1.5.0 convert.go `toCamelCase`. */
function toPascalCase(text: string): string {
  const characters = Array.from(text);
  const start = characters.findIndex((character) => !isConnector(character));
  if (start < 0) {
    // The library writes the last one twice.
    return text + (characters.at(-1) ?? '');
  }
  let result = characters.slice(0, start).join('');
  let current = characters[start] ?? '';
  let firstIsUpper = isUpper(current);
  current = mapCase(current, 'upper');
  for (const character of characters.slice(start + 1)) {
    const before = current;
    current = character;
    if (isConnector(before)) {
      if (isConnector(current)) {
        result += before;
        continue;
      }
      firstIsUpper = isUpper(current);
      current = mapCase(current, 'upper');
    } else {
      if (firstIsUpper) {
        if (isUpper(current)) {
          current = mapCase(current, 'lower');
        } else {
          firstIsUpper = false;
        }
      }
      result += before;
    }
  }
  return result + current;
}

function isUpper(character: string): boolean {
  return /\p{Lu}/u.test(character);
}

function isConnector(character: string): boolean {
  return character === '-' || character === '_' || isGoSpace(character);
}

/** Source: goutils v1.1.1 wordutils.go `WrapCustom`; it counts bytes. */
function wrap(text: string, width: number, separator: string, longWords: 'keep' | 'cut'): string {
  const bytes = Array.from(toBytes(text));
  const length = Math.max(width, 1);
  const parts: number[] = [];
  const breakLine = (from: number, to: number): void => {
    parts.push(...bytes.slice(from, to), ...toBytes(separator));
  };
  let offset = 0;
  while (bytes.length - offset > length) {
    if (bytes[offset] === 0x20) {
      offset += 1;
      continue;
    }
    const space = bytes.lastIndexOf(0x20, length + offset);
    if (space >= offset) {
      breakLine(offset, space);
      offset = space + 1;
    } else if (longWords === 'cut') {
      breakLine(offset, offset + length);
      offset += length;
    } else {
      const next = bytes.indexOf(0x20, offset + length);
      if (next < 0) {
        break;
      }
      breakLine(offset, next);
      offset = next + 1;
    }
  }
  return fromByteValues([...parts, ...bytes.slice(offset)]);
}

/** Source: goutils v1.1.1 stringutils.go `AbbreviateFull`; what it refuses becomes an empty text. */
function abbreviated(text: string, left: number, width: number): CallResult {
  const result = width < 4 && left === 0 ? text : abbreviate(text, left, width);
  return result === undefined ? failure('slice bounds out of range') : stringValue(result);
}

function abbreviate(text: string, left: number, width: number): string | undefined {
  const length = byteLength(text);
  if (text === '' || width < 4) {
    return '';
  }
  if (length <= width) {
    return text;
  }
  let offset = Math.min(left, length);
  if (length - offset < width - 3) {
    offset = length - (width - 3);
  }
  if (offset <= 4) {
    return `${sliceBytes(text, 0, width - 3)}...`;
  }
  if (width < 7) {
    return '';
  }
  if (offset + width - 3 < length) {
    return `...${abbreviate(sliceBytes(text, offset, length), 0, width - 3) ?? ''}`;
  }
  return `...${sliceBytes(text, length - (width - 3), length)}`;
}
