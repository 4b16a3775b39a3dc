import { readPlan } from '@amelia/core'
import { phaseTable } from '@amelia/parser-phase-table'
import { conceptPictures } from './concept-pictures.ts'
import { drawPlan } from './draw-plan.ts'

/**
 * Draws the pictures of `docs/concepts/concepts.md`: each is a table of phases that a parser reads. A second
 * drawing of each, `NAME-tall.svg`, is for narrow screens.
 */
export const drawConcepts = (): [file: string, svg: string][] =>
  Object.entries(conceptPictures).flatMap(([name, { rows, statuses }]): [string, string][] => {
    const table = rows.map((row) => `| ${row.join(' | ')} |\n`).join('')
    const text = `| Phase | Name | Depends On |\n|---|---|---|\n${table}`
    const plan = readPlan(text, { parsers: [phaseTable()] })
    return [
      [`docs/images/concepts/${name}.svg`, drawPlan(plan, statuses)],
      [`docs/images/concepts/${name}-tall.svg`, drawPlan(plan, statuses, 'down')],
    ]
  })
