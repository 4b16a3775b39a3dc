import { shortId } from '../../machine/state/short-id.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import { oneLine } from '../../text/one-line.ts'

/** An interruption of a unit: nothing of its work was judged or lost. */
export interface Interruption {
  /** The cause. */
  failure: Pick<Failure, 'class' | 'message'>
  /** Parts of the unit that were finished before, as `1.1 Write the test`. */
  done: readonly string[]
  /** The folder of the unit on disk. */
  dir?: string
}

/** Names what interrupted a session, for its agent. */
export const causeOf = ({ class: failureClass, message }: Interruption['failure']): string =>
  `${causes[failureClass] ?? 'an interruption'} (${oneLine(message)})`

const causes: Partial<Record<FailureClass, string>> = {
  refused: 'the model of another agent, which declined it',
  rate_limited: "the provider's rate limit",
  transient: 'a failure of the network or of the provider',
  budget_exceeded: 'a budget, which a person has raised',
  hung: 'a long silence; if a command hung, run it with a time limit or not at all',
  interrupted: 'the end of the process',
  session_lost: 'the loss of its conversation',
  cancelled: 'a person, who lets it continue now',
}

/** Lists parts that are done. */
export const describeDone = (done: readonly string[]): string[] =>
  done.length === 0 ? [] : [`Done before: ${done.map(oneLine).join('; ')}.`]

/** Builds the section for a fresh session that continues the half-finished work of another one. */
export const describeInterruption = (
  { failure, done }: Interruption,
  { base, hasGit }: { base: string; hasGit: boolean },
): string =>
  [
    '## Interruption',
    `An earlier session was interrupted by ${causeOf(failure)}. Its work is not at fault: it is in this folder, half-finished where it stopped. Continue it; do not begin again.`,
    ...describeDone(done),
    hasGit
      ? `\`git status\` and \`git diff ${shortId(base)}\` show what exists. Check it before you build on it: nothing of it has been verified.`
      : 'Check what exists before you build on it: nothing of it has been verified.',
  ].join('\n')
