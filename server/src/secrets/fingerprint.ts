/**
 * A name for a finding that stays when lines move: a hash of its rule, its file and its YAML pointer, and of nothing of the
 * value. 16 hexadecimal digits.
 *
 * Source: FNV-1a with 64 bits (draft-eastlake-fnv); it is no secret, so it needs no cryptographic hash.
 */
export function fingerprintOf(rule: string, file: string, pointer: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${rule}\0${file}\0${pointer}`)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
