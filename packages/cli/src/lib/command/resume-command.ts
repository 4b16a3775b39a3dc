import { openRun } from '@amelia/core'
import { nodeHost, readSecrets } from '@amelia/node'
import { agreeToChanges } from '../question/agree-to-changes.ts'
import { askAtTerminal } from '../question/ask-at-terminal.ts'
import { checkFolder } from '../stored/check-folder.ts'
import { executeRun } from '../stored/execute-run.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { findRun } from '../stored/find-run.ts'
import { howToResume, type RunFlags } from '../stored/next-steps.ts'
import { quoteArgument } from '../setting/quote-argument.ts'
import { readDriver } from '../setting/read-driver.ts'
import { readEditedPlan, tellOfEdits } from '../stored/read-edited-plan.ts'
import { readReviewers } from '../setting/read-reviewers.ts'
import { repairRun } from '../stored/repair-run.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { workspaceOptions } from '../setting/workspace-options.ts'

export interface ResumeOptions extends RunFlags {
  json?: boolean
  /** Go by the edited plan: of this file, or of the one that the run began with. */
  replan?: string | true
  tag?: string
  /** Go on from what is whole of a damaged journal. */
  repair?: boolean
  /** Agree to what it changes, and to its commands. */
  yes?: boolean
}

/** Goes on with a run: the one that is named, or the newest that has not come to its end. */
export const resumeCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  options: ResumeOptions,
): Promise<number> => {
  const { driver } = await readDriver(options)
  const host = nodeHost({ repo: options.repo, ...workspaceOptions(options) })
  await checkFolder(options.repo)
  const { store, clock } = host
  if (options.repair === true) await repairRun(terminal, store, wanted)
  const found = await findRun(terminal, { store, clock, wanted, unfinished: true })
  const { runId, seq } = found
  const { replan, yes = false } = options
  if (replan === undefined) await tellOfEdits(terminal, found)
  const edited =
    replan === undefined ? {} : { plan: await readEditedPlan(terminal, found, replan, options.tag) }
  if ('plan' in edited && edited.plan === undefined) return exitCode.usage
  const attended = terminal.attended && options.json !== true
  const asker = attended ? askAtTerminal(terminal) : undefined
  const run = await openRun({
    host,
    runId,
    secrets: readSecrets(process.env),
    ...readReviewers(options),
    ...(driver && { driver }),
    ...(edited.plan && { plan: edited.plan, planApproved: yes }),
    ...(asker && { onGate: asker.ask }),
  })
  try {
    if (run.changes.length > 0) {
      const agreed = await agreeToChanges(terminal, run.changes, { yes, attended })
      if (agreed !== true) {
        const file = typeof replan === 'string' ? ` ${quoteArgument(replan)}` : ''
        const how =
          agreed === undefined ? ` To go on by it: ${howToResume(runId, options)} --replan${file} --yes` : ''
        terminal.error(`Nothing was changed.${how}\n`)
        return agreed === undefined ? exitCode.waiting : exitCode.cancelled
      }
    }
    return await executeRun(terminal, run, run.plan, { ...options, after: seq }, asker)
  } finally {
    await driver?.close?.()
  }
}
