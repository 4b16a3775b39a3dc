import type { GateChoice, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useIsOffline } from '../part/offline.ts'
import { isEnding, sortChoices } from './sort-choices.ts'
import { choiceWord, countedWord, isForNone, type PickedPhases } from './gate-words.ts'

/** The properties of {@link AnswerBar}. */
export interface AnswerBarProps {
  gate: GateView
  /** The words for the agent. */
  feedback: string
  onFeedback(text: string): void
  /** The number of phases that the next answer is for. */
  count: PickedPhases
  /** The message about the answer that is being sent. */
  sending: string | undefined
  /** Why the last answer was not accepted. */
  problem: string | undefined
  /** Describes the effect of an answer. */
  consequence(choice: GateChoice): string
  onChoose(choice: GateChoice): void
}

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

/** The answers of a question with their consequences, and the words for the agent. */
export const AnswerBar = ({ gate, consequence, ...props }: AnswerBarProps): ReactNode => {
  const { feedback, onFeedback, count, sending, problem, onChoose } = props
  const { direct, more } = sortChoices(gate)
  const isOffline = useIsOffline()
  const isDisabled = sending !== undefined || isOffline
  const id = useId()
  return (
    <div className="amelia-answers" role="group" aria-label="Answers">
      <div className="amelia-answer-row">
        {direct.map((choice, index) => (
          <button
            key={choice}
            type="button"
            className={`amelia-button ${tone(choice, index)}`}
            disabled={isDisabled || isForNone(count, choice)}
            aria-describedby={`${id}-${choice}`}
            onClick={() => onChoose(choice)}
          >
            {countedWord(gate, choice, count)}
            {index === 0 && <Key name={isMac ? '⌘ ↵' : 'Ctrl ↵'} />}
            {index > 0 && words.needsText(choice) && <Key name="s" />}
          </button>
        ))}
        {more.length > 0 && <MoreAnswers {...{ gate, more, isDisabled, consequence, onChoose }} />}
        <textarea
          rows={1}
          aria-label={`Words for the agent${gate.choices.some(words.needsText) ? '' : ' (optional)'}`}
          placeholder="Words for the agent"
          value={feedback}
          maxLength={20_000}
          onChange={({ target }) => onFeedback(target.value)}
        />
      </div>
      {sending !== undefined ? (
        <p className="amelia-answer-state" role="status">
          {sending}
        </p>
      ) : problem !== undefined ? (
        <p className="amelia-answer-state" data-tone="bad" role="alert">
          {problem}
        </p>
      ) : (
        <p className="amelia-answer-effects">
          {direct.map((choice) => (
            <span key={choice} id={`${id}-${choice}`}>
              <b>{choiceWord(gate, choice).replace('…', '')}</b> {consequence(choice)}.{' '}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

const Key = ({ name }: { name: string }): ReactNode => (
  <kbd className="amelia-key" aria-hidden="true">
    {name}
  </kbd>
)

const tone = (choice: GateChoice, index: number): string => {
  if (isEnding(choice)) return 'amelia-button-bad'
  return index === 0 ? 'amelia-button-main' : ''
}

interface MoreAnswersProps extends Pick<AnswerBarProps, 'gate' | 'consequence' | 'onChoose'> {
  more: readonly GateChoice[]
  isDisabled: boolean
}

/** The answers without a button of their own, each with its consequence. Escape closes them. */
const MoreAnswers = ({ gate, more, isDisabled, consequence, onChoose }: MoreAnswersProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = (): void => {
    setIsOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return (
    <div
      className="amelia-more"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        type="button"
        className="amelia-button"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen)}
      >
        More answers
        <span className="amelia-chevron" aria-hidden="true" />
      </button>
      <ul className="amelia-choices" id={id} hidden={!isOpen}>
        {more.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              data-tone={isEnding(choice) ? 'bad' : undefined}
              onClick={() => {
                close()
                onChoose(choice)
              }}
            >
              <b>{choiceWord(gate, choice)}</b>
              <span>{consequence(choice)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
