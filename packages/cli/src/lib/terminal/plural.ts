/** Writes a number with its noun: `1 ref`, `3 refs`. */
export const plural = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`
