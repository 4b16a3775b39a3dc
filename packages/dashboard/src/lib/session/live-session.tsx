import { type ReactNode, useRef } from 'react'
import { dayTime } from '../format/day-time.ts'
import { useFollowEnd } from '../part/use-follow-end.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { usePhaseActivity, usePhaseProgress } from '../state/use-run-part.ts'
import { listLive } from './list-live.ts'
import { SessionEntries } from './session-entries.tsx'

/** The session of a phase as it runs. It follows the end until a person scrolls up. */
export const LiveSession = ({ store, phaseId }: { store: RunStore; phaseId: string }): ReactNode => {
  const activity = usePhaseActivity(store, phaseId)
  const progress = usePhaseProgress(store, phaseId)
  const said = listLive(progress)
  // The last line is known before the page was opened, the others since then.
  const at = store.view()?.at ?? ''
  const entries =
    said.length === 0 && activity?.byAgent
      ? [{ kind: 'says' as const, time: dayTime(at), text: activity.text }]
      : said
  const list = useRef<HTMLDivElement>(null)
  const { follows, onScroll, follow } = useFollowEnd(list, progress.length)
  return (
    <div className="amelia-session-live">
      <div
        className="amelia-session-scroll"
        role="log"
        aria-label="Session as it runs"
        aria-live="off"
        tabIndex={0}
        ref={list}
        onScroll={onScroll}
      >
        {entries.length === 0 ? (
          <p className="amelia-muted">{activity?.text || 'The session has not reported anything yet.'}</p>
        ) : (
          <SessionEntries entries={entries} />
        )}
      </div>
      {!follows && (
        <button type="button" className="amelia-small-button amelia-session-follow" onClick={follow}>
          Follow the end
        </button>
      )}
    </div>
  )
}
