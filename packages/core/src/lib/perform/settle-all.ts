/** All values, once all have come to their end: nothing runs on behind an error. */
export const settleAll = async <Value>(promises: readonly Promise<Value>[]): Promise<Value[]> => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
