import type { ReactNode } from 'react'
import type { RunStore } from '../state/create-run-store.ts'
import { usePhaseActivity, usePhaseProgress } from '../state/use-run-part.ts'
import { progressLine } from './progress-line.ts'

/** The number of lines that are shown. */
const mostLines = 12

/** The last words and tools of the agent of a phase, while it works. */
export const LiveProgress = ({ store, phaseId }: { store: RunStore; phaseId: string }): ReactNode => {
  // The last line is known before the page was opened, the others since then.
  const activity = usePhaseActivity(store, phaseId)
  const said = usePhaseProgress(store, phaseId).flatMap((event) => progressLine(event) ?? [])
  const lines = said.length === 0 && activity?.byAgent ? [activity.text] : said
  if (lines.length === 0) return null
  return (
    <section>
      <h3>The agent now</h3>
      <ol className="amelia-progress">
        {lines.slice(-mostLines).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ol>
    </section>
  )
}
