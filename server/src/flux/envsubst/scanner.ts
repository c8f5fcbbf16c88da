import { runeAt, type ByteText } from './byteText.ts';

/** What a scan found. */
export type Token = 'illegal' | 'end' | 'text' | 'open' | 'close';

/** Which tokens a scan looks for beside the end. */
export interface ScanMode {
  readonly text?: boolean;
  readonly open?: boolean;
  readonly close?: boolean;
  readonly escape?: boolean;
}

/** Whether a character belongs to a text; `index` counts bytes from the beginning of the token, this one included. */
export type Accept = (point: number, index: number) => boolean;

/** Codes of characters. */
export const codes = {
  hash: 0x23,
  dollar: 0x24,
  percent: 0x25,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  slash: 0x2f,
  colon: 0x3a,
  equal: 0x3d,
  question: 0x3f,
  backslash: 0x5c,
  caret: 0x5e,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** A NUL byte ends a scan as the end of the text does. */
const endPoint = 0;

/**
 * The lexical scanner of envsubst. It owns its place in the text; a scan goes on from where the last one ended.
 * Source: fluxcd/pkg/envsubst v1.8.0 parse/scan.go.
 */
export class Scanner {
  private readonly buffer: ByteText;
  private at = 0;
  private width = 0;
  /** What the token has before its last escape, and where it goes on. */
  private taken = '';
  private from = 0;
  /** Which escapes count: `$$` always; `\/` and `\\` inside of braces, and from the first brace on where it is set. */
  escapes: 'dollar' | 'all' = 'dollar';

  constructor(buffer: ByteText) {
    this.buffer = buffer;
  }

  /** The text of the last token, without its escapes. */
  get token(): ByteText {
    return this.taken + this.buffer.slice(this.from, this.at);
  }

  /** The next character; 0 at the end. */
  peek(): number {
    const point = this.read();
    this.unread();
    return point;
  }

  /**
   * The character after the next one; 0 at the end. As in Go, the scanner then goes back by the width of that character,
   * and so too far, or not at all, where it is not one byte: `${name:é}` is an error.
   */
  peekSecond(): number {
    this.read();
    const point = this.peek();
    this.unread();
    return point;
  }

  /** Reads a token. */
  scan(mode: ScanMode, accept: Accept): Token {
    this.from = this.at;
    this.taken = '';
    const point = this.read();
    if (point === endPoint) return 'end';
    if (mode.open === true && this.scanOpen(point)) return 'open';
    if (mode.close === true && point === codes.closeBrace) return 'close';
    return mode.text === true && this.scanText(point, mode, accept) ? 'text' : 'illegal';
  }

  private scanText(first: number, mode: ScanMode, accept: Accept): boolean {
    if (this.isEscape(first, mode)) this.skip();
    else if (!accept(first, this.length())) return false;
    for (;;) {
      const point = this.read();
      if (point === endPoint) {
        this.unread();
        return true;
      }
      if (mode.open === true && this.scanOpen(point)) {
        this.at -= 2;
        return true;
      }
      if (this.isEscape(point, mode)) {
        this.skip();
        continue;
      }
      if (!accept(point, this.length())) {
        this.unread();
        return true;
      }
    }
  }

  /** The bytes of the token so far; a dropped backslash or dollar sign does not count. */
  private length(): number {
    return this.taken.length + this.at - this.from;
  }

  private scanOpen(point: number): boolean {
    if (point !== codes.dollar) return false;
    if (this.peekKeepingWidth() !== codes.openBrace) return false;
    this.read();
    return true;
  }

  private isEscape(point: number, mode: ScanMode): boolean {
    if (mode.escape !== true) return false;
    const next = this.peekKeepingWidth();
    if (point === codes.dollar) return next === codes.dollar;
    return (
      point === codes.backslash &&
      this.escapes === 'all' &&
      (next === codes.slash || next === codes.backslash)
    );
  }

  /** Drops the character that was read and takes the one behind it as it is. */
  private skip(): void {
    this.taken += this.buffer.slice(this.from, this.at - 1);
    this.from = this.at;
    this.at += 1;
  }

  private peekKeepingWidth(): number {
    return this.at < this.buffer.length ? runeAt(this.buffer, this.at).point : endPoint;
  }

  private read(): number {
    if (this.at >= this.buffer.length) {
      this.width = 0;
      return endPoint;
    }
    const { point, width } = runeAt(this.buffer, this.at);
    this.width = width;
    this.at += width;
    return point;
  }

  private unread(): void {
    this.at -= this.width;
  }
}
