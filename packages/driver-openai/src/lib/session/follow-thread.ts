import { checkTokens } from '@amelia/agent-process'
import type { TodoItem, Usage } from '@amelia/core/plugin'
import { noteLength } from '../thread/check-thread.ts'
import type { ThreadTotals } from '../thread/read-thread-line.ts'
import { mergeTodo } from '../thread/read-todo.ts'
import { openThreadLog, type ThreadLog } from '../thread/thread-log.ts'
import { createThreadUsage } from '../thread/thread-usage.ts'
import type { CodexSession } from './codex-session.ts'

/** The thread of one session: its id, its usage and its log. */
export interface FollowedThread {
  /** Reports the thread's id once, as soon as Codex reports it. Codex repeats it at each further turn. */
  begin(threadId: string): void
  /** Takes the todo list of an event. */
  todo(items: TodoItem[]): void
  /**
   * Reports the todo list if it has changed, and the usage if it has grown. Stops the session at its token
   * limit.
   */
  report(): void
  /** Whether the session has reported any tokens. */
  isUsed(): boolean
  /** Computes the usage from the thread's final totals. */
  finish(totals: ThreadTotals): Usage
  /**
   * Notes how long the log has become. Returns whether a signal ended a turn of this session.
   *
   * @param isCharged whether the usage in the log is still to be reported
   */
  close(isCharged: boolean): boolean
}

/** Follows the log of a session's thread. */
export const followThread = (
  { request: { limits, resume }, context, settings: { home } }: CodexSession,
  own: AbortController,
): FollowedThread => {
  let log: ThreadLog | undefined = resume === undefined ? undefined : openThreadLog(home, resume)
  const { aborts = 0 } = log?.read() ?? {}
  let id = resume
  const usage = createThreadUsage(log)
  let isBegun = false
  let reported = 0
  let noted = 0
  let listed: TodoItem[] | undefined
  let shown: string | undefined
  const note = (): void => {
    const length = log?.read().length ?? 0
    if (id === undefined || length <= noted) return
    noted = length
    noteLength(home, id, length)
  }
  const reportTodo = (): void => {
    if (listed === undefined) return
    const items = mergeTodo(listed, log?.read().todo)
    const text = JSON.stringify(items)
    if (text === shown) return
    shown = text
    context.emit({ type: 'todo', items })
  }
  const report = (): void => {
    reportTodo()
    const used = usage.read()
    note()
    const total = (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0)
    if (used === undefined || total <= reported) return
    reported = total
    context.emit({ type: 'usage', usage: used })
    const exceeded = checkTokens(used, limits.tokens)
    if (exceeded) own.abort(exceeded)
  }
  return {
    begin(threadId) {
      if (isBegun) return
      isBegun = true
      id = threadId
      log ??= openThreadLog(home, threadId)
      usage.begin(log)
      context.emit({ type: 'session', sessionId: threadId })
    },
    todo(items) {
      listed = items
    },
    report,
    isUsed: () => reported > 0,
    finish: usage.finish,
    close(isCharged) {
      if (isCharged) report()
      note()
      const last = log?.read()
      return last !== undefined && last.isAborted && last.aborts > aborts
    },
  }
}
