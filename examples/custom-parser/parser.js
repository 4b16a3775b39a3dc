import { defineParser } from '@amelia/core/plugin'

const header = 'id,title,after'

/** Reads plans that a spreadsheet exports: a row per phase, and in `after` the ids that it depends on. */
export const csvPlan = () =>
  defineParser({
    id: 'csv',
    detect: (source) => (source.trimStart().startsWith(header) ? 1 : 0),
    parse(source) {
      const phases = []
      const issues = []
      const refuse = (line, code, message) =>
        issues.push({ severity: 'error', code, message, line, column: 1 })
      for (const [index, text] of source.split(/\r?\n/).entries()) {
        const row = text.trim()
        if (row === '' || row === header) continue
        const [id, title, after = '', ...more] = row.split(',').map((cell) => cell.trim())
        if (!id || !title || more.length > 0)
          refuse(index + 1, 'csv:ROW_INVALID', `Expected the cells ${header}; got ${JSON.stringify(row)}.`)
        else phases.push({ id, title, dependsOn: after.split(' ').filter(Boolean), line: index + 1 })
      }
      if (phases.length + issues.length === 0)
        refuse(1, 'NO_PHASES', 'The table is empty. Add a row per phase.')
      return { plan: { phases, format: 'csv' }, issues }
    },
  })
