import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { nothingFound, type Outline, readSection } from '@amelia/markdown'
import { buildPhase } from './build-phase.ts'
import { chooseDependencies } from './choose-dependencies.ts'
import { type Found, linesOf, scopeOf } from './found.ts'
import { readFieldRows } from './read-field-rows.ts'
import type { Row } from '../row/row.ts'
import { readHeadingPhases } from '../heading/read-heading-phases.ts'
import { readPhaseList } from '../heading/read-phase-list.ts'

/** Reads the phases of a document without a phase table: its headings `Phase N: name`. */
export const readFromHeadings = (outline: Outline, issues: PlanIssue[]): Found | undefined => {
  const found = readHeadingPhases(outline)
  const first = found.phases[0]
  if (!first) {
    const message =
      'The plan has no phase table: a table with a column of ids (Phase, ID, ...) and a column Depends On. ' +
      'It also has no heading "## Phase 1: name" with a line "**Depends On:** ...".'
    issues.push(nothingFound(message))
    return undefined
  }
  if (found.declared === 0 && found.phases.length > 1) {
    const message =
      'No phase declares its dependencies ("**Depends On:** ..."), so each depends on the one before it.'
    issues.push({ severity: 'warning', code: 'ORDER_GUESSED', message, line: first.line, column: 1 })
  }
  const listed = readPhaseList(outline, found.phases)
  const sections = new Set(found.phases.map(({ id }) => id))
  const without = [...listed.values()].filter(({ id, line }) => line > 0 && !sections.has(id))
  const finished = without.filter(({ status }) => status === 'done')
  const open = without.filter(({ status }) => status !== 'done')
  const scope = scopeOf([...finished, ...found.phases, ...open])
  const rows = readFieldRows(outline, found.phases, new Set(without.map(({ id }) => id)), issues)
  // A finished phase needs no section: others may depend on it.
  const phases: PhaseDraft[] = finished.map(({ id, title, line }) => ({ id, title, status: 'done', line }))
  for (const phase of found.phases) {
    const { id, title, line, heading, end } = phase
    const section = readSection({ outline, heading, end, id, title })
    for (const issue of section.issues) issues.push(issue)
    const inTable = rows.get(id)
    const { status: shown, ...cells } = inTable?.fields ?? {}
    const fields = { ...phase.fields, ...cells }
    const { files = [], parallelWith = '' } = inTable ?? {}
    const row: Row = {
      id,
      written: id,
      title,
      isNamed: true,
      detail: '',
      dependsOn: '',
      parallelWith,
      files,
      fields,
      line,
    }
    const before = phases.length > finished.length ? phases.at(-1) : undefined
    const built = buildPhase(
      row,
      section,
      chooseDependencies(section, parallelWith, before, { ...scope, self: id }, issues),
    )
    const status = built.status ?? listed.get(id)?.status ?? shown ?? (section.done ? 'done' : undefined)
    phases.push({ ...built, ...(status && { status }) })
  }
  for (const { id, title, line, status } of open) {
    const message = `Phase ${id} is listed but has no section, so it is a phase with a title only.`
    issues.push({ severity: 'warning', code: 'SECTION_UNMATCHED', message, line, column: 1 })
    phases.push({ id, title, ...(status && { status }), dependsOn: [phases.at(-1)?.id ?? []].flat(), line })
  }
  for (const issue of scope.budget.issues()) issues.push(issue)
  return {
    phases,
    headEnd: first.heading,
    read: [
      ...[...found.phases, ...found.repeats].map((phase) => linesOf(outline, phase)),
      ...[...listed.values()].flatMap(({ line, row = 0 }): [number, number][] => [
        [line, line],
        [row, row],
      ]),
    ],
    rule: 'each phase waits for the one before it, unless it declares dependencies',
  }
}
