/**
 * Returns a function that computes its result once for each object: a parser asks about one outline several
 * times. Treat the result as read-only.
 */
export const onceFor = <Given extends object, Result>(
  compute: (given: Given) => Result,
): ((given: Given) => Result) => {
  const known = new WeakMap<Given, { result: Result }>()
  return (given) => {
    let found = known.get(given)
    if (!found) known.set(given, (found = { result: compute(given) }))
    return found.result
  }
}
