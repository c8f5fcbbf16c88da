/** Checksums, since the pure folders cannot reach those of the platform. All give hexadecimal digits. */

/** SHA-1. Source: FIPS 180-4, section 6.1. */
export function sha1(bytes: Uint8Array): string {
  let [a, b, c, d, e] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const view = padded(bytes, 64);
  const words = new Uint32Array(80);
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let index = 0; index < 80; index += 1) {
      words[index] =
        index < 16
          ? view.getUint32(offset + index * 4)
          : rotateLeft(
              at(words, index - 3) ^
                at(words, index - 8) ^
                at(words, index - 14) ^
                at(words, index - 16),
              1,
            );
    }
    let [v, w, x, y, z] = [a, b, c, d, e];
    for (let index = 0; index < 80; index += 1) {
      const [mixed, constant] =
        index < 20
          ? [(w & x) | (~w & y), 0x5a827999]
          : index < 40
            ? [w ^ x ^ y, 0x6ed9eba1]
            : index < 60
              ? [(w & x) | (w & y) | (x & y), 0x8f1bbcdc]
              : [w ^ x ^ y, 0xca62c1d6];
      const next = (rotateLeft(v, 5) + mixed + z + constant + at(words, index)) >>> 0;
      [v, w, x, y, z] = [next, v, rotateLeft(w, 30), x, y];
    }
    [a, b, c, d, e] = [(a + v) >>> 0, (b + w) >>> 0, (c + x) >>> 0, (d + y) >>> 0, (e + z) >>> 0];
  }
  return [a, b, c, d, e].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** SHA-256. Source: FIPS 180-4, section 6.2. */
export function sha256(bytes: Uint8Array): string {
  return sha2(bytes, {
    wordBytes: 4,
    rounds: 64,
    sums: [
      [2, 13, 22],
      [6, 11, 25],
    ],
    steps: [
      [7, 18, 3],
      [17, 19, 10],
    ],
  });
}

/** SHA-512. Source: FIPS 180-4, section 6.4. */
export function sha512(bytes: Uint8Array): string {
  return sha2(bytes, {
    wordBytes: 8,
    rounds: 80,
    sums: [
      [28, 34, 39],
      [14, 18, 41],
    ],
    steps: [
      [1, 8, 7],
      [19, 61, 6],
    ],
  });
}

/** Adler-32. Source: RFC 1950. */
export function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  return high * 65536 + low;
}

interface Sha2 {
  readonly wordBytes: 4 | 8;
  readonly rounds: number;
  readonly sums: readonly [Amounts, Amounts];
  readonly steps: readonly [Amounts, Amounts];
}

type Amounts = readonly [number, number, number];

function sha2(bytes: Uint8Array, { wordBytes, rounds, sums, steps }: Sha2): string {
  const bits = wordBytes * 8;
  const mask = (1n << BigInt(bits)) - 1n;
  const rotate = (word: bigint, by: number): bigint =>
    ((word >> BigInt(by)) | (word << BigInt(bits - by))) & mask;
  const sum = (word: bigint, [p, q, r]: Amounts): bigint =>
    rotate(word, p) ^ rotate(word, q) ^ rotate(word, r);
  const small = (word: bigint, [p, q, r]: Amounts): bigint =>
    rotate(word, p) ^ rotate(word, q) ^ (word >> BigInt(r));
  const primes = firstPrimes(rounds);
  const constants = primes.map((prime) => fractionOfRoot(prime, 3n, bits));
  let state = primes.slice(0, 8).map((prime) => fractionOfRoot(prime, 2n, bits));
  const block = wordBytes * 16;
  const view = padded(bytes, block);
  for (let offset = 0; offset < view.byteLength; offset += block) {
    const words: bigint[] = [];
    for (let index = 0; index < rounds; index += 1) {
      const place = offset + index * wordBytes;
      words.push(
        index < 16
          ? wordBytes === 4
            ? BigInt(view.getUint32(place))
            : view.getBigUint64(place)
          : (small(big(words, index - 2), steps[1]) +
              big(words, index - 7) +
              small(big(words, index - 15), steps[0]) +
              big(words, index - 16)) &
              mask,
      );
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (let index = 0; index < rounds; index += 1) {
      const first =
        h +
        sum(e, sums[1]) +
        ((e & f) ^ (~e & mask & g)) +
        big(constants, index) +
        big(words, index);
      const second = sum(a, sums[0]) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) & mask, a, b, c, (d + first) & mask, e, f, g];
    }
    const turned = [a, b, c, d, e, f, g, h];
    state = state.map((word, index) => (word + big(turned, index)) & mask);
  }
  return state.map((word) => word.toString(16).padStart(wordBytes * 2, '0')).join('');
}

/** The message with a one, zeros and its length behind it, in blocks. */
function padded(bytes: Uint8Array, block: number): DataView {
  const tail = block / 8 + 1;
  const size = Math.ceil((bytes.length + tail) / block) * block;
  const buffer = new Uint8Array(size);
  buffer.set(bytes);
  buffer[bytes.length] = 0x80;
  const view = new DataView(buffer.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return view;
}

function firstPrimes(count: number): readonly bigint[] {
  const primes: bigint[] = [];
  for (let candidate = 2n; primes.length < count; candidate += 1n) {
    if (primes.every((prime) => candidate % prime !== 0n)) {
      primes.push(candidate);
    }
  }
  return primes;
}

/** The first bits of the fraction of a square or cube root. */
function fractionOfRoot(prime: bigint, degree: bigint, bits: number): bigint {
  const scaled = prime << (BigInt(bits) * degree);
  let low = 0n;
  let high = scaled;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= scaled) {
      low = middle;
    } else {
      high = middle - 1n;
    }
  }
  return low & ((1n << BigInt(bits)) - 1n);
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function big(words: readonly bigint[], index: number): bigint {
  return words[index] ?? 0n;
}

function rotateLeft(word: number, by: number): number {
  return ((word << by) | (word >>> (32 - by))) >>> 0;
}
