const verbs = new Set('write add create implement extend update build develop author define'.split(' '))
const kinds = new Set(
  'unit integration contract e2e end-to-end acceptance property property-based smoke regression'.split(' '),
)
const after = new Set('for of in on that to case cases coverage suite suites with'.split(' '))
const lastWord = 6
const longestWord = 40

/**
 * Returns whether a task writes tests, according to its title: `Write unit tests for x`, `Contract test for
 * x`, `Create tests/unit/test_x.py`. This includes every task below a heading `Tests for ...` or `Tests
 * First`, and excludes running tests.
 */
export const isTest = (title: string, heading: string): boolean => {
  if (/^tests?(?: for\b|\W*$|\W*\()|\btests first\b/i.test(heading) || /^tests?(?: for\b|:)/i.test(title))
    return true
  if (!/test|spec/i.test(title)) return false
  const [first = ''] = title.slice(0, longestWord).toLowerCase().split(' ', 1)
  if (!kinds.has(first) && !verbs.has(first)) return false
  const words = title
    .slice(0, 400)
    .toLowerCase()
    .split(' ')
    .slice(0, lastWord + 1)
  if (kinds.has(first)) return words[1] === 'test' || words[1] === 'tests'
  return words.slice(1, lastWord).some((word, index) => {
    if (word === 'tests') return true
    if (word === 'test') return after.has(words[index + 2] ?? '')
    return index < 3 && isTestFile(word)
  })
}

const isTestFile = (word: string): boolean => {
  const name = word.slice(word.lastIndexOf('/') + 1).replaceAll('`', '')
  return name.includes('.') && /^test_|[._](?:test|spec)\./.test(name)
}
