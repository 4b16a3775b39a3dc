import { type StatusKind, words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunView } from '../state/use-run-part.ts'

interface PhaseBarProps {
  store: RunStore
  /** Called with the phase of a cell that a person clicks. Absent: the cells cannot be clicked. */
  onOpen?: ((phaseId: string) => void) | undefined
}

/** More cells than these are too narrow to be seen: then a part for each state is shown. */
const mostCells = 80

const order: readonly StatusKind[] = [
  ...(['done', 'external', 'skipped', 'cancelled', 'blocked', 'failed'] as const),
  ...(['waiting', 'retrying', 'running', 'ready', 'open'] as const),
]

/** A cell for each phase of a run in the colour of its state, in plan order. Cards contain the words. */
export const PhaseBar = ({ store, onOpen }: PhaseBarProps): ReactNode => {
  const view = useRunView(store)
  if (!view || view.phases.size === 0) return null
  const phases = [...view.phases.values()]
  if (phases.length > mostCells) {
    const counts = new Map<StatusKind, number>()
    for (const phase of phases) {
      const kind = words.statusKind(words.shownStatus(phase))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    return (
      <div className="amelia-cells" aria-hidden="true">
        {order.map((kind) => {
          const count = counts.get(kind) ?? 0
          return (
            count > 0 && (
              <span
                key={kind}
                className={`amelia-cell amelia-is-${kind}`}
                style={{ flexGrow: count }}
                title={`${count}`}
              />
            )
          )
        })}
      </div>
    )
  }
  return (
    <div className="amelia-cells" aria-hidden="true">
      {phases.map((phase) => {
        const status = words.shownStatus(phase)
        return (
          <button
            key={phase.id}
            type="button"
            className={`amelia-cell amelia-is-${words.statusKind(status)}`}
            tabIndex={-1}
            disabled={!onOpen}
            title={`${words.plainLabel(phase.id)} ${words.plainLabel(phase.title)}: ${words.statusWord(status)}`}
            onClick={() => onOpen?.(phase.id)}
          />
        )
      })}
    </div>
  )
}
