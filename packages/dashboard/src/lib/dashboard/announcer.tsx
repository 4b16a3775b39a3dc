import { countPhases, words } from '@amelia/core/view'
import { type ReactNode, useEffect, useState } from 'react'
import type { RunStore } from '../state/create-run-store.ts'
import { readCondition } from '../state/read-condition.ts'

/** The shortest time between two announcements that nobody has to act on, in milliseconds. */
const intervalMs = 5_000

/** Tells screen readers about a run: open questions at once, progress every few seconds at most. */
export const Announcer = ({ store }: { store: RunStore }): ReactNode => {
  const [progress, setProgress] = useState('')
  const [questions, setQuestions] = useState('')
  useEffect(() => {
    let state = readCondition(store)?.state
    const known = new Set(store.view()?.report.gates.map(({ id }) => id))
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = store.subscribe('view', () => {
      const fresh = store.view()?.report.gates.filter(({ id }) => !known.has(id)) ?? []
      for (const { id } of fresh) known.add(id)
      const before = state
      state = readCondition(store)?.state
      if (state === 'interrupted' && before !== state) setQuestions('The engine stopped.')
      if (fresh.length > 0) setQuestions(fresh.map(({ question }) => words.plainLabel(question)).join(' '))
      timer ??= setTimeout(() => {
        timer = undefined
        setProgress(describe(store))
      }, intervalMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return (
    <div className="amelia-hidden">
      <p aria-live="polite">{progress}</p>
      <p aria-live="assertive">{questions}</p>
    </div>
  )
}

const describe = (store: RunStore): string => {
  const view = store.view()
  const condition = readCondition(store)
  if (!view || !condition) return ''
  const { done, all } = countPhases([...view.phases.values()])
  return `${words.statusWord(condition.status)}. ${done} of ${all} phases completed.`
}
