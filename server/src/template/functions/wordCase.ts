import { isGoSpace } from './trim.ts';
import { mapCase } from './strings.ts';

/** What a run of characters is. */
type WordType = 'none' | 'number' | 'upper' | 'alphabet' | 'connector' | 'punctuation' | 'other';

interface Word {
  readonly type: WordType;
  readonly text: string;
}

interface Reader {
  readonly characters: readonly string[];
  index: number;
}

/**
 * A text in camel case as words in lower case with a connector between them: `HTTP20xOK` becomes `http_20x_ok`.
 * Source: huandu/xstrings v1.5.0 convert.go `camelCaseToLowerCase`.
 */
export function toSeparatedWords(text: string, connector: string): string {
  const reader: Reader = { characters: Array.from(text), index: 0 };
  let result = '';
  let word = nextWord(reader);
  const write = (each: Word): void => {
    result += lower(each, connector);
  };
  const isEnd = (): boolean => reader.index >= reader.characters.length;
  const connects = (): void => {
    if (word.type !== 'none' && word.type !== 'connector' && word.type !== 'punctuation') {
      result += connector;
    }
  };
  const takeAlphanumeric = (): void => {
    while (word.type === 'alphabet' || word.type === 'number') {
      write(word);
      word = nextWord(reader);
    }
  };
  while (!isEnd()) {
    const last = word;
    if (last.type !== 'connector') {
      write(last);
    }
    word = nextWord(reader);
    switch (last.type) {
      case 'number':
        takeAlphanumeric();
        connects();
        break;
      case 'connector':
        write(last);
        break;
      case 'punctuation':
        break;
      default: {
        if (word.type !== 'number') {
          if (word.type !== 'connector' && word.type !== 'punctuation') {
            result += connector;
          }
          break;
        }
        if (isEnd()) {
          break;
        }
        const number = word;
        word = nextWord(reader);
        if (word.type !== 'alphabet') {
          write(number);
          if (word.type !== 'connector' && word.type !== 'punctuation') {
            result += connector;
          }
          break;
        }
        result += connector;
        write(number);
        takeAlphanumeric();
        connects();
      }
    }
  }
  write(word);
  return result;
}

function lower({ type, text }: Word, connector: string): string {
  if (type !== 'upper' && type !== 'connector') {
    return text;
  }
  return Array.from(text, (character) =>
    isConnector(character)
      ? connector
      : isUpper(character)
        ? mapCase(character, 'lower')
        : character,
  ).join('');
}

function nextWord(reader: Reader): Word {
  const first = reader.characters[reader.index];
  if (first === undefined) {
    return { type: 'none', text: '' };
  }
  const start = reader.index;
  reader.index += 1;
  const type = wordType(first);
  switch (type) {
    case 'upper':
      takeUpper(reader);
      break;
    case 'alphabet':
      take(reader, (character) => isAlphabet(character) && !isUpper(character));
      break;
    case 'punctuation':
      take(reader, (character) => /\p{P}/u.test(character));
      break;
    default:
      take(reader, (character) => wordType(character) === type);
  }
  return { type, text: reader.characters.slice(start, reader.index).join('') };
}

function wordType(character: string): WordType {
  if (isConnector(character)) {
    return 'connector';
  }
  if (/\p{P}/u.test(character)) {
    return 'punctuation';
  }
  if (isUpper(character)) {
    return 'upper';
  }
  if (isAlphabet(character)) {
    return 'alphabet';
  }
  return /\p{N}/u.test(character) ? 'number' : 'other';
}

function takeUpper(reader: Reader): void {
  const following = reader.characters[reader.index];
  if (following === undefined) {
    return;
  }
  if (isUpper(following)) {
    take(reader, isUpper);
    const after = reader.characters[reader.index];
    if (after !== undefined && isAlphabet(after)) {
      reader.index -= 1;
    }
  } else if (isAlphabet(following)) {
    take(reader, (character) => isAlphabet(character) && !isUpper(character));
  }
}

function take(reader: Reader, test: (character: string) => boolean): void {
  for (;;) {
    const character = reader.characters[reader.index];
    if (character === undefined || !test(character)) {
      return;
    }
    reader.index += 1;
  }
}

function isConnector(character: string): boolean {
  return character === '-' || character === '_' || isGoSpace(character);
}

function isUpper(character: string): boolean {
  return /\p{Lu}/u.test(character);
}

/** Letters, but for Chinese characters. Source: xstrings v1.5.0 count.go `isAlphabet`. */
function isAlphabet(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isChinese =
    (code >= 0x4e00 && code <= 0x9fcc) ||
    (code >= 0x3400 && code <= 0x4d85) ||
    (code >= 0x20000 && code <= 0x2b81d);
  return /\p{L}/u.test(character) && !isChinese;
}
