import { type GateChoice, type OfferResult, type RevertScope, answerRun, plainLabel } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { findRun } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapText } from '../../terminal/wrap-text.ts'

export interface AnswerOptions {
  repo: string
  feedback?: string
  /** At a question about a budget: how much more to allow. */
  tokens?: number
  usd?: number
  /** With abort-revert: what to revert. */
  scope?: RevertScope
}

/** Answers a gate of a run that another process is running, or that is resumed later. */
export const answerCommand = async (
  terminal: Terminal,
  wanted: string,
  gateId: string,
  choice: GateChoice,
  { repo, feedback, tokens, usd, scope }: AnswerOptions,
): Promise<number> => {
  await checkFolder(repo)
  if ((choice === 'feedback' || choice === 'fix') && (feedback ?? '').trim() === '')
    throw usageError(`The answer ${choice} needs an instruction.`, 'Add --feedback TEXT.')
  if (choice !== 'approve' && (tokens ?? usd) !== undefined)
    throw usageError(
      `--tokens and --usd have no effect with the answer ${choice}.`,
      'They go with approve, at a question about a budget.',
    )
  if (choice !== 'abort-revert' && scope !== undefined)
    throw usageError(`--scope has no effect with the answer ${choice}.`, 'It goes with abort-revert.')
  const { store, clock } = nodeHost({ repo })
  const { runId } = await findRun(terminal, { store, clock, wanted })
  const offer = {
    type: 'answer',
    gateId,
    choice,
    ...(feedback === undefined ? {} : { feedback }),
    ...(scope !== undefined && { scope }),
    ...((tokens ?? usd) !== undefined && {
      amount: { ...(tokens !== undefined && { tokens }), ...(usd !== undefined && { usd }) },
    }),
  } as const
  const result = await answerRun({ store, clock, runId, offer })
  const width = Math.min(terminal.columns, 80)
  const lines = wrapText(describe(result, plainLabel(gateId), choice), width)
  const isSaved = result.outcome === 'kept' && !result.held
  const next = isSaved ? ['To apply it:', `  ${howToResume(runId, { repo })}`] : []
  terminal.out(`${[...lines, ...next].join('\n')}\n`)
  return exitCode.completed
}

const describe = ({ outcome, held }: OfferResult, gateId: string, choice: string): string => {
  if (outcome === 'taken') return `Answered ${gateId} with "${choice}". The run has applied it.`
  if (outcome === 'repeated') return `${gateId} was already answered with "${choice}". Nothing was changed.`
  return held
    ? `Saved "${choice}" for ${gateId}. The run has not applied it yet; amelia status shows when it has.`
    : `Saved "${choice}" for ${gateId}.`
}
