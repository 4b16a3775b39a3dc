import { AmeliaError, answerRun, type SendResult } from '@amelia/core'
import { words } from '@amelia/core/view'
import { findPhaseId } from '../../setting/find-phase-id.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { findRun, type RunHost } from '../../stored/find-run.ts'
import { howToLog, howToResume, howToShow } from '../../stored/next-steps.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export type SteerOptions = RunPlace

/** Sends a text to the agent of a phase, in a run of any process. */
export const steerCommand = async (
  terminal: Terminal,
  { wanted, phase, text }: { wanted: string | undefined; phase: string; text: string },
  { repo, database }: SteerOptions,
  host?: RunHost,
): Promise<number> => {
  await checkFolder(repo)
  const { store, clock } = host ?? (await openHost({ repo, database }))
  const { runId, plan } = await findRun(terminal, { store, clock, wanted, unfinished: true })
  const phaseId = findPhaseId(phase, plan)
  const command = { type: 'steer', phaseId, text } as const
  const result = await answerRun({ store, clock, runId, command }).catch((error: unknown) => {
    const isRefusal = (['NOT_STEERED', 'COMMAND_INVALID', 'RUN_ENDED'] as const).some((code) =>
      AmeliaError.is(error, code),
    )
    if (!isRefusal || !AmeliaError.is(error)) throw error
    throw usageError(error.message, `To see the run:\n  ${howToShow(runId, { repo, database })}`)
  })
  const next = isSaved(result)
    ? [
        'To resume the run:',
        `  ${howToResume(runId, { repo, database, ...(await readConfigFlags(repo, runId)) })}`,
      ]
    : []
  const lines = wrapSentences(terminal, describe(result, words.plainLabel(phaseId)))
  const see = isSaved(result)
    ? next
    : ['To see when its agent reads it:', `  ${howToLog(runId, { repo, database, phaseId })}`]
  terminal.out(`${[...lines, ...see].join('\n')}\n`)
  return exitCode.completed
}

const isSaved = ({ outcome, locked }: SendResult): boolean => outcome === 'kept' && !locked

const describe = (result: SendResult, phase: string): string => {
  if (isSaved(result)) return `Saved. The next session of phase ${phase} receives it.`
  return result.outcome === 'kept'
    ? 'Saved. The run has not taken the text yet; it does so while it runs, or when it is resumed.'
    : `The run has taken the text for phase ${phase}.`
}
