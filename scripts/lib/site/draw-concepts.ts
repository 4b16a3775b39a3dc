import { readPlan } from '@amelia/core'
import { phaseTable } from '@amelia/parser-phase-table'
import { conceptPictures } from './concept-pictures.ts'
import { drawPlan } from './draw-plan.ts'

/** Draws the pictures of `docs/concepts.md`: each is a table of phases that a parser reads. */
export const drawConcepts = (): [file: string, svg: string][] =>
  Object.entries(conceptPictures).map(([name, { rows, statuses }]) => {
    const table = rows.map((row) => `| ${row.join(' | ')} |\n`).join('')
    const text = `| Phase | Name | Depends On |\n|---|---|---|\n${table}`
    const plan = readPlan(text, { parsers: [phaseTable()] })
    return [`docs/images/concepts/${name}.svg`, drawPlan(plan, statuses)]
  })
