import type { GateChoice } from '@amelia/core'

/** An answer to a gate and the key that gives it. */
export interface GateKey<Choice extends string = GateChoice> {
  choice: Choice
  key: string
  /** The answer with its key in brackets, such as `s[k]ip`. */
  label: string
}

/** Assigns each answer a key: the first letter of its name that no earlier answer uses. */
export const gateKeys = <Choice extends string = GateChoice>(
  choices: readonly Choice[],
): GateKey<Choice>[] => {
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
