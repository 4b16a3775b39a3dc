import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import type { RunStore } from '../state/create-run-store.ts'
import { useCondition } from '../state/read-condition.ts'
import { StillTime, useNow } from '../state/use-now.ts'
import { useRunView } from '../state/use-run-part.ts'

interface StoppedBarProps {
  store: RunStore
  /** The button that resumes the run. */
  action?: ReactNode
}

/** Reports a run whose process ended before the run, with the work that a resume continues. */
export const StoppedBar = ({ store, action }: StoppedBarProps): ReactNode => {
  const view = useRunView(store)
  const condition = useCondition(store)
  if (!view || condition?.state !== 'interrupted') return null
  const kept = [...view.phases.values()].filter(keepsTree).length
  return (
    <div className="amelia-banner amelia-stopped" data-tone="warn">
      <span>
        {/* The times below stand still; this one does not. */}
        <StillTime value={undefined}>
          <StopTime releasedAt={store.releasedAt()} at={view.at} />
        </StillTime>
        {kept > 0 &&
          ` ${countWord(kept)} ${kept === 1 ? 'phase keeps its tree' : 'phases keep their trees'}.`}
      </span>
      {action}
    </div>
  )
}

/** The end of a process that nobody saw is between its last record and now. */
const StopTime = ({ releasedAt, at }: { releasedAt: number | undefined; at: string }): ReactNode => {
  const now = useNow(true)
  const ago = formatAge(now - (releasedAt ?? Date.parse(at)))
  return (
    <>
      <strong>The engine stopped{releasedAt === undefined ? '.' : ` ${ago} ago.`}</strong>
      {releasedAt === undefined && ` Its last record is ${ago} old.`}
    </>
  )
}

/** Formats an age in whole seconds, since it ticks. */
const formatAge = (ms: number): string =>
  ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1_000))} s` : words.formatDuration(ms)

/** Whether a resumed run continues the work of a phase. */
const keepsTree = ({ status, attempt }: PhaseReport): boolean =>
  attempt > 0 && ['interrupted', 'checkpoint', 'waiting'].includes(status)

const numbers = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

const countWord = (count: number): string => numbers[count] ?? String(count)
