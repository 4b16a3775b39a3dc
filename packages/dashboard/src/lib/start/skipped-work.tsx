import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'

const mostLines = 20

interface SkippedWorkProps {
  lines: readonly { line: number; text: string }[]
}

/** Lists the lines of a plan that look like work and will not run; nothing if there are none. */
export const SkippedWork = ({ lines }: SkippedWorkProps): ReactNode =>
  lines.length > 0 && (
    <div className="amelia-note" data-tone="warn">
      {lines.length === 1 ? '1 line looks' : `${lines.length} lines look`} like work, and will not run:
      <ul>
        {lines.slice(0, mostLines).map(({ line, text }) => (
          <li key={line}>{`Line ${line}: ${words.plainLabel(text)}`}</li>
        ))}
      </ul>
      {lines.length > mostLines && `and ${lines.length - mostLines} more.`}
    </div>
  )
