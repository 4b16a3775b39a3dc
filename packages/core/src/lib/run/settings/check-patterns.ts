import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { outputPatterns } from '../../plan/read-success-criteria.ts'
import { loadMatcher, matchPattern } from '../../perform/command/match-pattern.ts'

/**
 * Finds output patterns in the steps and acceptance checks of a plan that RE2 cannot compile, so that a run
 * does not fail on them later.
 */
export const checkPatterns = async (plan: Plan): Promise<PlanIssue[]> => {
  const lines = plan.source.split('\n')
  const issues = await Promise.all(listPatterns(plan).map((pattern) => checkPattern(pattern, lines)))
  return issues.filter((issue) => issue !== null)
}

/** Loads the matcher if a plan has patterns, so that an update of the package cannot fail them later. */
export const loadForPatterns = async (plan: Plan): Promise<void> => {
  if (listPatterns(plan).length > 0) await loadMatcher()
}

const listPatterns = (plan: Plan): Pattern[] =>
  plan.phases.flatMap(({ id, subtasks, acceptance = [] }): Pattern[] => [
    ...subtasks.flatMap(({ steps }) =>
      steps.flatMap((step) =>
        outputPatterns(step).map((pattern) => ({
          ...{ line: step.line, place: `step ${step.id}`, expectedOutputPattern: pattern },
        })),
      ),
    ),
    ...acceptance
      .filter(({ expectedOutputPattern }) => expectedOutputPattern !== undefined)
      .map((check) => ({ ...check, place: `an acceptance check of phase ${id}` })),
  ])

interface Pattern {
  place: string
  line: number
  expectedOutputPattern?: string | undefined
}

const checkPattern = async (
  { line, place, expectedOutputPattern: pattern }: Pattern,
  lines: readonly string[],
): Promise<PlanIssue | null> => {
  if (pattern === undefined) return null
  try {
    await matchPattern(pattern, '')
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The expected output of ${place} is not a valid RE2 pattern: ${why}. RE2 has no look-around and no back-references.`
    return { severity: 'error', code: 'STEP_INVALID', message, ...find(pattern, lines, line) }
  }
}

/** Lines below the start of a step that its pattern is searched in. */
const reach = 200

/** The position of a pattern in the text of a plan, or that of its step if it is written in another form. */
const find = (pattern: string, lines: readonly string[], from: number): { line: number; column: number } => {
  const [first = ''] = pattern.split('\n')
  for (let line = from; line < from + reach && line <= lines.length; line++) {
    const text = lines[line - 1]!
    const name = /expected_?output_?pattern|output=|^\W*expected\W/i.exec(text)
    if (name === null) continue
    const at = first === '' ? -1 : text.indexOf(first, name.index)
    return { line, column: (at < 0 ? name.index : at) + 1 }
  }
  return { line: from, column: 1 }
}
