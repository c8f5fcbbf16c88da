import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { toBytes } from '../goBytes.ts';
import { stringValue, type Value } from '../value.ts';
import { textOf } from './arguments.ts';
import { decodeBase64 } from './encodings.ts';

/**
 * A certificate with its key, as somebody gives them: it is the same each time. What has the form of a certificate and of a key
 * is taken for one; of anything else that says to be one, Strata does not know Go's words.
 * Source: sprig v3.3.0 crypto.go `buildCustomCertificate`, `parsePrivateKeyPEM`.
 */
export const customCertFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'buildCustomCert',
    goFunction('string, string', 'sprig.certificate', ([certificate, key]) =>
      customCert(textOf(certificate), textOf(key)),
    ),
  ],
];

function customCert(certificate: string, key: string): CallResult {
  const cert = decodeBase64(certificate);
  if (cert === undefined) return failure('unable to decode base64 certificate');
  const secret = decodeBase64(key);
  if (secret === undefined) return failure('unable to decode base64 private key');
  const certBlock = readBlock(cert);
  if (certBlock === undefined) return failure('unable to decode certificate');
  if (certBlock === 'unknown' || !isCertificate(certBlock.bytes)) return unknown();
  const keyBlock = readBlock(secret);
  if (keyBlock === undefined) return failure('error parsing private key: no PEM data in input');
  if (keyBlock === 'unknown') return unknown();
  const { type, bytes } = keyBlock;
  if (type !== 'PRIVATE KEY' && !type.endsWith(' PRIVATE KEY'))
    return failure(`error parsing private key: no private key data in PEM block of type ${type}`);
  if (!isKey(type, bytes)) return unknown();
  return {
    kind: 'object',
    type: 'sprig.certificate',
    fields: new Map<string, Value>([
      ['Cert', stringValue(cert)],
      ['Key', stringValue(secret)],
    ]),
    text: `{${cert} ${secret}}`,
  };
}

function unknown(): CallResult {
  return failure('Strata does not know this form of certificates and keys', 'unsupported');
}

interface Block {
  readonly type: string;
  readonly bytes: readonly number[];
}

/** The first block of PEM; `unknown` for one that is written in some rare way. Source: Go 1.26 encoding/pem `Decode`. */
function readBlock(text: string): Block | 'unknown' | undefined {
  if (!text.includes('-----BEGIN')) return undefined;
  const match =
    /^(?:[^-\n][^\n]*\n|\n)*-----BEGIN ([A-Z0-9 ]+)-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)-----END \1-----\s*(?:\n|$)/.exec(
      text,
    );
  const [, type, body] = match ?? [];
  const decoded = body === undefined ? undefined : decodeBase64(body);
  return type === undefined || decoded === undefined
    ? 'unknown'
    : { type, bytes: [...toBytes(decoded)] };
}

/** Tags of ASN.1. */
const [integer, bits, octets, sequence] = [0x02, 0x03, 0x04, 0x30];

function isCertificate(bytes: readonly number[]): boolean {
  const [content, ...more] = tagsIn(bytes, 0, bytes.length) ?? [];
  if (content?.tag !== sequence || more.length > 0) return false;
  const parts = tagsIn(bytes, content.start, content.end) ?? [];
  return sameTags(parts, [sequence, sequence, bits]);
}

/** Keys of RSA and of elliptic curves, and those that say themselves what they are. */
function isKey(type: string, bytes: readonly number[]): boolean {
  const [content, ...more] = tagsIn(bytes, 0, bytes.length) ?? [];
  if (content?.tag !== sequence || more.length > 0) return false;
  const parts = tagsIn(bytes, content.start, content.end) ?? [];
  switch (type) {
    case 'PRIVATE KEY':
      return sameTags(parts.slice(0, 3), [integer, sequence, octets]);
    case 'RSA PRIVATE KEY':
      return sameTags(
        parts,
        Array.from({ length: 9 }, () => integer),
      );
    case 'EC PRIVATE KEY':
      return sameTags(parts.slice(0, 2), [integer, octets]);
    default:
      return false;
  }
}

interface Element {
  readonly tag: number;
  /** Where its content starts and ends. */
  readonly start: number;
  readonly end: number;
}

function sameTags(elements: readonly Element[], tags: readonly number[]): boolean {
  return elements.length === tags.length && elements.every(({ tag }, index) => tag === tags[index]);
}

/** The elements of DER that fill a stretch of bytes; `undefined` where it is no DER. */
function tagsIn(
  bytes: readonly number[],
  start: number,
  end: number,
): readonly Element[] | undefined {
  const elements: Element[] = [];
  let at = start;
  while (at < end) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const count = first < 0x80 ? 0 : first & 0x7f;
    const size =
      count === 0
        ? first
        : bytes.slice(at + 2, at + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
    const from = at + 2 + count;
    if (first === 0x80 || count > 4 || from + size > end) return undefined;
    elements.push({ tag, start: from, end: from + size });
    at = from + size;
  }
  return elements;
}
