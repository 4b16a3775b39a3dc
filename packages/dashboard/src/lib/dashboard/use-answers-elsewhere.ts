import type { GateChoice, GateView } from '@amelia/core'
import { useEffect, useMemo } from 'react'
import { findAnswerElsewhere } from '../gate/find-answer-elsewhere.ts'
import { choiceWord } from '../gate/gate-words.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'

/**
 * Calls `onNotice` when another page or a terminal answered a question that this page has shown. Returns the
 * source through which the page must send its own answers.
 */
export const useAnswersElsewhere = (
  store: RunStore,
  source: DashboardSource,
  onNotice: (notice: { text: string }) => void,
): Pick<DashboardSource, 'send' | 'readDiff'> => {
  const sent = useMemo(() => new Map<string, GateChoice>(), [store])
  useEffect(() => {
    const shown = new Map<string, GateView>()
    let last = store.events().length
    const keep = (): void => {
      for (const gate of store.view()?.report.gates ?? []) shown.set(gate.id, gate)
    }
    const stops = [
      store.subscribe('report', keep),
      store.subscribe('events', () => {
        const answer = findAnswerElsewhere(store.events().slice(last), { shown, sent })
        last = store.events().length
        if (!answer) return
        const word = choiceWord(answer.gate, answer.choice).replace('…', '')
        onNotice({ text: `The question was answered elsewhere: ${word}.` })
      }),
    ]
    keep()
    return () => stops.forEach((stop) => stop())
  }, [store, sent, onNotice])
  return useMemo(
    () => ({
      readDiff: (...request) => source.readDiff(...request),
      send: (runId, command) => {
        if (command.type === 'answer') sent.set(command.gateId, command.choice)
        return source.send(runId, command)
      },
    }),
    [source, sent],
  )
}
