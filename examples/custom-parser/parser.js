import { defineParser, findLosses } from '@amelia/core/plugin'

const header = 'id,title,after'
const wrongHeader = header.replaceAll(',', ';')

const startsWith = (source, text) => source.trimStart().startsWith(text)

/** Reads the rows; each that is not understood is an issue. */
const parse = (source) => {
  const phases = []
  const issues = []
  const refuse = (line, code, message) => issues.push({ severity: 'error', code, message, line, column: 1 })
  for (const [index, text] of source.split(/\r?\n/).entries()) {
    const row = text.trim()
    if (row === '' || row === header) continue
    const [id, title, after = '', ...more] = row.split(',').map((cell) => cell.trim())
    if (!id || !title || more.length > 0)
      refuse(index + 1, 'csv:ROW_INVALID', `Expected the cells ${header}; got ${JSON.stringify(row)}.`)
    else phases.push({ id, title, dependsOn: after.split(' ').filter(Boolean), line: index + 1 })
  }
  if (phases.length + issues.length === 0) refuse(1, 'NO_PHASES', 'The table is empty. Add a row per phase.')
  return { plan: { phases, format: 'csv' }, issues }
}

/** Writes a cell. A comma or a line ending would begin another one. */
const cell = (text) => text.replaceAll(/[,\s]+/g, ' ').trim()

/** Reads plans that a spreadsheet exports: a row per phase, and in `after` the ids that it depends on. */
export const csvPlan = () =>
  defineParser({
    id: 'csv',
    detect: (source) => (startsWith(source, header) ? 1 : startsWith(source, wrongHeader) ? 0.5 : 0),
    parse,
    write(plan) {
      const rows = plan.phases.map(({ id, title, dependsOn }) =>
        [id, cell(title) || id, dependsOn.join(' ')].join(','),
      )
      const text = `${[header, ...rows].join('\n')}\n`
      return { text, losses: findLosses(plan, parse(text).plan) }
    },
    // Some spreadsheets separate cells by semicolons. A comma is then part of a cell: no repair is certain.
    fix: (source) =>
      startsWith(source, wrongHeader) && !source.includes(',') ? source.replaceAll(';', ',') : source,
  })
