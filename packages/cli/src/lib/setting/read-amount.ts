import { InvalidArgumentError } from 'commander'

/** Reads a flag's value as a number greater than 0. Throws commander's error for anything else. */
export const readAmount = (text: string): number => {
  const value = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && value > 0) return value
  throw new InvalidArgumentError('Expected a number greater than 0.')
}
