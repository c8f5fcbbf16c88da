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
  const view = padded(bytes, 64);
  const state = Uint32Array.from(startValues, upperHalf);
  const words = new Uint32Array(64);
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let index = 0; index < 16; index += 1) {
      words[index] = view.getUint32(offset + index * 4);
    }
    for (let index = 16; index < 64; index += 1) {
      const early = at(words, index - 15);
      const late = at(words, index - 2);
      const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
      const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
      words[index] = at(words, index - 16) + first + at(words, index - 7) + second;
    }
    mixBlock(state, words);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function mixBlock(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const sumE = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sumE + choice + at(constants32, index) + at(words, index)) | 0;
    const sumA = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sumA + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

/** SHA-512. Source: FIPS 180-4, section 6.4. */
export function sha512(bytes: Uint8Array): string {
  const view = padded(bytes, 128);
  let state: readonly bigint[] = startValues;
  for (let offset = 0; offset < view.byteLength; offset += 128) {
    const words = Array.from({ length: 16 }, (_, index) => view.getBigUint64(offset + index * 8));
    for (let index = 16; index < 80; index += 1) {
      const early = big(words, index - 15);
      const late = big(words, index - 2);
      const first = rotate64(early, 1n) ^ rotate64(early, 8n) ^ (early >> 7n);
      const second = rotate64(late, 19n) ^ rotate64(late, 61n) ^ (late >> 6n);
      words.push((first + big(words, index - 7) + second + big(words, index - 16)) & mask64);
    }
    let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
    for (let index = 0; index < 80; index += 1) {
      const sumE = rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n);
      const choice = (e & f) ^ (~e & mask64 & g);
      const first = h + sumE + choice + big(constants, index) + big(words, index);
      const sumA = rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n);
      const second = sumA + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [
        (first + second) & mask64,
        a,
        b,
        c,
        (d + first) & mask64,
        e,
        f,
        g,
      ];
    }
    const turned = [a, b, c, d, e, f, g, h];
    state = state.map((word, index) => (word + big(turned, index)) & mask64);
  }
  return state.map((word) => word.toString(16).padStart(16, '0')).join('');
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

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function big(words: readonly bigint[], index: number): bigint {
  return words[index] ?? 0n;
}

function rotateLeft(word: number, by: number): number {
  return ((word << by) | (word >>> (32 - by))) >>> 0;
}
const mask64 = (1n << 64n) - 1n;

function rotate64(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & mask64;
}

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function bigs(digits: string): readonly bigint[] {
  return digits
    .trim()
    .split(/\s+/)
    .map((each) => BigInt(`0x${each}`));
}

function upperHalf(word: bigint): number {
  return Number(word >> 32n);
}

/** The first 64 bits of the fractions of the square roots of the first 8 primes; SHA-256 takes 32 of them. */
const startValues = bigs(`
  6a09e667f3bcc908 bb67ae8584caa73b 3c6ef372fe94f82b a54ff53a5f1d36f1 510e527fade682d1
  9b05688c2b3e6c1f 1f83d9abfb41bd6b 5be0cd19137e2179
`);

/** The same of the cube roots of the first 80 primes. */
const constants = bigs(`
  428a2f98d728ae22 7137449123ef65cd b5c0fbcfec4d3b2f e9b5dba58189dbbc 3956c25bf348b538
  59f111f1b605d019 923f82a4af194f9b ab1c5ed5da6d8118 d807aa98a3030242 12835b0145706fbe
  243185be4ee4b28c 550c7dc3d5ffb4e2 72be5d74f27b896f 80deb1fe3b1696b1 9bdc06a725c71235
  c19bf174cf692694 e49b69c19ef14ad2 efbe4786384f25e3 0fc19dc68b8cd5b5 240ca1cc77ac9c65
  2de92c6f592b0275 4a7484aa6ea6e483 5cb0a9dcbd41fbd4 76f988da831153b5 983e5152ee66dfab
  a831c66d2db43210 b00327c898fb213f bf597fc7beef0ee4 c6e00bf33da88fc2 d5a79147930aa725
  06ca6351e003826f 142929670a0e6e70 27b70a8546d22ffc 2e1b21385c26c926 4d2c6dfc5ac42aed
  53380d139d95b3df 650a73548baf63de 766a0abb3c77b2a8 81c2c92e47edaee6 92722c851482353b
  a2bfe8a14cf10364 a81a664bbc423001 c24b8b70d0f89791 c76c51a30654be30 d192e819d6ef5218
  d69906245565a910 f40e35855771202a 106aa07032bbd1b8 19a4c116b8d2d0c8 1e376c085141ab53
  2748774cdf8eeb99 34b0bcb5e19b48a8 391c0cb3c5c95a63 4ed8aa4ae3418acb 5b9cca4f7763e373
  682e6ff3d6b2b8a3 748f82ee5defb2fc 78a5636f43172f60 84c87814a1f0ab72 8cc702081a6439ec
  90befffa23631e28 a4506cebde82bde9 bef9a3f7b2c67915 c67178f2e372532b ca273eceea26619c
  d186b8c721c0c207 eada7dd6cde0eb1e f57d4f7fee6ed178 06f067aa72176fba 0a637dc5a2c898a6
  113f9804bef90dae 1b710b35131c471b 28db77f523047d84 32caab7b40c72493 3c9ebe0a15c9bebc
  431d67c49c100d4c 4cc5d4becb3e42b6 597f299cfc657e2a 5fcb6fab3ad6faec 6c44198c4a475817
`);

const constants32 = Uint32Array.from(constants.slice(0, 64), upperHalf);
