/**
 * Returns a function that keeps its result for the latest object: parsers ask about one outline several
 * times. Treat the result as read-only.
 */
export const onceFor = <Given extends object, Result>(
  compute: (given: Given) => Result,
): ((given: Given) => Result) => {
  let latest: { given: Given; result: Result } | undefined
  return (given) => {
    if (latest?.given !== given) latest = { given, result: compute(given) }
    return latest.result
  }
}
