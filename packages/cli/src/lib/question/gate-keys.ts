import type { GateChoice } from '@amelia/core'

/** An answer to a gate, and how it is given. */
export interface GateKey {
  choice: GateChoice
  key: string
  /** The answer with its key in brackets: `s[k]ip`. */
  label: string
}

/** One key for each answer: the first letter of its name that no answer before it has. */
export const gateKeys = (choices: readonly GateChoice[]): GateKey[] => {
  const taken = new Set<string>()
  return choices.map((choice) => {
    const at = Math.max(
      0,
      Array.from(choice).findIndex((letter) => !taken.has(letter)),
    )
    const key = choice[at] ?? ''
    taken.add(key)
    return { choice, key, label: `${choice.slice(0, at)}[${key}]${choice.slice(at + 1)}` }
  })
}
