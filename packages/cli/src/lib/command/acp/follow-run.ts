import { answerRun, type GateAnswer, readRun, type RunView, watchRun } from '@amelia/core'
import { applyRunChange, runCondition } from '@amelia/core/view'
import { readGateNumbers } from '../../stored/gate-numbers.ts'
import { nextSteps } from '../../stored/next-steps.ts'
import { readBase } from '../../stored/read-base.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { nextStepLines } from '../../view/next-step-lines.ts'
import { isDone } from '../../view/live/draw/bar-line.ts'
import { askGate } from './ask-gate.ts'
import { type Editor, type EditorSession, sendText } from './editor-session.ts'
import { showRun } from './show-run.ts'
import { readSettled } from './read-settled.ts'
import { resumeRun } from './start-run.ts'

/** A question that was asked in this turn. `open` was not answered here, or its answer waits for words. */
interface Asked {
  is: 'asking' | 'answered' | 'open'
  stop: AbortController
}

/**
 * Shows a run from the last event that the editor has, and asks its questions, until the run ends, none of
 * its questions is left to ask here, or the signal aborts. Questions stay open without an answer.
 *
 * `answered`: a question whose answer the run may not have applied yet.
 */
export const followRun = async (
  editor: Editor,
  session: EditorSession,
  { signal, answered }: { signal: AbortSignal; answered?: string | undefined },
): Promise<void> => {
  const { host, runId = '' } = session
  const over = new AbortController()
  const asked = new Map<string, Asked>()
  if (answered !== undefined) asked.set(answered, { is: 'answered', stop: new AbortController() })
  const shown = showRun(editor, session)
  let view: RunView | undefined
  let failure: Error | undefined

  const ask = async (current: RunView, gate: RunView['report']['gates'][number]): Promise<void> => {
    const asking: Asked = { is: 'asking', stop: new AbortController() }
    asked.set(gate.id, asking)
    const facts = { plan: current.plan, isDone: (id: string) => isDone(current.phases.get(id)) }
    const stop = AbortSignal.any([asking.stop.signal, over.signal])
    const outcome = await askGate(editor, session, { gate, facts, signal: stop }).catch((error: unknown) => {
      if (stop.aborted) return 'dropped' as const
      throw error
    })
    if (typeof outcome === 'string') asking.is = 'open'
    else {
      asking.is = 'answered'
      await answer(session, outcome)
    }
    if (view && isOver(view, asked)) over.abort()
  }
  const askAll = (current: RunView): void => {
    const open = new Set(current.report.gates.map(({ id }) => id))
    for (const [id, { stop }] of asked) if (!open.has(id)) stop.abort()
    for (const gate of current.report.gates) {
      if (asked.has(gate.id)) continue
      if (!editor.asks) asked.set(gate.id, { is: 'open', stop: new AbortController() })
      else
        ask(current, gate).catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error))
          over.abort()
        })
    }
  }

  const stop = AbortSignal.any([signal, over.signal])
  for await (const item of watchRun({ host, runId, after: session.seq, views: true, signal: stop })) {
    if (item.type === 'run_changed') {
      view = applyRunChange(view, item)
      await shown.view(view)
      askAll(view)
      if (isOver(view, asked) && session.seq >= view.through) break
    } else if ('seq' in item) {
      session.seq = item.seq
      await shown.event(item)
      if (view && isOver(view, asked) && item.seq >= view.through) break
    }
  }
  over.abort()
  if (failure) throw failure
  if (!signal.aborted) await sendEnd(editor, session)
}

/** Sends an answer. Without a process, continues the run in one that applies it. */
export const answer = async (session: EditorSession, given: GateAnswer): Promise<void> => {
  const { host, runId = '' } = session
  const { outcome } = await answerRun({ host, runId, command: { type: 'answer', ...given } })
  if (outcome === 'kept' && !(await readSettled(session)).locked) await resumeRun(session)
}

/** Whether nothing more happens without a person elsewhere. */
const isOver = (view: RunView, asked: ReadonlyMap<string, Asked>): boolean => {
  const { state } = runCondition(view)
  const { gates } = view.report
  if (state === 'waiting') return gates.length > 0 && gates.every(({ id }) => asked.get(id)?.is === 'open')
  return state === 'ended' || state === 'interrupted'
}

/** Sends how the run ended or why it stands still, its branch, and the next commands. */
const sendEnd = async (editor: Editor, session: EditorSession): Promise<void> => {
  const { host, place, runId = '' } = session
  const run = await readRun({ host, runId, now: host.clock.now() })
  const { sentence, state } = run.condition
  const numbers = await readGateNumbers(host, { ...run, runId })
  const { again } = await readConfigFlags(place.repo, runId)
  const facts = { ...place, again, ...(await readBase(place.repo, runId)) }
  const steps = nextStepLines(nextSteps(run.report, facts, numbers), Infinity)
  const here = state === 'ended' ? '' : ' Send a message, such as "continue", to go on here.'
  await sendText(
    editor,
    session,
    [`**${sentence}**${here}`, ...(steps.length === 0 ? [] : ['```', ...steps, '```'])].join('\n'),
  )
}

/** Shows what a run has done, and its open questions, without asking them. */
export const replayRun = async (editor: Editor, session: EditorSession): Promise<void> => {
  const { host, runId = '' } = session
  const shown = showRun(editor, session)
  const { seq } = await readRun({ host, runId })
  let view: RunView | undefined
  for await (const item of watchRun({ host, runId, views: true })) {
    if (item.type === 'run_changed') {
      view = applyRunChange(view, item)
      await shown.view(view)
    } else if ('seq' in item) {
      session.seq = item.seq
      await shown.event(item)
    }
    if (session.seq >= seq && view) break
  }
  await sendEnd(editor, session)
}
