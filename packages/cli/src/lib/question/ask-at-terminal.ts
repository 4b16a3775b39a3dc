import type { GateAnswer, GateChoice, GateQuestion, Plan, RevertScope } from '@amelia/core'
import { needsConfirmation, words } from '@amelia/core/view'
import type { Terminal } from '../terminal/terminal.ts'
import { choiceKeys, phasesKey } from './choice-keys.ts'
import { readPhaseNames } from './narrow-gate.ts'
import { readBudgetAmount } from './read-budget-amount.ts'
import { readKeys } from '../terminal/read-keys.ts'
import { renderGate } from './render-gate.ts'

/** The program around a question. */
export interface Surroundings {
  /** Handles Ctrl-C, which arrives as a key while a question is open. */
  interrupt(): void
}

/** Asks gates one at a time. */
export interface GateAsker {
  attach(surroundings: Surroundings): void
  ask(gate: GateQuestion): Promise<GateAnswer | undefined>
  /** Closes a question that was answered elsewhere, or left open. */
  withdraw(gateId: string): void
  /** Leaves open questions unanswered. */
  close(): void
}

/** The prompt for text that some answers need in addition to a key. */
const textPrompts: Partial<Record<GateChoice, { question: string; optional: boolean }>> = {
  'send-back': { question: 'Describe the change: ', optional: false },
  fix: { question: 'Describe the fix: ', optional: false },
  reject: { question: 'Reason (Enter: none): ', optional: true },
}

const scopes: Record<string, RevertScope> = { r: 'run', b: 'batch' }

/**
 * Asks questions in lines of text, with one key for each answer, where lines cannot be rewritten. An answer
 * that ends the run or discards work needs a second key. Ctrl-C and Ctrl-D leave a gate open.
 */
export const askAtTerminal = (
  terminal: Terminal,
  { plan = { phases: [] }, now }: { plan?: Pick<Plan, 'phases'>; now?: () => number } = {},
): GateAsker => {
  const { screen } = terminal
  let around: Surroundings = { interrupt: () => {} }
  const { readKey, readLine, leave } = readKeys(terminal, {
    interrupt: () => around.interrupt(),
    ...(now && { now }),
  })
  let last: Promise<unknown> = Promise.resolve()
  let closed = false
  let asking: string | undefined
  const open = new Set<GateQuestion>()
  const withdrawn = new WeakSet<GateQuestion>()

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

  const isConfirmed = async (choice: GateChoice): Promise<boolean | undefined> => {
    screen.write(`  ${choice}: press y to confirm, or another key to go back. `)
    const isYes = await readKey((key) => ({ isYes: key === 'y' }))
    screen.write(`${isYes === undefined ? 'left open' : isYes.isYes ? 'yes' : 'no'}\n`)
    return isYes?.isYes
  }

  /** Asks for which of its phases a question is answered next; undefined if the user cancels. */
  const readPhases = async (asked: readonly string[]): Promise<string[] | undefined> => {
    const known = asked.map(words.plainLabel).join(', ')
    for (;;) {
      const text = await readLine(`For which of ${known}? `)
      if (text === undefined) return undefined
      const phaseIds = readPhaseNames(text, asked)
      if (phaseIds) return phaseIds
      screen.write(`  Expected some of ${known}.\n`)
    }
  }

  const askOne = async (gate: GateQuestion): Promise<GateAnswer | undefined> => {
    if (closed || withdrawn.has(gate)) return undefined
    asking = gate.id
    try {
      let choices = Object.keys(gate.choices) as GateChoice[]
      const byPhase = words.asksByPhase(gate)
      screen.write(renderGate(gate, choices, { ...terminal, byPhase }))
      let some: Pick<GateAnswer, 'phaseIds'> = {}
      for (;;) {
        const pressed = await readKey((key) =>
          byPhase && key === phasesKey ? 'phases' : choices.find((each) => choiceKeys[each] === key),
        )
        if (pressed === 'phases') {
          const phaseIds = await readPhases(gate.phaseIds)
          if (phaseIds === undefined) return undefined
          some = { phaseIds }
          choices = choices.filter(words.takesPhases)
          screen.write(`  ${choices.map((each) => `[${choiceKeys[each]}] ${each}`).join('  ')}\n`)
          continue
        }
        const choice = pressed
        const why = withdrawn.has(gate) ? 'answered elsewhere' : 'left open'
        screen.write(`  -> ${choice ?? why}\n`)
        if (choice === undefined) return undefined
        if (choice === 'approve' && gate.kind === 'blocker' && gate.blocker === 'budget_exceeded')
          return await readApproval(gate.id)
        if (choice === 'abort-revert') {
          screen.write('  Restore the branch to its commit before the [r]un or before this [b]atch? ')
          const scope = await readKey((key) => scopes[key])
          screen.write(`${scope ?? 'left open'}\n`)
          return scope && { gateId: gate.id, choice, scope }
        }
        const prompt = textPrompts[choice]
        if (prompt === undefined) {
          if (!needsConfirmation(gate, choice, plan)) return { gateId: gate.id, choice, ...some }
          const isYes = await isConfirmed(choice)
          if (isYes === undefined) return undefined
          if (isYes) return { gateId: gate.id, choice, ...some }
          continue
        }
        const feedback = await readLine(prompt.question)
        if (feedback === undefined) return undefined
        if (feedback !== '') return { gateId: gate.id, choice, feedback, ...some }
        if (prompt.optional) return { gateId: gate.id, choice }
      }
    } finally {
      asking = undefined
    }
  }

  return {
    attach(surroundings) {
      around = surroundings
    },
    ask(gate) {
      open.add(gate)
      const answer = last.then(() => askOne(gate)).finally(() => open.delete(gate))
      last = answer.catch(() => undefined)
      return answer
    },
    withdraw(gateId) {
      // A question that was answered for some phases is asked again with the same id.
      for (const gate of open) if (gate.id === gateId) withdrawn.add(gate)
      if (asking === gateId) leave()
    },
    close() {
      closed = true
      leave()
    },
  }
}
