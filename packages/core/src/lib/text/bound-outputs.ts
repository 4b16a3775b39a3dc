import { boundOutput } from './bound-output.ts'

/** The characters of all outputs together. */
const maxCharacters = 4_000

/**
 * Shortens several outputs so that together they are as long as a single one.
 *
 * The output at `main` gets at least half of the room, and the others share the rest equally. An output that
 * needs less than its share leaves the rest to the others.
 */
export const boundOutputs = (outputs: readonly string[], main: number): string[] => {
  const others = outputs.filter((_, index) => index !== main)
  const share = Math.floor(maxCharacters / 2 / Math.max(1, others.length))
  const ofMain = maxCharacters - others.reduce((sum, { length }) => sum + Math.min(length, share), 0)
  const left = Math.max(0, ofMain - outputs[main]!.length)
  const cut = others.filter(({ length }) => length > share).length
  const ofOther = share + Math.floor(left / Math.max(1, cut))
  return outputs.map((output, index) =>
    boundOutput(output, { maxCharacters: index === main ? ofMain : ofOther }),
  )
}
