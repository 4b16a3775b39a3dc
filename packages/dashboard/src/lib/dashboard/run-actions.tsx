import type { RunView } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'
import { type ReactNode, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { Dialog } from '../part/dialog.tsx'
import type { DashboardAccess, DashboardRun, DashboardSource } from '../source/dashboard-source.ts'

interface RunActionsProps {
  source: DashboardSource
  runId: string
  access: DashboardAccess | undefined
  listed: DashboardRun | undefined
  report: RunView['report'] | undefined
  condition: RunCondition | undefined
  onCancel(): void
  onNotice(notice: { text: string; tone?: 'bad' }): void
}

/** The buttons for a run: finish early and cancel while it runs, resume and revert afterwards. */
export const RunActions = ({
  source,
  runId,
  access,
  listed,
  report,
  condition,
  ...on
}: RunActionsProps): ReactNode => {
  const [asksRevert, setAsksRevert] = useState(false)
  if (!access || access.access === 'read' || !report) return null
  const isLive = report.endedAt === undefined && condition?.state !== 'interrupted'
  const act = async (action: () => Promise<unknown> | undefined, text: string): Promise<void> => {
    try {
      await action()
      on.onNotice({ text })
    } catch (error) {
      on.onNotice({ text: describeError(error), tone: 'bad' })
    }
  }
  const canRevert =
    report.gates.length === 0 &&
    access.canRevert &&
    source.revertRun &&
    !isLive &&
    report.targetPublished &&
    report.reverted !== true
  return (
    <div className="amelia-run-actions">
      {condition?.state === 'running' && (
        <button
          type="button"
          className="amelia-button"
          title="Running phases finish, and nothing else starts"
          onClick={() =>
            void act(
              () => source.send(runId, { type: 'drain' }),
              'Running phases finish, and nothing else starts.',
            )
          }
        >
          Drain
        </button>
      )}
      {isLive && (
        <button type="button" className="amelia-button amelia-button-bad" onClick={on.onCancel}>
          Cancel
        </button>
      )}
      {!isLive && report.gates.length === 0 && listed?.canGoOn && access.canResume && source.resumeRun && (
        <button
          type="button"
          className="amelia-button amelia-button-main"
          onClick={() => void act(() => source.resumeRun?.(runId), 'The run is resumed.')}
        >
          Resume
        </button>
      )}
      {canRevert && (
        <button type="button" className="amelia-button amelia-button-bad" onClick={() => setAsksRevert(true)}>
          Revert…
        </button>
      )}
      {asksRevert && (
        <Dialog
          title="Revert this run?"
          onClose={() => setAsksRevert(false)}
          actions={
            <>
              <button type="button" className="amelia-button" onClick={() => setAsksRevert(false)}>
                Keep it
              </button>
              <button
                type="button"
                className="amelia-button amelia-button-bad"
                onClick={() => {
                  setAsksRevert(false)
                  void act(() => source.revertRun?.(runId), 'The run is reverted.')
                }}
              >
                Revert the run
              </button>
            </>
          }
        >
          <p>The branch {report.target} is restored to its state before the run.</p>
        </Dialog>
      )}
    </div>
  )
}
