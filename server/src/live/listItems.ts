import { ApiError } from './apiFailure.ts';
import { isObject, parseJson, type KubeObject } from './parseApi.ts';

/** The longest item, and the longest text around the items, in characters: as long as a line of a watch may be. */
const longestItem = 64 << 20;

/**
 * Reads the items of a list as its text comes, one by one: a list of thousands of Applications is tens of megabytes, and
 * nobody waits until all of it is parsed. It yields each item, and at the end the list without its items. Throws what
 * `JSON.parse` throws for what is no JSON, and `ApiError` for an item that never ends.
 */
export class ListItems {
  private text = '';
  /** What stands around the items. */
  private frame = '';
  private at = 0;
  private depth = 0;
  private isInText = false;
  /** How deep the list of items lies; `undefined` outside of it. */
  private items: number | undefined;
  private start = 0;
  private readonly longest: number;

  constructor(longest = longestItem) {
    this.longest = longest;
  }

  /** The items that are whole with this part of the text. */
  push(part: string): readonly KubeObject[] {
    this.text += part;
    const found: KubeObject[] = [];
    while (this.at < this.text.length) {
      if (this.isInText && !this.skipText()) break;
      if (this.at >= this.text.length) break;
      const item = this.take(this.text.charCodeAt(this.at));
      this.at += 1;
      if (item !== undefined) found.push(item);
    }
    this.forget();
    if (this.text.length > this.longest)
      throw new ApiError({ kind: 'serverError', status: 200, detail: 'tooLong' });
    return found;
  }

  /** The list without its items; throws where its text was cut off. */
  end(): KubeObject {
    const list = parseJson(this.frame + this.text);
    return isObject(list) ? list : {};
  }

  /** One character outside of texts; gives the item that it ends. */
  private take(code: number): KubeObject | undefined {
    switch (code) {
      case quote:
        this.isInText = true;
        return undefined;
      case openBrace:
      case openBracket:
        if (this.items === undefined && code === openBracket && this.isItems()) {
          this.items = this.depth + 1;
          this.frame += this.text.slice(0, this.at + 1);
          this.cut(this.at + 1);
        } else if (this.depth === this.items) this.start = this.at;
        this.depth += 1;
        return undefined;
      case closeBrace:
      case closeBracket:
        this.depth -= 1;
        if (this.items === undefined) return undefined;
        if (code === closeBracket && this.depth < this.items) {
          this.items = undefined;
          // What stands before the bracket are commas and spaces.
          this.cut(this.at);
          return undefined;
        }
        return this.depth === this.items ? this.item() : undefined;
      default:
        return undefined;
    }
  }

  private item(): KubeObject | undefined {
    const value = parseJson(this.text.slice(this.start, this.at + 1));
    this.cut(this.at + 1);
    return isObject(value) ? value : undefined;
  }

  /** Whether a bracket at the place opens `"items"` of the list itself. */
  private isItems(): boolean {
    return (
      this.depth === 1 &&
      /"items"\s*:\s*$/.test(this.text.slice(Math.max(0, this.at - 40), this.at))
    );
  }

  /** Goes to the end of a text; `false` where it ends in a later part. */
  private skipText(): boolean {
    for (;;) {
      const end = this.text.indexOf('"', this.at);
      if (end < 0) {
        this.at = this.text.length;
        return false;
      }
      let slashes = 0;
      while (this.text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
      this.at = end + 1;
      if (slashes % 2 === 1) continue;
      this.isInText = false;
      return true;
    }
  }

  /** Lets go of the text before a place; the next character to look at is the one at it. */
  private cut(before: number): void {
    this.text = this.text.slice(before);
    this.at -= before;
    this.start = 0;
  }

  /** Between items nothing is kept. */
  private forget(): void {
    if (this.items !== undefined && this.depth === this.items && !this.isInText) this.cut(this.at);
  }
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 91, 93, 123, 125,
];
