/**
 * Loads the code that prints errors. A command that runs phases loads it first: later the limit of open files
 * may be reached, or the package replaced. Other commands load it with their first error.
 */
export const loadErrorPrinter = async () => {
  const [{ printError }, { explainUsage }, { givenPlace }, { inFlags }] = await Promise.all([
    import('../terminal/print-error.ts'),
    import('../terminal/explain-usage.ts'),
    import('../setting/given-place.ts'),
    import('../setting/flag/in-flags.ts'),
  ])
  return { printError, explainUsage, givenPlace, inFlags }
}
