import { openRun, type Report, type RunEvent } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { checkHistory } from './check-history.ts'
import { checkLog } from './check-log.ts'
import type { Trial } from './create-trial.ts'
import { secret } from './simulated-driver.ts'
import type { People } from './simulated-people.ts'

/** Checks the result of a run as a later reader sees it. Returns its journal and events as text. */
export const checkEnd = async (trial: Trial, people: People, report: Report | undefined): Promise<string> => {
  if (report === undefined) return ''
  const { violations, git, told } = trial
  const store = trial.store.plain
  const { runId } = report
  const records = await store.load(runId)
  violations.check(
    !(await store.list()).some(({ locked }) => locked),
    'unrecoverable',
    () => 'the run is locked, and nobody lives',
  )
  const events: RunEvent[] = []
  const run = await openRun({ host: { ...memoryHost(), store, git }, runId, onListenerError: () => {} })
  run.subscribe({ after: 0 }, (event) => events.push(event))
  // Opening a run that is over only cleans up after its last process.
  if (report.status !== 'failed') await run.start()
  if (report.status !== 'failed' || !trial.uncleared)
    violations.check(
      git.openWorkspaces === 0,
      'unrecoverable',
      () => `${git.openWorkspaces} workspaces are left`,
    )
  if (!['failed', 'cancelled', 'waiting'].includes(report.status) && !trial.uncleared)
    violations.check(git.leftWorkspaces === 0, 'unrecoverable', () => 'trees of dead processes are left')
  const texts = events.map((event) => JSON.stringify(event))
  for (const [seq, text] of told) {
    const now = texts[seq - 1]
    violations.check(text === now, 'lost work', () => `event ${seq} was told as ${text}, and is ${now}`)
  }
  await checkCommands(trial, people, runId, events)
  checkLog(trial, runId, events, report)
  checkHistory(trial, runId, events, report)
  const log = [JSON.stringify(records), ...texts].join('\n')
  violations.check(!log.includes(secret), 'lost work', () => 'a secret is in the journal or in an event')
  return log
}

/** An answer that was reported as accepted is in the log. */
const checkCommands = async (
  { violations, store: { plain } }: Trial,
  { commands }: People,
  runId: string,
  events: readonly RunEvent[],
): Promise<void> => {
  for (const [id, { gateId, choice }] of commands) {
    const outcome = (await plain.outcome(runId, id)) as { ok?: boolean } | undefined
    if (outcome?.ok !== true) continue
    const resolved = events.find((event) => event.type === 'gate_resolved' && event.gateId === gateId)
    violations.check(
      resolved?.type === 'gate_resolved' && resolved.choice === choice,
      'lost work',
      () => `the answer ${choice} to ${gateId} was taken, and is not there`,
    )
  }
}
