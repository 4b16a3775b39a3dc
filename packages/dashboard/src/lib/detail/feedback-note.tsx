import type { PhaseReport } from '@amelia/core'
import type { ReactNode } from 'react'
import { visibleText } from '../format/visible-text.ts'
import { PlainText } from './plain-text.tsx'

/** The words with which a person asked for another attempt. They are not a failure. */
export const FeedbackNote = ({
  answer,
}: {
  answer: NonNullable<NonNullable<PhaseReport['failure']>['answer']>
}): ReactNode => (
  <div className="amelia-note amelia-feedback">
    <p className="amelia-muted">
      {answer.question === undefined
        ? 'A person asked for another attempt'
        : `A person answered: ${visibleText(answer.question)}`}
    </p>
    <PlainText text={answer.text} isByPerson />
  </div>
)
