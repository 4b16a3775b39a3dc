import type { Phase } from '../../plan/model/phase.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'
import { cutTitle } from './cut-title.ts'

export interface PlanPointer {
  phase: Phase
  /** The parts to do, in order. */
  parts: readonly Subtask[]
  /** Sentences about the place of the assignment, and about the part that is the unit. */
  sentences: readonly string[]
  maxTokens: number
}

/** Most items of one list, before the limit of tokens is applied. */
const maxItems = 12

/**
 * Builds the short form of an assignment: where to read it, its parts, its files, and the commands by which
 * it is accepted.
 *
 * Lists are shortened, the longest first, until the text is within its limit; a count replaces the rest.
 */
export const pointToPlan = ({ phase, parts, sentences, maxTokens }: PlanPointer): string => {
  const lists: List[] = [
    {
      title: 'Its parts:',
      items: parts.map(({ id, type, title }) => `- ${id} [${type}] ${cutTitle(title)}`),
    },
    { title: 'Its files:', items: phase.files.map((file) => `- ${cutTitle(file)}`) },
    { title: 'It is accepted by:', items: acceptanceOf(phase, parts) },
  ]
  const shown = lists.map(({ items }) => Math.min(items.length, maxItems))
  const render = (): string =>
    [...sentences, ...lists.flatMap((list, index) => renderList(list, shown[index]!))].join('\n')
  let text = render()
  while (estimateTokens(text) > maxTokens && shown.some((count) => count > 0)) {
    const longest = shown.indexOf(Math.max(...shown))
    shown[longest]!--
    text = render()
  }
  return text
}

interface List {
  title: string
  items: readonly string[]
}

const renderList = ({ title, items }: List, shown: number): string[] => {
  if (items.length === 0) return []
  const left = items.length - shown
  return [
    title,
    ...items.slice(0, shown),
    ...(left > 0 ? [`- ${shown > 0 ? 'and ' : ''}${left} more, see the plan`] : []),
  ]
}

/** The commands of the phase and its parts, each with its expected outcome. */
const acceptanceOf = (phase: Phase, parts: readonly Subtask[]): string[] => {
  const steps = parts.flatMap((part) => part.steps)
  const lines = [
    ...(phase.acceptance ?? []).map((check) => describeCommand(check.command, check)),
    ...steps.flatMap((step) =>
      stepCommands(step)
        .slice(0, 1)
        .map((command) => describeCommand(command, step)),
    ),
  ]
  return [...new Set(lines)]
}

type Expected = Pick<Step, 'expectExitCode' | 'expectedOutputPattern'>

const describeCommand = (
  command: string,
  { expectExitCode: code, expectedOutputPattern: pattern }: Expected,
) => {
  // An expected failure shows that a test fails before its implementation.
  const exit =
    code === 'fail' ? ' (must fail before the implementation)' : code === 0 ? '' : ` (must exit with ${code})`
  const output = pattern === undefined ? '' : ` (must print /${cutTitle(pattern)}/)`
  return `- \`${cutTitle(command)}\`${exit}${output}`
}
