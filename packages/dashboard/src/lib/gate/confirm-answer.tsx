import type { Budget, GateChoice, GateView, RevertScope } from '@amelia/core'
import { type ReactNode, useState } from 'react'
import { useIsOffline } from '../part/offline.ts'
import { Dialog } from '../part/dialog.tsx'
import { choiceWord } from './gate-words.ts'
import type { AnswerParts } from './make-answer.ts'

interface ConfirmAnswerProps {
  gate: GateView
  choice: GateChoice
  consequence: string
  onConfirm(parts: Pick<AnswerParts, 'scope' | 'amount'>): void
  onClose(): void
}

const units: readonly (readonly [kind: keyof Budget, word: string])[] = [
  ['tokens', 'tokens'],
  ['usd', 'US dollars'],
  ['wallMs', 'minutes'],
  ['sessions', 'sessions'],
]

/** Confirms an answer, and asks for its scope or its amount. */
export const ConfirmAnswer = ({ gate, choice, consequence, ...on }: ConfirmAnswerProps): ReactNode => {
  const [scope, setScope] = useState<RevertScope>('batch')
  const [kind, setKind] = useState<keyof Budget>('tokens')
  const [text, setText] = useState('')
  const asksAmount = choice === 'approve' && gate.blocker === 'budget_exceeded'
  const isOffline = useIsOffline()
  const isReady = !isOffline && (!asksAmount || Number(text) > 0)
  const word = choiceWord(gate, choice).replace('…', '')
  return (
    <Dialog
      title={`${word}?`}
      onClose={on.onClose}
      actions={
        <>
          <button type="button" className="amelia-button" onClick={on.onClose}>
            Not now
          </button>
          <button
            type="button"
            className={`amelia-button ${choice === 'approve' ? 'amelia-button-main' : 'amelia-button-bad'}`}
            disabled={!isReady}
            onClick={() => on.onConfirm({ scope, ...(asksAmount && { amount: { kind, text } }) })}
          >
            {word}
          </button>
        </>
      }
    >
      <p>{sentence(consequence)}</p>
      {choice === 'abort-revert' && (
        <fieldset className="amelia-scope">
          <legend>Revert</legend>
          <Scope value="batch" {...{ scope, setScope }} text="The batch: restore the branch to before it" />
          <Scope value="run" {...{ scope, setScope }} text="The run: discard all of its commits" />
        </fieldset>
      )}
      {asksAmount && (
        <div className="amelia-amount">
          <label className="amelia-field">
            <span>Allow this much more</span>
            <input type="number" min="0" value={text} onChange={(event) => setText(event.target.value)} />
          </label>
          <label className="amelia-field">
            <span>Unit</span>
            <select value={kind} onChange={(event) => setKind(event.target.value as keyof Budget)}>
              {units.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </Dialog>
  )
}

const Scope = (props: {
  value: RevertScope
  scope: RevertScope
  text: string
  setScope(scope: RevertScope): void
}): ReactNode => (
  <label>
    <input
      type="radio"
      name="amelia-scope"
      checked={props.scope === props.value}
      onChange={() => props.setScope(props.value)}
    />
    {props.text}
  </label>
)

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
