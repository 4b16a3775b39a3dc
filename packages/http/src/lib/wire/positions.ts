/** The number of the last known event of each run. */
export type Positions = ReadonlyMap<string, number>

/**
 * Writes the positions of a stream as the id of a message: `a:12,b:7`. Ids of runs contain neither colons nor
 * commas.
 */
export const writePositions = (positions: Positions): string =>
  [...positions].map(([runId, seq]) => `${runId}:${seq}`).join(',')

/** Reads positions, or the number alone for a stream of one run. Undefined if the text is neither. */
export const readPositions = (text: string, runIds: readonly string[]): Positions | undefined => {
  if (/^\d{1,15}$/.test(text)) return new Map(runIds.length === 1 ? [[runIds[0]!, Number(text)]] : [])
  const positions = new Map<string, number>()
  for (const part of text === '' ? [] : text.split(',')) {
    const [, runId, seq] = /^([^:]+):(\d{1,15})$/.exec(part) ?? []
    if (runId === undefined) return undefined
    positions.set(runId, Number(seq))
  }
  return positions
}
