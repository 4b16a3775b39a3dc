import type { SeedDocument } from './seed-document.ts'

/**
 * Reads a file of `docs/project/seeds`: one line per behaviour, with its number, section, behaviour, source
 * files and an optional reason, separated by ` | `. A line with `-` instead of a number names a heading
 * without behaviours, and the reason. Throws an error that names a line in another form.
 */
export const readSeedDocument = (name: string, text: string): SeedDocument => {
  const document: SeedDocument = { name, behaviours: [], others: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const cells = line.split(' | ').map((cell) => cell.trim())
    const [number = '', section = '', behaviour = '', code = '', reason = ''] = cells
    const isOther = number === '-' && cells.length === 3
    const isBehaviour = /^\d+$/.test(number) && (cells.length === 4 || (cells.length === 5 && reason !== ''))
    if ((!isOther && !isBehaviour) || section === '' || behaviour === '')
      throw new Error(
        `docs/project/seeds/${name}.txt:${index + 1} must be "number | section | behaviour | files", with an optional reason, or "- | section | reason"; got "${line}".`,
      )
    if (isOther) document.others.push({ section, reason: behaviour })
    else
      document.behaviours.push({
        number: Number(number),
        section,
        behaviour,
        code: code === '-' ? [] : code.split(' '),
        ...(reason === '' ? {} : { reason }),
      })
  }
  return document
}
