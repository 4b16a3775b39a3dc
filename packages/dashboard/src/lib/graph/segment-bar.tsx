import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import type { CardPart } from './list-parts.ts'

/** More parts than these are too narrow for a letter. */
const mostLetters = 12

const letters: Readonly<Record<string, string>> = { test: 'T', impl: 'I' }

/** The parts of a phase as segments in the colours of their states: `T` writes tests, `I` implements. */
export const SegmentBar = ({ parts }: { parts: readonly CardPart[] }): ReactNode => {
  const subtasks = parts.filter(({ level }) => level === 'subtask')
  const shown = subtasks.length > 1 || parts.length === subtasks.length ? subtasks : parts.slice(1)
  return (
    <span className="amelia-segments">
      {shown.map(({ id, title, status, type }) => (
        <span
          key={id}
          className={`amelia-segment amelia-is-${words.statusKind(status)}`}
          title={`${words.plainLabel(title)}: ${words.statusWord(status)}`}
        >
          {shown.length <= mostLetters && type !== undefined ? (letters[type] ?? '') : ''}
        </span>
      ))}
      <span className="amelia-hidden">
        {shown
          .map(({ title, status }) => `${words.plainLabel(title)}: ${words.statusWord(status)}`)
          .join('. ')}
      </span>
    </span>
  )
}
