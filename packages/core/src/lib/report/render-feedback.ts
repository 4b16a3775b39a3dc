import { refNames } from '../machine/ref-names.ts'
import type { PhaseState } from '../machine/run-state.ts'
import { stripAnsi } from '../policy/strip-ansi.ts'

/** Why attempts at a phase were not taken, oldest first, in full (seed: phased-execution, Feedback for Retry). */
export const renderFeedback = (runId: string, { phase, failures }: PhaseState): string => {
  const sections = failures.map(({ class: failureClass, message, command, output }, index) => {
    const facts = [
      ...(command === undefined ? [] : [`ran: ${command}`]),
      ...(output ? stripAnsi(output).split('\n') : []),
    ].map((line) => `    ${line}`.trimEnd())
    const title = `## ${index + 1}. ${failureClass.replaceAll('_', ' ')}`
    return [title, stripAnsi(message), ...(facts.length === 0 ? [] : [facts.join('\n')])].join('\n\n')
  })
  const refs = `Attempts are kept: \`git for-each-ref ${refNames(runId).attempt(phase.id, 0).replace(/\/0$/, '')}\`.`
  return `${[`# Phase ${phase.id}: what was not accepted`, refs, ...sections].join('\n\n')}\n`
}
