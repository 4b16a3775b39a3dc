import type { TestResult } from '@amelia/core/plugin'

/** A test without its id, with its names from the outermost describe to the test. */
export interface NamedTest extends Omit<TestResult, 'id'> {
  names: string[]
}

/**
 * Gives each test an id, its file and names joined. A second test with the same names gets ` (2)`, in the
 * order of the report.
 */
export const uniqueIds = (tests: readonly NamedTest[]): TestResult[] => {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return tests.map(({ names, ...test }) => {
    const plain = [test.file, ...names].join(' > ')
    let count = (counts.get(plain) ?? 0) + 1
    let id = count === 1 ? plain : `${plain} (${count})`
    while (taken.has(id)) id = `${plain} (${++count})`
    counts.set(plain, count)
    taken.add(id)
    return { id, ...test }
  })
}
