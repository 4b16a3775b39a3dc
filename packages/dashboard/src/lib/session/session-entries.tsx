import { words } from '@amelia/core/view'
import { memo, type ReactNode } from 'react'
import { PlainText } from '../detail/plain-text.tsx'
import { visibleText } from '../format/visible-text.ts'
import type { SessionEntry } from './session-entry.ts'
import { ToolIcon } from './tool-icon.tsx'

/** Longer subjects of tools are cut, and open. */
const mostCharacters = 140
/** A shorter call needs no time beside it. */
const leastMs = 1_000

/** The turns of a session: the words of the agent, and its tool calls as rows. */
export const SessionEntries = ({ entries }: { entries: readonly SessionEntry[] }): ReactNode => (
  <ol className="amelia-session">
    {entries.map((entry, index) => (
      <Entry key={index} {...entry} />
    ))}
  </ol>
)

const Entry = memo(
  ({ kind, time, text, tool = '', ms }: SessionEntry): ReactNode => (
    <li data-kind={kind}>
      <time>{time}</time>
      {kind === 'tool' ? (
        <ToolCall {...{ tool, text, ms }} />
      ) : kind === 'note' ? (
        <p className="amelia-muted">{words.plainLabel(text)}</p>
      ) : (
        <div>
          {kind === 'person' && <b className="amelia-session-person">A person wrote</b>}
          <PlainText text={text} isByPerson={kind === 'person'} />
        </div>
      )}
    </li>
  ),
)
Entry.displayName = 'Entry'

const ToolCall = ({ tool, text, ms }: { tool: string; text: string; ms: number | undefined }): ReactNode => {
  const label = words.plainLabel(text)
  const row = (
    <>
      <ToolIcon name={tool} />
      <b>{words.plainLabel(tool)}</b>
      <code>{label.slice(0, mostCharacters)}</code>
      {ms !== undefined && ms >= leastMs && <span className="amelia-number">{words.formatDuration(ms)}</span>}
    </>
  )
  if (label.length <= mostCharacters && !text.includes('\n')) return <p className="amelia-tool">{row}</p>
  return (
    <details>
      <summary className="amelia-tool">{row}</summary>
      <pre className="amelia-text">{visibleText(text)}</pre>
    </details>
  )
}
