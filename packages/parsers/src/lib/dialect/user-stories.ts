import {
  defineParser,
  normalizePhaseId,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
} from '@amelia/core/plugin'
import {
  accountForData,
  type DocumentNode,
  findDataMarks,
  firstSign,
  flagOf,
  nothingFound,
  oneLine,
  readJson,
  textOf,
  textsOf,
  valueOf,
} from '@amelia/markdown'
import { writeUserStories } from './write-user-stories.ts'

/**
 * Creates a parser for the `prd.json` of Ralph: an object with the list `userStories`.
 *
 * A story is a phase that depends on the one before it, in the order of their `priority`, then of the file. A
 * story that `passes` is done. Its acceptance criteria are part of the body.
 */
export const userStories = (): PlanParserV1 =>
  defineParser({
    id: 'user-stories',
    detect: (source) => {
      const first = firstSign(source)
      if (first === '{') return source.includes('"userStories"') && source.includes('"title"') ? 0.95 : 0
      // A list without the object around it is refused with the shape that it must have.
      return first === '[' && /"(?:passes|acceptanceCriteria|userStory)"/.test(source) ? 0.3 : 0
    },
    parse,
    write: (plan) => writeUserStories(plan, parse),
    findMarks: findDataMarks,
  })

const expected = 'The file must contain an object { "userStories": [{ "id": "US-1", "title": "..." }] }.'

const rule = 'by "priority", then as in the file; each story waits for the one before it'
const beside = ['branchName', 'createdAt', 'updatedAt', 'startedAt', 'completedAt', 'version', 'metadata']

const parse: PlanParserV1['parse'] = (source) => {
  const { node, issues } = readJson(source)
  if (!node) return { issues }
  const list = valueOf(node, 'userStories')
  const stories = list?.kind === 'list' ? list.items : []
  if (stories.length === 0) return { issues: [...issues, nothingFound(expected, list ?? node)] }
  const phases = stories
    .flatMap((story, index) => readStory(story, index, issues) ?? [])
    .sort((one, other) => one.order - other.order)
    .map(({ phase }, index, all): PhaseDraft => {
      const before = all[index - 1]?.phase.id
      return { ...phase, dependsOn: before === undefined ? [] : [before] }
    })
  const title = oneLine(textOf(valueOf(node, 'project')))
  const goal = oneLine(textOf(valueOf(node, 'description')))
  const account = accountForData({ root: node, phases, rule, beside, issues })
  return {
    plan: { title, goal, phases },
    issues: [...issues, ...account.issues],
    reading: account.reading,
  }
}

const readStory = (
  story: DocumentNode,
  index: number,
  issues: PlanIssue[],
): { order: number; phase: PhaseDraft } | undefined => {
  const { line, column } = story
  const id = normalizePhaseId(textOf(valueOf(story, 'id')) || String(index + 1))
  const title = oneLine(textOf(valueOf(story, 'title')))
  if (title === '') {
    const message = `Story ${index + 1} has no "title".`
    issues.push({ severity: 'error', code: 'PLAN_SCHEMA', message, line, column })
    return undefined
  }
  const criteria = textsOf(valueOf(story, 'acceptanceCriteria'), 'description', 'criterion', 'text', 'title')
  const parts = [
    textOf(valueOf(story, 'description')),
    criteria.length > 0
      ? `Acceptance criteria:\n${criteria.map((each) => `- ${oneLine(each)}`).join('\n')}`
      : '',
    textOf(valueOf(story, 'notes')),
  ]
  const passes = valueOf(story, 'passes')
  const isDone = flagOf(passes)
  if (passes && isDone === undefined) {
    const message = `Story ${id}: "passes" is neither true nor false, so it counts as pending.`
    issues.push({
      severity: 'warning',
      code: 'STATUS_UNKNOWN',
      message,
      line: passes.line,
      column: passes.column,
    })
  }
  const priority = Number(textOf(valueOf(story, 'priority')) || Number.NaN)
  return {
    order: Number.isFinite(priority) ? priority : Number.MAX_SAFE_INTEGER,
    phase: {
      ...{ id: writtenId(story, id), title, line },
      body: parts.filter((part) => part !== '').join('\n\n'),
      ...(isDone && { status: 'done' as const }),
    },
  }
}

/** Returns the id as written, in lower case, if it is a valid id of a phase: `us-001`. */
const writtenId = (story: DocumentNode, normalized: string): string => {
  const written = textOf(valueOf(story, 'id')).toLowerCase()
  return /^[a-z]+-\d+$/.test(written) ? written : normalized
}
