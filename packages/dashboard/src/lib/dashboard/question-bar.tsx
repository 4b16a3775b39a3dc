import type { GateAnswer, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { countOpen } from '../gate/count-open.ts'
import { describeSaved, gateWords } from '../gate/gate-words.ts'
import { StatusMark } from '../part/status-mark.tsx'

interface QuestionBarProps {
  gates: readonly GateView[]
  /** The answers that a resume applies. */
  saved: readonly GateAnswer[]
  /** The id of the question that is shown. */
  selected: string | undefined
  onSelect(gateId: string): void
  /** The button that resumes the run. Shown once there is an answer to apply. */
  action?: ReactNode
}

/** The open questions of a run, each with the answer that a resume applies. */
export const QuestionBar = ({ gates, saved, selected, onSelect, action }: QuestionBarProps): ReactNode => {
  if (gates.length === 0) return null
  const open = countOpen(gates, saved)
  return (
    <nav className="amelia-questions" aria-label="Open questions">
      <strong>
        {open > 0
          ? `${open} open ${words.nounOf(open, 'question')}`
          : `${saved.length === 1 ? 'The answer applies' : 'The answers apply'} at resume`}
      </strong>
      <ul>
        {gates.map((each) => {
          const own = saved.filter(({ gateId }) => gateId === each.id)
          return (
            <li key={each.id}>
              <button
                type="button"
                className="amelia-question"
                aria-pressed={selected === each.id}
                title={words.plainLabel(each.question)}
                onClick={() => onSelect(each.id)}
              >
                <StatusMark status={words.isAnsweredBy(each, own) ? 'ready' : 'waiting'} />
                <span>
                  {gateWords(each)}
                  {each.phaseIds.length > 0 && ` · ${each.phaseIds.join(', ')}`}
                  {own.length > 0 && ` · answered: ${describeSaved(each, own)}, applies at resume`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {saved.length > 0 && action}
    </nav>
  )
}
