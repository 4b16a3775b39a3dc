/** Folders that hold tests and what they read, at any depth. */
const testFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'spec',
  '__mocks__',
  '__snapshots__',
  '__fixtures__',
  'testdata',
  'androidtest',
  'cypress',
  'e2e',
])
/** A project of C# that holds tests: `Shop.Tests/`, `Shop.UnitTests/`. */
const testProject = /\.(?:unit|integration)?tests?$/i

/** Names of test files, by what languages and their runners agree on. */
const testNames = [
  // JavaScript and TypeScript, `node --test` included.
  /[._-](?:test|spec|cy|e2e|test-d|e2e-spec)\.[cm]?[jt]sx?$/,
  /^test(?:-[^.]{1,200})?\.[cm]?[jt]sx?$/,
  /\.snap$/,
  // Python. A conftest holds the fixtures of the tests below it.
  /^test_.*\.py$/,
  /_test\.py$/,
  /^conftest\.py$/,
  // Go, Ruby, Rust, Elixir, Dart, C.
  /_test\.(?:go|rb|rs|exs|dart|c|cc|cpp)$/,
  /^tests\.rs$/,
  /_spec\.rb$/,
  /^test_.*\.rb$/,
  // Java, Kotlin, Scala, Groovy, C#, PHP, Swift: the word begins with a capital (`Latest.java` is none).
  /(?:^|[a-z0-9_])(?:Tests?|TestCase|Spec)\.(?:java|kt|scala|groovy|cs|php|swift)$/,
  /[a-z0-9_]IT\.(?:java|kt)$/,
  /^Test[A-Z0-9].*\.(?:java|kt|cs)$/,
  /[a-z0-9_]Cest\.php$/,
  /\.phpt$/,
]

/**
 * Whether a path is a test, or what only tests read: helpers, fixtures and snapshots in a folder of tests.
 *
 * By convention alone, of JavaScript and TypeScript, Python, Go, Rust, Ruby, Java and Kotlin, C#, PHP and
 * Elixir. The path is relative to the workspace's root, with `/`; the file need not exist. Files in
 * `node_modules` are not the project's.
 */
export const isTestFile = (path: string): boolean => {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  if (folders.includes('node_modules')) return false
  return (
    folders.some((folder) => testFolders.has(folder.toLowerCase()) || testProject.test(folder)) ||
    testNames.some((pattern) => pattern.test(name))
  )
}
