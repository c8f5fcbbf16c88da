/**
 * Compares two strings as Go does, by the bytes of their UTF-8, which is the order of their code points: negative where `a`
 * comes first, 0 where they are equal.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) {
      // A surrogate stands for a code point beyond every other 16-bit unit.
      return surrogateRank(left) - surrogateRank(right) || left - right;
    }
  }
  return a.length - b.length;
}

function surrogateRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? 1 : 0;
}
