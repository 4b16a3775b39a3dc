import { invalidOption } from '../error/check/check-options.ts'
import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { describeData } from '../plan/describe-data.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { PlanIssueCode } from '../plan/plan-issue.ts'
import { readSinglePhase } from '../plan/read-single-phase.ts'
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
  { parsers, format }: { parsers: readonly PlanParserV1[]; format?: string | undefined },
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
  const detected = askAll(parsers, source)
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

/** Most plans have a score like this in their format: the costly signs of the others need no look. */
const likely = 0.8

/** Returns the scores of all parsers. One that is too low to matter may be lower than it should be. */
const askAll = (
  parsers: readonly PlanParserV1[],
  source: string,
): { parser: PlanParserV1; score: Score }[] => {
  const asked = parsers.map((parser): Asked => ({ parser, score: 0, atLeast: Infinity }))
  let best = 0
  for (const least of [likely, 0])
    for (const each of asked) {
      const atLeast = Math.max(least, best - minimumLead + 1e-9)
      if (each.score !== 0 || each.atLeast <= atLeast) continue
      Object.assign(each, { atLeast, score: scoreOf(each.parser, source, atLeast) })
      if (typeof each.score === 'number') best = Math.max(best, each.score)
    }
  return asked
}

type Score = number | { thrown: unknown }

/** A parser, its score, and the limit from which on it is right. */
interface Asked {
  parser: PlanParserV1
  score: Score
  atLeast: number
}

const scoreOf = (parser: PlanParserV1, source: string, atLeast: number): Score => {
  let score: unknown
  try {
    score = parser.detect(source, atLeast)
  } catch (thrown) {
    return { thrown }
  }
  if (typeof score === 'number' && score >= 0 && score <= 1) return score
  const message = `\`detect\` of the parser ${parser.id} must return a number from 0 to 1; got ${describeValue(score)}.`
  throw invalidOption('parsers', message)
}
