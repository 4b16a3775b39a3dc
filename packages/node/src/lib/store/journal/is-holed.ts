/** The unit in which a disk writes, in bytes. */
const sectorSize = 512

/**
 * Whether a line is unreadable because parts of the last write never reached the disk, which may store a
 * file's size before its content. The missing parts are zeros, from the start of the write or of a sector to
 * the end of a sector or of the file. Valid lines contain no zeros.
 *
 * `from` and `to` are the start and the end of the line in `bytes`, the content of the file.
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
