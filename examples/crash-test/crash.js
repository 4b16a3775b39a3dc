/**
 * Returns the store of a process that dies: `writes` writes to the journal arrive, and no later one. `made`
 * returns how many were made.
 *
 * @param {import('@amelia/core').RunStoreV1} store
 * @param {number} [writes]
 */
export const dyingStore = (store, writes = Infinity) => {
  let count = 0
  const acquire = async (runId) => {
    const lease = await store.acquire(runId)
    const append = async (records) => {
      if (count >= writes) throw new Error('The process died.')
      count++
      await lease.append(records)
    }
    return replace(lease, { append })
  }
  return { store: replace(store, { acquire }), made: () => count }
}

/** Returns an object that has other functions in the place of some. */
const replace = (object, functions) => Object.assign(Object.create(object), functions)
