import type { PlanIssue, StepDraft } from '@amelia/core/plugin'
import {
  type FenceBlock,
  isCommit,
  isOneCommand,
  isPlainCommand,
  isStep,
  readCodeSpan,
  readExpectation,
  readLabelled,
  readStep,
} from '@amelia/markdown'
import { readContent } from './read-content.ts'
import type { TaskFiles } from './read-task-files.ts'
import type { Work } from './split-work.ts'

/** The structured steps of a task's step. */
export interface WorkSteps {
  /** Empty if the step needs an agent. */
  steps: StepDraft[]
  issues: PlanIssue[]
  /** The author wrote the steps as such: fences with `file=`, or of the language `sh`. */
  explicit: boolean
  /** The step only makes a commit, which the engine does itself. */
  commit: boolean
}

/** Titles of steps that only run or check something. */
const checks =
  /^(?:re-?)?(?:run|verify|check|confirm|execute|test|tests|validate|watch|see|ensure|make sure)\b/i
const changes =
  /\b(?:fix|implement|write|add|update|create|edit|change|remove|delete|commit|refactor|rename|move|deploy|install)\b/i

/**
 * Reads the structured steps of a task's step, if it has exactly one interpretation:
 *
 * - fences with `file=`, or of the language `sh`: see `readStep`;
 * - one or more plain commands, after `Run:` or alone in a shell fence, each with an `Expected:` that
 *   `readExpectation` understands;
 * - one fence with the content of the only file it names, which the task creates.
 *
 * Anything else needs an agent. Step ids start with `id`.
 */
export const readWork = (work: Work, id: string, files: TaskFiles, aloneInTask: boolean): WorkSteps => {
  const issues: PlanIssue[] = []
  const steps: StepDraft[] = []
  const prose: string[] = []
  const fences: FenceBlock[] = []
  let explicit = 0
  let unclear = false
  /** A command without its expectation yet; null while its fence is missing. */
  let pending: { command: string; line: number } | null | undefined
  const nextId = (): string => `${id}.${steps.length + 1}`

  const readLine = (raw: string, line: number): void => {
    const text = raw.trim()
    const run = readLabelled(text, 'run')
    const expected = readLabelled(text, 'expected')
    if (run !== undefined) {
      if (pending !== undefined) unclear = true
      const command = readCodeSpan(run)
      if (command !== undefined) pending = { command, line }
      else if (run === '') pending = null
      else unclear = true
    } else if (expected !== undefined) {
      const expectation = pending ? readExpectation(expected) : undefined
      if (pending && expectation && isPlainCommand(pending.command)) {
        steps.push({
          id: nextId(),
          description: pending.command,
          action: 'command',
          command: pending.command,
          ...expectation,
          line: pending.line,
        })
      } else unclear = true
      pending = undefined
    } else if (text !== '') prose.push(text)
  }
  const readText = (text: string, line: number): void => {
    text.split('\n').forEach((part, index) => readLine(part, line + index))
  }

  readText(work.text, work.line + 1)
  for (const block of work.blocks) {
    if (block.kind === 'paragraph') readText(block.text, block.line)
    else if (block.kind !== 'fence') unclear = true
    else if (pending === null || (pending === undefined && isOneCommand(block))) {
      if (isOneCommand(block)) pending = { command: block.content.trim(), line: block.line + 1 }
      else {
        unclear = true
        pending = undefined
      }
    } else if (isStep(block)) {
      const read = readStep(block, nextId())
      if (!read) continue
      explicit++
      steps.push(read.step)
      for (const issue of read.issues) issues.push(issue)
    } else fences.push(block)
  }
  const commit = explicit === 0 && work.type === undefined && isCommit(work.title, work.blocks)
  const none: WorkSteps = { steps: [], issues: [], explicit: false, commit }
  if (pending !== undefined || commit) return none
  if (fences.length === 0) {
    if (explicit === steps.length && explicit > 0) return { steps, issues, explicit: true, commit }
    const onlyChecks = checks.test(work.title) && !changes.test(work.title)
    return unclear || prose.length > 0 || (explicit === 0 && !onlyChecks)
      ? none
      : { steps, issues, explicit: false, commit }
  }
  const [fence] = fences
  if (unclear || explicit > 0 || fences.length > 1 || !fence) return none
  const content = readContent({
    title: work.title,
    raw: work.raw,
    prose,
    fence,
    files,
    aloneInTask,
    id: `${id}.1`,
  })
  if (!content) return none
  return {
    steps: [content, ...steps.map((step, index) => ({ ...step, id: `${id}.${index + 2}` }))],
    issues,
    explicit: false,
    commit,
  }
}
