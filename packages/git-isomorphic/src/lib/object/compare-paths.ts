/** Compares paths like git, by their UTF-8 bytes, which is the order of their code points. */
export const comparePaths = (one: string, other: string): number => {
  const shared = Math.min(one.length, other.length)
  for (let index = 0; index < shared; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return one.length - other.length
}

/** Surrogates stand for code points above all others. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
