/**
 * The declarations of tests and the marks that leave tests out, as they are written in a test file: what is
 * known of its tests if the runner gives no report.
 */
export interface DeclaredTests {
  /** The names of tests, in order; a test without a literal name counts as its line. */
  tests: string[]
  /** How many marks leave tests out: `skip`, `only`, `todo`, `xit`, `@Disabled`, `#[ignore]`. */
  skips: number
}

const declarations = [
  // JavaScript: test('name', ...), it.only("name", ...)
  /\b(?:test|it|specify|scenario)(?:\.(?:only|skip|todo|concurrent|failing|fails|serial))*\s*\(\s*(['"`])((?:(?!\1).){0,300})\1/g,
  // Python, Rust, Go, Elixir and Ruby
  /\bdef[ \t]+(test\w{0,200})[ \t]*\(/g,
  /#\[(?:\w+::)?test\]\s*(?:#\[[^\]]{0,200}\]\s*)*(?:async\s+)?fn\s+(\w{1,200})/g,
  /\bfunc[ \t]+(Test\w{0,200})[ \t]*\(/g,
  /^[ \t]*(?:test|it)[ \t]+(["'])((?:(?!\1).){0,300})\1/gm,
  // JUnit, NUnit, xUnit
  /@Test\b[^{;]{0,300}?\b(\w{1,200})[ \t]*\(/g,
  /\[(?:Test|Fact|Theory)\b[^{;]{0,300}?\b(\w{1,200})[ \t]*\(/g,
]

const marks = [
  /\b(?:test|it|describe|suite|context|specify)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf)\b/g,
  /\b(?:xit|xtest|xdescribe|fit|fdescribe|xcontext)\s*\(/g,
  /\b(?:skip|only|todo)\s*:\s*(?:true|['"`])/g,
  /@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip|skipIf|skipUnless|expectedFailure)|Disabled|Ignore)\b/g,
  /#\[ignore\b/g,
  /\bt\.Skip(?:Now|f)?\(|\bpytest\.skip\(|\bself\.skipTest\(/g,
  /\[(?:Ignore|Fact\s*\(\s*Skip|Theory\s*\(\s*Skip)\b/g,
]

export const declaredTests = (text: string): DeclaredTests => ({
  tests: declarations.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((found) => found[2] ?? found[1] ?? ''),
  ),
  skips: marks.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0),
})

/**
 * Names tests that a changed file no longer declares, and the number of added marks. `after`: absent if the
 * file is deleted.
 */
export const lostTests = (before: string, after: string | undefined): string[] => {
  const old = declaredTests(before)
  const now = declaredTests(after ?? '')
  const left = [...now.tests]
  const lost = old.tests.filter((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  const added = now.skips - old.skips
  return [
    ...lost,
    ...(added > 0 ? [added === 1 ? '1 mark that skips tests' : `${added} marks that skip tests`] : []),
  ]
}
