import type { ContentBlock } from '@agentclientprotocol/sdk'
import { answerRun } from '@amelia/core'
import { usageError } from '../../terminal/usage-error.ts'
import { type Editor, type EditorSession, sendText } from './editor-session.ts'
import { answer, followRun } from './follow-run.ts'
import { readPrompt, type ReadPrompt } from './read-prompt.ts'
import { readSettled } from './read-settled.ts'
import { resumeRun, startRun } from './start-run.ts'

/**
 * Performs a prompt: it is the answer to a question that waits for words, starts the plan that it names or
 * contains, continues the run of the session, or is guidance for the only phase that is running. Then follows
 * the run.
 */
export const takeTurn = async (
  editor: Editor,
  session: EditorSession,
  blocks: readonly ContentBlock[],
  signal: AbortSignal,
): Promise<void> => {
  const prompt = await readPrompt(session.place.repo, blocks)
  const { awaited } = session
  if (awaited) {
    const { gateId, choice } = awaited
    if (prompt.text === '') throw usageError('The answer needs words.', 'Write what has to change.')
    // A question that was answered elsewhere refuses the words, and is not asked for them again.
    delete session.awaited
    await answer(session, { gateId, choice, feedback: prompt.text })
  } else if (session.runId === undefined) await start(session, prompt)
  else await goOn(editor, session, prompt)
  await followRun(editor, session, { signal, answered: awaited?.gateId })
}

const start = async (session: EditorSession, prompt: ReadPrompt): Promise<void> => {
  if (prompt.path === undefined && prompt.plan === undefined)
    throw usageError(
      'The message names no plan.',
      'Attach a plan, paste its text, or name its file in the repository, such as: docs/plan.md',
    )
  await startRun(session, prompt)
}

/** The words that only ask to continue. */
const toContinue = /^\W*(?:continue|go on|resume|watch|status|)\W*$/i

const goOn = async (editor: Editor, session: EditorSession, prompt: ReadPrompt): Promise<void> => {
  const { host, runId = '' } = session
  const { report, canGoOn, locked, isAsked } = await readSettled(session)
  if (!canGoOn) return start(session, prompt)
  if (prompt.path !== undefined || prompt.plan !== undefined)
    throw usageError(
      `Run ${runId} of this conversation has not ended.`,
      'Send "continue" to go on with it, or start the other plan in a new conversation.',
    )
  if (!locked && !isAsked) return resumeRun(session)
  if (toContinue.test(prompt.text)) return
  const running = report.phases.filter(({ status }) => status === 'running')
  const [only] = running
  if (locked && only && running.length === 1) {
    const command = { type: 'steer', phaseId: only.id, text: prompt.text } as const
    await answerRun({ host, runId, command })
    return
  }
  await sendText(
    editor,
    session,
    'This message reached no agent: it can guide one only while a single phase is running.',
  )
}
