import { useMemo, useState } from 'react'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunPart } from '../state/use-run-part.ts'
import { listFinished } from './list-finished.ts'

/**
 * Returns the lanes that are folded to one line: those of finished batches, until the run has ended, unless a
 * person opened one or it contains the selected phase. The set stays the same until one changes.
 */
export const useFoldedLanes = (
  store: RunStore,
  selected: string | undefined,
): { folded: ReadonlySet<number>; turn: (batch: number, isFolded: boolean) => void } => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const finished = useRunPart(store, 'report', () => listFinished(store.view()?.report.batches).join())
  const own = useRunPart(store, 'plan', () => {
    const batches = store.view()?.report.batches
    return batches?.find(({ phases }) => selected !== undefined && phases.includes(selected))?.batch
  })
  const folded = useMemo(() => {
    const found = finished === '' ? [] : finished.split(',').map(Number)
    return new Set([
      ...found.filter((batch) => batch !== own && chosen.get(batch) !== false),
      ...[...chosen].flatMap(([batch, isFolded]) => (isFolded && batch !== own ? [batch] : [])),
    ])
  }, [finished, own, chosen])
  return { folded, turn: (batch, isFolded) => setChosen(new Map(chosen).set(batch, isFolded)) }
}
