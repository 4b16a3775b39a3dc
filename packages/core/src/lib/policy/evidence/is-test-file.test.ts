import { expect, it } from 'vitest'
import { isTestFile } from './is-test-file.ts'

it.each([
  // JavaScript, TypeScript
  'src/add.test.ts',
  'src/add.spec.tsx',
  'add.test.mjs',
  'src/add.test.cts',
  'src/add-test.js',
  'src/add_test.mjs',
  'test.js',
  'test-add.js',
  'src/types.test-d.ts',
  'app/app.e2e-spec.ts',
  'app/login.cy.ts',
  'test/helper.js',
  'packages/a/test/deep/fixtures/data.json',
  'src/__tests__/add.js',
  'src/__mocks__/fs.js',
  'src/__snapshots__/add.test.ts.snap',
  'src/add.test.ts.snap',
  'spec/support/server.js',
  // Python
  'tests/test_add.py',
  'test_add.py',
  'src/add_test.py',
  'conftest.py',
  'tests/data/one.csv',
  // Go, Rust, Ruby, Elixir
  'pkg/add_test.go',
  'pkg/testdata/golden.txt',
  'tests/add.rs',
  'src/calc/tests.rs',
  'spec/add_spec.rb',
  'lib/add_test.rb',
  'test/test_add.rb',
  'test/add_test.exs',
  'apps/calc/lib/calc_test.exs',
  // Java, Kotlin, C#, PHP
  'src/test/java/shop/Helper.java',
  'shop/AddTest.java',
  'shop/AddTests.kt',
  'shop/AddIT.java',
  'shop/TestAdd.java',
  'app/src/androidTest/Add.kt',
  'shop/AddSpec.kt',
  'Shop.Tests/Helper.cs',
  'Shop.UnitTests/Helper.cs',
  'shop/AddTests.cs',
  'tests/AddTest.php',
  'src/AddTest.php',
  'src/AddCest.php',
  'ext/add.phpt',
])('%s is a test file', (path) => {
  expect(isTestFile(path)).toBe(true)
})

it.each([
  '',
  'src/add.ts',
  'src/test.config.ts',
  'src/testing.ts',
  'src/attest.js',
  'src/latest-test-results.md',
  'test.yml',
  '.github/workflows/test.yml',
  'specs/001-add/plan.md',
  'docs/testing/guide.md',
  'src/contest.py',
  'src/testimonials.py',
  'pkg/test.go',
  'pkg/contest.go',
  'src/Latest.java',
  'src/Testimony.java',
  'src/EXIT.java',
  'src/Attest.cs',
  'Contests/Add.cs',
  'src/Contest.php',
  'lib/mix.exs',
  'node_modules/add/test/add.test.js',
])('%s is none', (path) => {
  expect(isTestFile(path)).toBe(false)
})
