import type { RunEvent, RunView } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'
import { type ReactNode, useState } from 'react'
import { useIsOffline } from '../part/offline.ts'
import type { RemoteAccess } from '@amelia/http/client'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { RevertDialog } from './revert-dialog.tsx'
import type { TrackCommand } from './use-notice.ts'

interface RunActionsProps {
  source: DashboardSource
  runId: string
  access: RemoteAccess | undefined
  report: RunView['report'] | undefined
  phases: RunView['phases'] | undefined
  condition: RunCondition | undefined
  /** Whether a process may own the run, so that it can be stopped. */
  isOwned: boolean
  /** The button that resumes the run, where it has ended. */
  resume: ReactNode
  onCancel(): void
  track: TrackCommand
}

/** The buttons for a run: finish early and cancel while it runs, resume and revert afterwards. */
export const RunActions = ({
  source,
  runId,
  access,
  report,
  phases,
  condition,
  isOwned,
  resume,
  ...on
}: RunActionsProps): ReactNode => {
  const [asksRevert, setAsksRevert] = useState(false)
  const isOffline = useIsOffline()
  if (!access || access.access === 'read' || !report) return null
  const canRevert =
    report.gates.length === 0 &&
    access.canRevert &&
    source.revertRun &&
    !isOwned &&
    condition?.state === 'ended' &&
    report.targetPublished &&
    report.reverted !== true
  return (
    <div className="amelia-run-actions">
      {condition?.state === 'running' && (
        <button
          type="button"
          className="amelia-button"
          onClick={() =>
            void on.track('Sent. The engine has not reacted yet.', settleDrain, () =>
              source.send(runId, { type: 'drain' }),
            )
          }
        >
          Finish running phases, then stop
        </button>
      )}
      {isOwned && condition?.state !== 'ended' && (
        <button
          type="button"
          className="amelia-button amelia-button-bad"
          disabled={isOffline}
          onClick={on.onCancel}
        >
          Cancel run
        </button>
      )}
      {resume}
      {canRevert && (
        <button
          type="button"
          className="amelia-button amelia-button-bad"
          disabled={isOffline}
          onClick={() => setAsksRevert(true)}
        >
          Revert…
        </button>
      )}
      {asksRevert && (
        <RevertDialog
          report={report}
          phases={[...(phases?.values() ?? [])]}
          onClose={() => setAsksRevert(false)}
          onRevert={() => {
            setAsksRevert(false)
            void on.track('Reverting the run…', undefined, async () =>
              describeRevert(await source.revertRun?.(runId)),
            )
          }}
        />
      )}
    </div>
  )
}

/** Returns the message after the event that shows that nothing else starts. */
const settleDrain = ({ type }: RunEvent): string | undefined => {
  if (type === 'run_draining') return 'Running phases finish, and nothing else starts.'
  return type === 'run_ended' ? 'The run has ended.' : undefined
}

/** Describes the result of a revert: a source may return the reason why the branch was left as it is. */
const describeRevert = (result: unknown): string => {
  const { reverted = true, note } = (result ?? {}) as { reverted?: boolean; note?: string }
  return reverted ? 'The run is reverted.' : (note ?? 'The branch was left as it is.')
}
