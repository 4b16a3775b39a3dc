/** Writes a number with its noun: `1 ref`, `3 refs`. */
export const plural = (amount: number, noun: string): string => `${amount} ${nounOf(amount, noun)}`

/** Writes a noun for a number that is elsewhere: `phase`, `phases`. */
export const nounOf = (amount: number, noun: string): string => `${noun}${amount === 1 ? '' : 's'}`
