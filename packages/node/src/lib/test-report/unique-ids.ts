import type { TestResult } from '@amelia/core/plugin'

/** A test without its id: the names that lead to it, of describes and parents first. */
export interface NamedTest extends Omit<TestResult, 'id'> {
  names: string[]
}

/** Gives each test its id, file and names joined; a second test of the same names gets ` (2)`, in the report's order. */
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
