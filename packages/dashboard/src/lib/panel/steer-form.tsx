import { type FormEvent, type ReactNode, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { useDraft } from '../part/drafts.ts'
import { useIsOffline } from '../part/offline.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunEvents } from '../state/use-run-part.ts'
import { listSteered, type SentText } from './list-steered.ts'

interface SteerFormProps {
  source: Pick<DashboardSource, 'send'>
  store: RunStore
  phaseId: string
  /** Whether the phase is being worked on, so that its agent can receive a text. */
  works: boolean
}

const none: readonly SentText[] = []

/** Sends a text to the agent of a phase, and shows for each text whether the agent received it. */
export const SteerForm = ({ source, store, phaseId, works }: SteerFormProps): ReactNode => {
  const { runId } = store
  const [text, setText] = useDraft(`steer:${runId}:${phaseId}`, '')
  const [sent, setSent] = useDraft(`steered:${runId}:${phaseId}`, none)
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const isOffline = useIsOffline()
  const texts = listSteered(useRunEvents(store), phaseId, sent)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsSending(true)
    setProblem(undefined)
    try {
      const { id, locked } = await source.send(runId, { type: 'steer', phaseId, text: text.trim() })
      if (id !== undefined) setSent([...sent, { id, text: text.trim(), locked }])
      setText('')
    } catch (error) {
      setProblem(describeError(error))
    }
    setIsSending(false)
  }
  if (!works && texts.length === 0) return null
  return (
    <form className="amelia-steer" onSubmit={(event) => void send(event)}>
      {works && (
        <div className="amelia-steer-row">
          <textarea
            rows={1}
            aria-label="Steer the agent"
            placeholder="Steer the agent"
            value={text}
            maxLength={10_000}
            onChange={(event) => setText(event.target.value)}
          />
          <button
            type="submit"
            className="amelia-button"
            disabled={text.trim() === '' || isSending || isOffline}
          >
            {isSending ? 'Sending…' : 'Send'}
          </button>
        </div>
      )}
      {problem !== undefined && (
        <p className="amelia-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {texts.length > 0 && (
        <ul className="amelia-steered" aria-label="Texts for the agent" aria-live="polite">
          {texts.map(({ id, text: given, state, words }) => (
            <li key={id} data-state={state}>
              <q>{given}</q> <b>{words}</b>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
