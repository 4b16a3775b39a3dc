import type { Plan, Run, RunEventOf } from '@amelia/core'
import { runCondition } from '@amelia/core/view'
import { startNotifications } from '../../setting/start-notifications.ts'
import type { GateAsker } from '../../question/ask-at-terminal.ts'
import { exitCode, exitCodeOf } from '../../terminal/exit-code.ts'
import { numberGate } from '../../stored/gate-numbers.ts'
import { noteDropped } from './note-dropped.ts'
import { readBase } from '../../stored/read-base.ts'
import { howToResume, type RunFlags } from '../../stored/next-steps.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteUnpushed } from '../../stored/submodule/note-unpushed.ts'
import { createRunView, type RunView } from '../../view/run-view.ts'
import { endOfRun } from '../../view/end-of-run.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { warnOfFewFiles } from '../../terminal/read-file-limit.ts'
import { watchPackage } from '../../terminal/watch-package.ts'
import { type Interruption, watchSignals } from '../../terminal/watch-signals.ts'
import type { PullFlags } from '../pull/check-pull-options.ts'
import { watchFatal } from './watch-fatal.ts'
import { front } from '../../terminal/front.ts'
import { leaveTerminal } from '../detach/leave-terminal.ts'
import { logOf, reportDetached } from '../detach/start-detached.ts'

export interface ExecuteOptions extends RunFlags, PullFlags {
  json?: boolean
  /** Also prints annotations of GitHub Actions, and appends the report to the step summary. */
  format?: 'github'
  /** Skips events up to this `seq`, which an earlier process has shown. */
  after?: number
  /** The effect of a closed terminal. Default: running phases finish, and no others start. */
  onHangup?: 'background' | 'drain'
  /** Also serves the dashboard, and opens it. */
  ui?: boolean
}

/** Executes a run that was created or opened, shows its progress and report, and returns the exit code. */
export const executeRun = async (
  terminal: Terminal,
  run: Run,
  plan: Plan,
  options: ExecuteOptions,
  asker: GateAsker | undefined,
): Promise<number> => {
  const { json = false, after = 0, repo, database } = options
  const host = await openHost({ repo, database })
  const github = options.format === 'github' ? await import('../github/report-run.ts') : undefined
  const resumeCommands = github?.pauseCommands(terminal)
  const notifications = await startNotifications(terminal, run, options)
  // Loaded now: the package may be replaced during the run.
  const { openPull } = options.pr === true ? await import('../pull/open-pull.ts') : {}
  const { pushProof } = options.pushProof === true ? await import('../pull/push-proof.ts') : {}
  const { openRunDashboard } = options.ui === true ? await import('../ui/open-run-dashboard.ts') : {}
  const dashboard = await openRunDashboard?.(terminal, { host, repo, database, runId: run.id })
  const interrupt = (): void => signals.interrupt()
  let shown = after
  const createView = (): RunView =>
    createRunView(terminal, run, plan, {
      ...{ json, after: shown, interrupt, host, repo },
      ...(front.exists && { leaveView }),
      leaveOpen: (gateId) => asker?.withdraw(gateId),
      ...(dashboard && { note: `Dashboard: ${dashboard.url}` }),
    })
  /** Leaves the terminal: everything else is written to the log of the run. Its questions stay open. */
  const leaveView = (): void => {
    if (hasLeft) return
    hasLeft = true
    view.stop()
    leaveTerminal(terminal, { repo, database, runId: run.id, log })
    view = createView()
  }
  const log = await logOf({ repo, database }, run.id)
  let hasLeft = false
  let view = createView()
  const interrupted = (interruption: Interruption): void => {
    // Open questions no longer keep the run from ending.
    asker?.close()
    view.interrupted(interruption)
  }
  const signals = watchSignals(run, interrupted, {
    isLent: () => view.isLent,
    ...(options.onHangup === 'background' && front.exists && { hangUp: leaveView }),
    frontLost: leaveView,
  })
  asker?.attach({ interrupt })
  const numbers = new Map<string, number>()
  run.subscribe({}, (event) => {
    shown = Math.max(shown, event.seq)
    numberGate(numbers, event)
  })
  const dropped: RunEventOf<'phase_steered'>[] = []
  run.on('phase_steered', (event) => {
    if (event.outcome === 'dropped') dropped.push(event)
  })
  // The question may be answered from another terminal.
  run.on('gate_resolved', ({ gateId }) => asker?.withdraw(gateId))
  run.subscribe({}, (event) => {
    if (event.type === 'run_started')
      warnOfFewFiles(terminal, Math.min(event.concurrency, run.plan.phases.length))
  })
  const resume = howToResume(run.id, options)
  const installed = watchPackage(terminal, resume)
  const fatal = watchFatal(terminal, run, { resume, isStored: after > 0 })
  reportDetached(run, after)
  try {
    const report = await run.start()
    view.stop()
    const { status } = runCondition({ report })
    noteDropped(terminal, dropped, { repo, database, runId: run.id, isOver: status === 'completed' })
    if (status !== 'completed') installed.check()
    if (!json) {
      if (terminal.live) terminal.out('\u0007')
      // With --pr, pushing reports it.
      const noted = options.pr === true ? report : await noteUnpushed(repo, report)
      const text = endOfRun(terminal, noted, {
        ...options,
        ...(await readBase(repo, run.id)),
        plan: run.plan,
        numbers,
      })
      // Apart from the lines of the events, which a quiet terminal does not show.
      terminal.out(`${terminal.quiet ? '' : '\n'}${text}`)
    }
    resumeCommands?.()
    await github?.reportRun(terminal, report, { plan: run.plan, repo, database })
    const pulled = await openPull?.(terminal, report, run.plan, options)
    const pushed = await pushProof?.(terminal, report, options)
    signals.close()
    if (terminal.attended && !json) await dashboard?.linger()
    fatal.ended()
    return exitCodeOf(status) || (pulled ?? exitCode.completed) || (pushed ?? exitCode.completed)
  } finally {
    resumeCommands?.()
    view.stop()
    installed.close()
    fatal.close()
    asker?.close()
    await notifications?.flush()
    await dashboard?.close()
    signals.close()
  }
}
