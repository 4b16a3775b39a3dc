import { openRun } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { askAtTerminal } from './ask-at-terminal.ts'
import { checkFolder } from './check-folder.ts'
import { executeRun } from './execute-run.ts'
import { findRun } from './find-run.ts'
import type { RunFlags } from './next-steps.ts'
import { readDriver } from './read-driver.ts'
import { readReviewers } from './read-reviewers.ts'
import { readSecrets } from './read-secrets.ts'
import type { Terminal } from './terminal.ts'
import { workspaceOptions } from './workspace-options.ts'

export interface ResumeOptions extends RunFlags {
  json?: boolean
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
  const { runId, plan, seq } = await findRun(terminal, {
    store,
    now: clock.now(),
    wanted,
    unfinished: true,
  })
  const asker = terminal.attended && options.json !== true ? askAtTerminal(terminal) : undefined
  const run = await openRun({
    host,
    runId,
    secrets: readSecrets(process.env),
    ...readReviewers(options),
    ...(driver && { driver }),
    ...(asker && { onGate: asker.ask }),
  })
  try {
    return await executeRun(terminal, run, plan, { ...options, after: seq }, asker)
  } finally {
    await driver?.close?.()
  }
}
