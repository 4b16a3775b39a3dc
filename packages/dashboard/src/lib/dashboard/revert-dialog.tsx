import type { PhaseReport, RunView } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { Dialog } from '../part/dialog.tsx'

interface RevertDialogProps {
  report: Pick<RunView['report'], 'target'>
  phases: readonly PhaseReport[]
  onRevert(): void
  onClose(): void
}

/** Asks whether a run is to be reverted, with the commits that this removes from the branch. */
export const RevertDialog = ({ report, phases, onRevert, onClose }: RevertDialogProps): ReactNode => {
  const commits = phases.filter(({ commit, unchanged }) => commit !== undefined && !unchanged)
  const branch = words.plainLabel(report.target.replace(/^refs\/heads\//, ''))
  return (
    <Dialog
      title="Revert this run?"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="amelia-button" onClick={onClose}>
            Keep it
          </button>
          <button type="button" className="amelia-button amelia-button-bad" onClick={onRevert}>
            Revert the run
          </button>
        </>
      }
    >
      <p>
        The branch {branch} is restored to its state before the run.{' '}
        {commits.length > 0 &&
          (commits.length === 1
            ? 'It loses the work of this commit:'
            : `It loses the work of these ${commits.length} commits:`)}
      </p>
      {commits.length > 0 && (
        <ul className="amelia-lines">
          {commits.map(({ id, title, commit = '' }) => (
            <li key={id}>
              <code>{commit.slice(0, 7)}</code> {words.plainLabel(`${id} ${title}`)}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
