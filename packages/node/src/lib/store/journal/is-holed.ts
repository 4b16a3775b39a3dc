/** What a disk writes at once. */
const sectorSize = 512

/**
 * Whether a line is unreadable because parts of the last write never arrived: the size of a file may be on the disk before
 * what it holds. There are zeros then, from where the write began or a sector begins to where a sector or the file ends. No
 * line is written with a zero in it.
 *
 * `from` and `to` are the beginning and the end of the line in `bytes`, the whole file.
 */
export const isHoled = (bytes: Buffer, from: number, to: number): boolean => {
  let zeros = bytes.indexOf(0, from)
  if (zeros === -1 || zeros > to) return false
  while (zeros !== -1) {
    let end = zeros
    while (bytes[end] === 0) end++
    if (zeros !== from && zeros % sectorSize !== 0) return false
    if (end !== bytes.length && end % sectorSize !== 0) return false
    zeros = bytes.indexOf(0, end)
  }
  return true
}
