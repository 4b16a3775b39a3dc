import type { GateAnswer, Plan } from '@amelia/core'
import { askAtTerminal, type GateAsker } from './ask-at-terminal.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Creates the asker of a run: the live view asks where there is one; else lines are printed. */
export const createAsker = (terminal: Terminal, plan: Pick<Plan, 'phases'>): GateAsker =>
  terminal.live && !terminal.quiet ? keepGates() : askAtTerminal(terminal, { plan })

/** Keeps a run waiting for its questions, which the live view shows and answers. */
const keepGates = (): GateAsker => {
  const open = new Map<string, () => void>()
  let isClosed = false
  return {
    attach() {},
    ask: ({ id }) =>
      new Promise<GateAnswer | undefined>((resolve) => {
        if (isClosed) resolve(undefined)
        else open.set(id, () => resolve(undefined))
      }),
    withdraw(gateId) {
      open.get(gateId)?.()
      open.delete(gateId)
    },
    close() {
      isClosed = true
      for (const resolve of open.values()) resolve()
      open.clear()
    },
  }
}
