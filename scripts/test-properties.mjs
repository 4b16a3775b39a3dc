import './lib/check-node.mjs'
import { execFileSync } from 'node:child_process'
import { root, toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs every file with property tests on seeds that `npm test` does not use: `-- ROUNDS` rounds (5), from
 * FC_SEED or the clock.
 */
const rounds = Number(process.argv[2] ?? 5)
const first = Number(process.env.FC_SEED ?? Math.floor(Date.now() / 1000))

const files = execFileSync('git', ['grep', '-l', 'fc.assert', '--', '*.test.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

await setUp()
let failures = 0
for (let seed = first; seed < first + rounds; seed++) {
  process.env.FC_SEED = String(seed)
  process.env.MODEL_SEED = String(seed)
  const { code } = await runNode(toolPath('vitest'), ['run', '--reporter=dot', ...files], { inherit: true })
  if (code === 130) process.exit(130)
  console.log(
    `seed ${seed}: ${code === 0 ? 'passed' : `failed, again with FC_SEED=${seed} MODEL_SEED=${seed}`}`,
  )
  if (code !== 0) failures++
}
console.log(`${rounds - failures} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
