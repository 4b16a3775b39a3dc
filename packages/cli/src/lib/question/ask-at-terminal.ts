import { createInterface, emitKeypressEvents, type Key } from 'node:readline'
import type { GateAnswer, GateChoice, GateQuestion, RevertScope } from '@amelia/core'
import { readBudgetAmount } from './read-budget-amount.ts'
import { type GateKey, gateKeys } from './gate-keys.ts'
import { renderGate } from './render-gate.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Controls that a question has over the rest of the screen. */
export interface Surroundings {
  pause(): void
  resume(): void
  /** Handles Ctrl-C, which arrives as a key while a question is open. */
  interrupt(): void
}

/** Asks gates one at a time. */
export interface GateAsker {
  attach(surroundings: Surroundings): void
  ask(gate: GateQuestion): Promise<GateAnswer | undefined>
  /** Closes a question that was answered elsewhere. */
  withdraw(gateId: string): void
  /** Leaves open questions unanswered. */
  close(): void
}

/** The prompt for text that some answers need in addition to a key. */
const textPrompts: Record<GateChoice, { question: string; optional: boolean } | undefined> = {
  approve: undefined,
  feedback: { question: 'Describe the change: ', optional: false },
  fix: { question: 'Describe the fix: ', optional: false },
  reject: { question: 'Reason (optional): ', optional: true },
  continue: undefined,
  retry: undefined,
  accept: undefined,
  skip: undefined,
  abort: undefined,
  'abort-revert': undefined,
}

const scopeKeys: readonly GateKey<RevertScope>[] = gateKeys(['run', 'batch'])

/** Asks questions in the terminal, with one key for each answer. Ctrl-C and Ctrl-D leave a gate open. */
export const askAtTerminal = (terminal: Terminal): GateAsker => {
  const { stdin, screen } = terminal
  let around: Surroundings = { pause: () => {}, resume: () => {}, interrupt: () => {} }
  let last: Promise<unknown> = Promise.resolve()
  let leave: () => void = () => {}
  let closed = false
  let asking: string | undefined
  const withdrawn = new Set<string>()

  const readKey = <Choice extends string>(keys: readonly GateKey<Choice>[]): Promise<Choice | undefined> =>
    new Promise((resolve) => {
      const finish = (choice: Choice | undefined): void => {
        stdin.off('keypress', onKey)
        stdin.setRawMode(false)
        stdin.pause()
        leave = () => {}
        resolve(choice)
      }
      const onKey = (text: string | undefined, key: Key): void => {
        if (key.ctrl === true && key.name === 'c') {
          finish(undefined)
          around.interrupt()
        } else if (key.ctrl === true && key.name === 'd') {
          finish(undefined)
        } else {
          const chosen = keys.find((each) => each.key === text?.toLowerCase())
          if (chosen !== undefined) finish(chosen.choice)
        }
      }
      leave = () => finish(undefined)
      emitKeypressEvents(stdin)
      stdin.setRawMode(true)
      stdin.on('keypress', onKey)
      stdin.resume()
    })

  /** Reads a line of text; undefined if the user cancels. */
  const readLine = (question: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const lines = createInterface({ input: stdin, output: screen, terminal: true })
      const finish = (text: string | undefined): void => {
        leave = () => {}
        resolve(text)
        lines.close()
      }
      leave = () => finish(undefined)
      lines.on('SIGINT', () => {
        finish(undefined)
        around.interrupt()
      })
      lines.on('close', () => finish(undefined))
      lines.question(question, (text) => finish(text.trim()))
    })

  /** Asks how much more to allow; undefined if the user cancels. */
  const readApproval = async (gateId: string): Promise<GateAnswer | undefined> => {
    for (;;) {
      const text = await readLine(
        'How much more, such as "500000 tokens" or "5 usd"? (Enter: the same again) ',
      )
      if (text === undefined) return undefined
      if (text === '') return { gateId, choice: 'approve' }
      const amount = readBudgetAmount(text)
      if (amount) return { gateId, choice: 'approve', amount }
      screen.write('  Expected numbers above 0 with their unit: tokens, usd, minutes or sessions.\n')
    }
  }

  const askOne = async (gate: GateQuestion): Promise<GateAnswer | undefined> => {
    if (closed || withdrawn.has(gate.id)) return undefined
    around.pause()
    asking = gate.id
    try {
      const keys = gateKeys(Object.keys(gate.choices) as GateChoice[])
      screen.write(renderGate(gate, keys, terminal))
      for (;;) {
        const choice = await readKey(keys)
        const open = withdrawn.has(gate.id) ? 'answered elsewhere' : 'left open'
        screen.write(`  -> ${choice ?? open}\n`)
        if (choice === undefined) return undefined
        if (choice === 'approve' && gate.kind === 'blocker' && gate.blocker === 'budget_exceeded')
          return await readApproval(gate.id)
        if (choice === 'abort-revert') {
          screen.write('  Restore the branch to its commit before the [r]un or before this [b]atch? ')
          const scope = await readKey(scopeKeys)
          screen.write(`${scope ?? 'left open'}\n`)
          return scope && { gateId: gate.id, choice, scope }
        }
        const prompt = textPrompts[choice]
        if (prompt === undefined) return { gateId: gate.id, choice }
        const feedback = await readLine(prompt.question)
        if (feedback === undefined) return undefined
        if (feedback !== '') return { gateId: gate.id, choice, feedback }
        if (prompt.optional) return { gateId: gate.id, choice }
      }
    } finally {
      asking = undefined
      around.resume()
    }
  }

  return {
    attach(surroundings) {
      around = surroundings
    },
    ask(gate) {
      const answer = last.then(() => askOne(gate))
      last = answer.catch(() => undefined)
      return answer
    },
    withdraw(gateId) {
      withdrawn.add(gateId)
      if (asking === gateId) leave()
    },
    close() {
      closed = true
      leave()
    },
  }
}
