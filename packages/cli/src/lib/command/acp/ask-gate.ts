import type { ElicitationPropertySchema, PermissionOption } from '@agentclientprotocol/sdk'
import type { GateAnswer, GateChoice, GateView, RevertScope } from '@amelia/core'
import { type ConsequenceFacts, showContent, words } from '@amelia/core/view'
import { readBudgetAmount } from '../../question/read-budget-amount.ts'
import { type Editor, type EditorSession, sendText, sendUpdate } from './editor-session.ts'

/** The outcome of a question: an answer, one whose words follow in the next prompt, or none. */
export type AskOutcome = GateAnswer | 'awaited' | 'dropped'

/** The choices that go on with the work. An answer counts once: an editor never stores one. */
const going: readonly GateChoice[] = [
  ...(['approve', 'done-by-hand', 'continue', 'answer', 'retry', 'fix', 'send-back'] as const),
]

/** The work that the answer `abort-revert` can take back. */
const revertScopes: readonly RevertScope[] = ['batch', 'run']

/**
 * Asks a question of a run as a permission request, with one option per answer and its consequence. Words and
 * amounts are asked in a form where the editor has forms; else the next prompt contains the words. Rejects if
 * the signal aborts first.
 */
export const askGate = async (
  editor: Editor,
  session: EditorSession,
  { gate, facts, signal }: { gate: GateView; facts: ConsequenceFacts; signal: AbortSignal },
): Promise<AskOutcome> => {
  const toolCallId = `${session.runId}:${gate.id}`
  const { client } = editor
  const title = words.plainLabel(gate.question)
  const suggestions = gate.suggestions.map((text) => `Suggestion: ${text}`)
  const shown = [...gate.details, ...suggestions].flatMap(showContent).join('\n')
  await sendUpdate(editor, session, {
    ...{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'think', status: 'pending' },
    content: shown === '' ? [] : [{ type: 'content', content: { type: 'text', text: fence(shown) } }],
  })
  const end = async (status: 'completed' | 'failed', outcome: string): Promise<void> =>
    sendUpdate(editor, session, {
      ...{ sessionUpdate: 'tool_call_update', toolCallId, status, title: `${title} ${outcome}` },
    })
  const options = gate.choices.flatMap((choice): PermissionOption[] =>
    choice === 'abort-revert'
      ? revertScopes.map((scope) => ({
          optionId: `${choice}:${scope}`,
          name: `${choice}: ends the run and restores the branch to its commit before this ${scope}`,
          kind: 'reject_once',
        }))
      : [
          {
            optionId: choice,
            name: `${choice}: ${words.describeConsequence(gate, choice, facts)}`,
            kind: going.includes(choice) ? 'allow_once' : 'reject_once',
          },
        ],
  )
  const waiting = { cancellationSignal: signal, stopWaitingOnCancel: true }
  const { outcome } = await client.request(
    'session/request_permission',
    { sessionId: session.id, toolCall: { toolCallId, title, status: 'pending' }, options },
    waiting,
  )
  const [chosen, scope] = outcome.outcome === 'selected' ? outcome.optionId.split(':') : []
  const choice = gate.choices.find((each) => each === chosen)
  if (choice === undefined) {
    await end('failed', '(not answered)')
    return 'dropped'
  }
  const form = formOf(gate, choice)
  if (form && editor.hasForms) {
    const filled = await client.request(
      'elicitation/create',
      {
        ...{ mode: 'form', sessionId: session.id, toolCallId, message: title },
        requestedSchema: { type: 'object', ...form },
      },
      waiting,
    )
    const content = filled.action === 'accept' ? (filled as { content?: unknown }).content : undefined
    const answer = content === undefined ? undefined : readForm(gate, choice, content as Filled)
    await end(answer ? 'completed' : 'failed', answer ? `(${choice})` : '(not answered)')
    return answer ?? 'dropped'
  }
  if (words.needsText(choice)) {
    session.awaited = { gateId: gate.id, choice }
    await end('failed', `(${choice}: waits for your words)`)
    await sendText(editor, session, `Write what has to change as your next message: it answers "${title}".`)
    return 'awaited'
  }
  await end('completed', `(${choice})`)
  const reverted = revertScopes.find((each) => each === scope)
  return { gateId: gate.id, choice, ...(reverted && { scope: reverted }) }
}

/** The fields of a form that a person filled in. */
interface Filled {
  words?: unknown
  amount?: unknown
}

const formOf = (
  { blocker }: GateView,
  choice: GateChoice,
): { properties: Record<string, ElicitationPropertySchema>; required?: string[] } | undefined => {
  if (words.needsText(choice))
    return {
      properties: { words: { type: 'string', title: 'Your instruction', minLength: 1 } },
      required: ['words'],
    }
  if (choice === 'approve' && blocker === 'budget_exceeded')
    return {
      properties: {
        amount: {
          ...{ type: 'string', title: 'How much more to allow' },
          description: 'Such as 500000 tokens, or 5 usd; empty: the same amount again',
        },
      },
    }
  return undefined
}

/** Reads a form. Undefined if it lacks its words, or its amount cannot be read. */
const readForm = (gate: GateView, choice: GateChoice, filled: Filled): GateAnswer | undefined => {
  const [text, written] = [filled.words, filled.amount].map((value) =>
    typeof value === 'string' ? value.trim() : '',
  )
  const answer = { gateId: gate.id, choice }
  if (words.needsText(choice)) return text ? { ...answer, feedback: text } : undefined
  const amount = written ? readBudgetAmount(written) : undefined
  if (written && !amount) return undefined
  return { ...answer, ...(amount && { amount }) }
}

/** Keeps a text of others from being read as Markdown. */
const fence = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}\n${text}\n${mark}`
}
