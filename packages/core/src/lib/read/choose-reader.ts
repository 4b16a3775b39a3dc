import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { describeData } from '../plan/describe-data.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { PlanIssueCode } from '../plan/plan-issue.ts'
import { readSinglePhase } from '../plan/read-single-phase.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import { describeValue } from '../error/check/describe-value.ts'
import { describeThrown, type Reader, runParser } from './run-parser.ts'

/** The result of reading a text in one of the formats that it could have. */
export interface PossibleReading {
  /** The id of the format. */
  format: string
  /** The number of phases in this format. */
  phases: number
  /** The number of subtasks in this format. */
  subtasks: number
  /** The number of checkboxes that become work. */
  boxes: number
  /** The number of checkboxes that do not become work. */
  skipped: number
}

/** The shapes of the formats that are data, by the id of the format. */
const dataShapes = {
  'execution-plan': '"batches" with "steps" (YAML or JSON)',
  'task-master': '{ "tasks": [{ "id": 1, "title": "..." }] }',
  'user-stories': '{ "userStories": [{ "id": "US-1", "title": "..." }] }',
  'github-issues': '[{ "number": 1, "title": "...", "body": "..." }]',
}

/** Scores that are closer than this are ambiguous, unless one of them is 1: without doubt. */
const minimumLead = 0.1

/** Chooses the parser that is asked for, or the one with the highest score; or says why there is none. */
export const chooseReader = (
  source: string,
  { parsers, format }: { parsers: readonly PlanParserV1[]; format?: string },
): Reader | { code: PlanIssueCode; message: string; readings?: PossibleReading[] } => {
  const names = [...parsers.map((parser) => parser.id), readSinglePhase.id]
  if (format !== undefined) {
    const found = [...parsers, readSinglePhase].find((parser) => parser.id === format)
    if (found) return found
    const near = nearestName(format, names)
    return {
      code: 'FORMAT_UNKNOWN',
      message: `The format "${format}" does not exist.${near === undefined ? '' : ` Did you mean "${near}"?`} Formats: ${names.join(', ')}.`,
    }
  }
  const detected = parsers.map((parser) => ({ parser, score: scoreOf(parser, source) }))
  for (const { parser, score } of detected)
    if (typeof score !== 'number')
      return { code: 'PLAN_SYNTAX', message: describeThrown(parser, score.thrown) }
  const scores = detected
    .flatMap(({ parser, score }) => (typeof score === 'number' ? [{ parser, score }] : []))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const [first, second] = scores
  if (!first) {
    const data = describeData(source)
    if (data === undefined) return readSinglePhase
    // Data is never one phase of text.
    const shapes = Object.entries(dataShapes).flatMap(([id, shape]) => (names.includes(id) ? [shape] : []))
    const expected = shapes.length === 0 ? '' : ` Expected ${shapes.join(', or ')}, or Markdown.`
    const message = `The text is ${data}, in no known format.${expected} Formats: ${names.join(', ')}.`
    return { code: 'FORMAT_UNKNOWN', message }
  }
  const isSure = first.score >= 1 && (second?.score ?? 0) < 1
  if (second && !isSure && first.score - second.score < minimumLead - 1e-9) {
    const readings = [first, second].map(({ parser }) => count(parser, source))
    const [one, other] = readings.map(
      ({ format, phases, subtasks, skipped }) =>
        `${format} (phases: ${phases}, subtasks: ${subtasks}, skipped: ${skipped})`,
    )
    const message = `The text could be ${one} or ${other}. Choose one: format "${first.parser.id}" or format "${second.parser.id}" (--plan-format).`
    return { code: 'FORMAT_AMBIGUOUS', message, readings }
  }
  return first.parser
}

const count = (reader: Reader, source: string): PossibleReading => {
  const { plan, reading } = runParser(reader, source)
  const phases = plan?.phases ?? []
  return {
    format: reader.id,
    phases: phases.length,
    subtasks: phases.flatMap(({ subtasks = [] }) => subtasks).length,
    boxes: reading?.boxes ?? 0,
    skipped: reading?.skipped.length ?? 0,
  }
}

const scoreOf = (parser: PlanParserV1, source: string): number | { thrown: unknown } => {
  let score: unknown
  try {
    score = parser.detect(source)
  } catch (thrown) {
    return { thrown }
  }
  if (typeof score === 'number' && score >= 0 && score <= 1) return score
  const message = `\`detect\` of the parser ${parser.id} must return a number from 0 to 1; got ${describeValue(score)}.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'parsers' })
}
