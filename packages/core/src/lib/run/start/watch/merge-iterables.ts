/**
 * Yields the values of two iterables as they arrive. Ends with the first one, and then ends the second one;
 * an error of either ends both.
 */
export async function* mergeIterables<Value>(
  main: AsyncIterable<Value>,
  other: AsyncIterable<Value>,
): AsyncGenerator<Value, void, undefined> {
  const [a, b] = [main[Symbol.asyncIterator](), other[Symbol.asyncIterator]()]
  const fromA = async () => ({ from: a, result: await a.next() })
  const fromB = async () => ({ from: b, result: await b.next() })
  let [nextA, nextB] = [fromA(), fromB() as ReturnType<typeof fromB> | undefined]
  try {
    for (;;) {
      const { from, result } = await Promise.race(nextB ? [nextA, nextB] : [nextA])
      if (result.done === true) {
        if (from === a) return
        nextB = undefined
        continue
      }
      if (from === a) nextA = fromA()
      else nextB = fromB()
      yield result.value
    }
  } finally {
    // An iterator that is waiting returns only after its signal has aborted, which the caller does next.
    for (const [iterator, next] of [
      [a, nextA],
      [b, nextB],
    ] as const) {
      next?.catch(() => {})
      iterator.return?.().catch(() => {})
    }
  }
}
