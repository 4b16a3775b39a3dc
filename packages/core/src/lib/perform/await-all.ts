/** Awaits every promise before rejecting, so that none runs on after an error. */
export const awaitAll = async <Value>(promises: readonly Promise<Value>[]): Promise<Value[]> => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
