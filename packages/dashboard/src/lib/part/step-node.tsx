import { words, type ShownStatus } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { clockTime } from '../format/clock-time.ts'
import { StatusMark } from './status-mark.tsx'
import { useNow } from '../state/use-now.ts'

/** The properties of {@link StepNode}. */
export interface StepNodeProps {
  /** The line that names it. */
  title: string
  /** The status of the phase, subtask or step. */
  status: ShownStatus
  /** Its kind: it decides the size. Default: `step`. */
  level?: 'subtask' | 'step'
  /** When it started, ISO 8601: the time ticks while it is running. */
  startedAt?: string | undefined
  /** The time that it took, in milliseconds. */
  durationMs?: number | undefined
  /** The number of its attempt: shown from the second one on. */
  attempt?: number | undefined
  /** The tokens that it used. */
  tokens?: number | undefined
  /** The possible harm: shown if it is high. */
  risk?: 'low' | 'medium' | 'high' | undefined
  /** Cancels it. Shown while it is running. */
  onCancel?: (() => void) | undefined
}

/** A subtask or a step in a line: status, title, elapsed time, attempt, tokens and risk. */
export const StepNode = ({ title: given, status, level = 'step', ...facts }: StepNodeProps): ReactNode => {
  const title = words.plainLabel(given)
  const { startedAt, durationMs, attempt = 1, tokens, risk, onCancel } = facts
  const isRunning = status === 'running' && startedAt !== undefined
  const now = useNow(isRunning)
  return (
    <div className={`amelia-step amelia-step-${level}`} data-status={status}>
      <StatusMark status={status} />
      <span className="amelia-step-title" title={title}>
        {title}
      </span>
      {risk === 'high' && <span className="amelia-chip amelia-chip-bad">High risk</span>}
      {attempt > 1 && <span className="amelia-chip">Try {attempt}</span>}
      {tokens !== undefined && <span className="amelia-number">{tokens} tokens</span>}
      {isRunning ? (
        <span className="amelia-number amelia-is-running">{clockTime(now - Date.parse(startedAt))}</span>
      ) : (
        durationMs !== undefined && <span className="amelia-number">{words.formatDuration(durationMs)}</span>
      )}
      {status === 'running' && onCancel && (
        <button
          type="button"
          className="amelia-small-button nodrag nopan"
          aria-label={`Cancel ${level} ${title}`}
          onClick={(event) => {
            event.stopPropagation()
            onCancel()
          }}
        >
          Cancel step
        </button>
      )}
    </div>
  )
}
