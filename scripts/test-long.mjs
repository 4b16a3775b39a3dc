import './lib/check-node.mjs'
import { execFileSync } from 'node:child_process'
import { root, toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { slowSuites } from './lib/slow-suites.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

/**
 * The tests that `npm test` shortens: git with the other hash, every mistake in test-first runs, every cheat,
 * a thousand graphs, 100 rounds of killed writers, all cases of property tests, the largest plans, and the
 * suites in `test/slow` and in `slow-suites.mjs`. With `slow` as its argument only these suites, which
 * `npm test` does not have at all.
 */
process.env.TEST_LONG = '1'
process.env.PLAN_DOCUMENTS ??= '1000'

const shortened = execFileSync(
  'git',
  ['grep', '-lE', "fixtures/(is-long|is-short|runs-of|very-many).ts'|PLAN_DOCUMENTS", '--', '*.test.ts'],
  { cwd: root, encoding: 'utf8' },
)
const slow = execFileSync('git', ['ls-files', '--', '*/test/slow/*.test.ts'], { cwd: root, encoding: 'utf8' })
const onlySlow = process.argv[2] === 'slow'
const files = [...(onlySlow ? [] : shortened.trim().split('\n')), ...slow.trim().split('\n'), ...slowSuites]

await setUp()
useFastFolder()
const { code } = await runNode(toolPath('vitest'), ['run', ...files], { inherit: true })
process.exitCode = code
