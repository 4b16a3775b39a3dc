import type { GateAnswer } from '@amelia/core'
import { useEffect, useState } from 'react'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { hasProcess } from '../state/has-process.ts'
import { useRunView } from '../state/use-run-part.ts'

const none: readonly GateAnswer[] = []
const everyMs = 2_000

/**
 * Returns the answers to open questions that a resume applies. A process applies answers at once, so they are
 * read, again and again, only while no process owns the run and the page is visible.
 */
export const useSavedAnswers = (store: RunStore, source: DashboardSource): readonly GateAnswer[] => {
  const view = useRunView(store)
  const [saved, setSaved] = useState(none)
  const gates = view?.report.gates ?? []
  const isOpen = gates.length > 0 && !hasProcess(view)
  useEffect(() => {
    const { readRun } = source
    if (!isOpen || !readRun) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const read = async (): Promise<void> => {
      if (!document.hidden)
        await readRun.call(source, store.runId).then(
          ({ savedAnswers }) => setSaved((before) => (isSame(before, savedAnswers) ? before : savedAnswers)),
          // The watch of the run reports that the server cannot be reached.
          () => {},
        )
      if (!isOver) timer = setTimeout(() => void read(), everyMs)
    }
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [store, source, isOpen])
  return isOpen ? saved.filter(({ gateId }) => gates.some(({ id }) => id === gateId)) : none
}

const isSame = (one: readonly GateAnswer[], other: readonly GateAnswer[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
