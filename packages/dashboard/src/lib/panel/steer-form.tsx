import type { SendResult } from '@amelia/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'

interface SteerFormProps {
  source: Pick<DashboardSource, 'send'>
  runId: string
  phaseId: string
}

const outcomes: Record<SendResult['outcome'], string> = {
  taken: 'Sent.',
  repeated: 'This text was sent before.',
  kept: 'Saved. The run has no process now; the next one takes it.',
}

/** Sends a text to the agent of a phase. */
export const SteerForm = ({ source, runId, phaseId }: SteerFormProps): ReactNode => {
  const [text, setText] = useState('')
  const [note, setNote] = useState<{ text: string; tone?: 'bad' }>()
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    try {
      const { outcome } = await source.send(runId, { type: 'steer', phaseId, text: text.trim() })
      setNote({ text: outcomes[outcome] })
      setText('')
    } catch (error) {
      setNote({ text: describeError(error), tone: 'bad' })
    }
  }
  return (
    <form className="amelia-steer" onSubmit={(event) => void send(event)}>
      <label className="amelia-field">
        <span>Steer the agent</span>
        <textarea value={text} maxLength={10_000} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className="amelia-button" disabled={text.trim() === ''}>
        Send
      </button>
      {note && (
        <p className="amelia-note" data-tone={note.tone} role="status">
          {note.text}
        </p>
      )}
    </form>
  )
}
