import { InvalidArgumentError } from 'commander'

/** The number above zero that a flag's value is. Throws commander's own error for everything else. */
export const readAmount = (text: string): number => {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('It is a number above 0.')
}
