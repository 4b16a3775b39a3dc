import { type PlanIssue, splitCommand, type StepDraft } from '@amelia/core/plugin'
import { type FenceBlock, isStep, readStep } from '@amelia/markdown'
import { readCodeSpan } from './read-code-span.ts'
import { readContent } from './read-content.ts'
import { readExpectation } from './read-expectation.ts'
import type { Work } from './split-work.ts'

/** What a task says of its files. */
export interface TaskFiles {
  /** Under Create. */
  created: ReadonlySet<string>
  all: readonly string[]
}

export interface WorkSteps {
  /** Empty where only an agent can do the work. */
  steps: StepDraft[]
  issues: PlanIssue[]
  /** Nothing but a commit: the engine makes those. */
  commit: boolean
}

/** A title that says no more than that something is run or looked at. */
const looks =
  /^(?:re-?)?(?:run|verify|check|confirm|execute|test|tests|validate|watch|see|ensure|make sure)\b/i
const works =
  /\b(?:fix|implement|write|add|update|create|edit|change|remove|delete|commit|refactor|rename|move|deploy|install)\b/i
const shells = new Set(['bash', 'shell', 'zsh'])

/**
 * The structured steps that a step of a task stands for, where it can mean one thing only:
 *
 * - fences with `file=` or of the language `sh`: see `readStep`;
 * - one plain command, after `Run:` or alone in a fence for a shell, and `Expected:` with what `readExpectation` knows, any
 *   number of times;
 * - one fence for the one file that is named, which the task creates.
 *
 * Everything else is for an agent. Ids begin with `id`.
 */
export const readWork = (work: Work, id: string, files: TaskFiles, aloneInTask: boolean): WorkSteps => {
  const issues: PlanIssue[] = []
  const steps: StepDraft[] = []
  const prose: string[] = []
  const fences: FenceBlock[] = []
  let explicit = 0
  let unclear = false
  /** A command whose expectation has not come; null while it waits for its fence. */
  let pending: { command: string; line: number } | null | undefined
  const nextId = (): string => `${id}.${steps.length + 1}`

  const readLine = (raw: string, line: number): void => {
    const text = raw.trim()
    const run = labelled(text, 'run')
    const expected = labelled(text, 'expected')
    if (run !== undefined) {
      if (pending !== undefined) unclear = true
      const command = readCodeSpan(run)
      if (command !== undefined) pending = { command, line }
      else if (run === '') pending = null
      else unclear = true
    } else if (expected !== undefined) {
      const expectation = pending ? readExpectation(expected) : undefined
      if (pending && expectation && isPlain(pending.command)) {
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
  const commit = explicit === 0 && isCommit(work)
  const none: WorkSteps = { steps: [], issues: [], commit }
  if (pending !== undefined || commit) return none
  if (fences.length === 0) {
    if (explicit === steps.length && explicit > 0) return { steps, issues, commit }
    const onlyLooks = looks.test(work.title) && !works.test(work.title)
    return unclear || prose.length > 0 || (explicit === 0 && !onlyLooks) ? none : { steps, issues, commit }
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
    commit,
  }
}

/** What follows a label at the beginning of a line: `Run: x`, `**Run:** x`, `**Expected**: x`. */
const labelled = (line: string, label: string): string | undefined => {
  let at = 0
  while (line[at] === '*' || line[at] === '_') at++
  if (line.slice(at, at + label.length).toLowerCase() !== label) return undefined
  at += label.length
  while (line[at] === '*' || line[at] === '_') at++
  if (line[at] !== ':') return undefined
  at++
  while (line[at] === '*' || line[at] === '_') at++
  return line.slice(at).trim()
}

/** A command that means the same with and without a shell. */
const isPlain = (command: string): boolean => {
  const { argv, shellSyntax, unclosed } = splitCommand(command)
  return argv.length > 0 && shellSyntax === undefined && unclosed === undefined
}

const isOneCommand = ({ info, content }: FenceBlock): boolean =>
  shells.has(info.toLowerCase()) && content.trim() !== '' && !content.trim().includes('\n')

const isCommit = ({ title, blocks }: Work): boolean =>
  /^commit\b/i.test(title) &&
  !/ and |, /i.test(title) &&
  blocks.every((block) => block.kind === 'fence' && !/(?:^|[\n;&])[ \t]*git push\b/.test(block.content))
