import './lib/check-node.mjs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Mutates core's code in small ways, one at a time, and counts the mutants that its tests detect.
 *
 * Arguments: folders (`graph`, `policy`, `machine`; default: all three) or files in them
 * (`machine/state/move-to.ts`). Each folder is a separate run with its own score. Code that has not changed
 * since the last run is not tested again.
 */
const source = 'packages/core/src/lib'

/** Complete runs that test much of the machine in little time. Other tests would take seconds per mutant. */
const runs =
  '{model,blockers-and-retries,closing,failure,gates,publish,schedule,stop,waits,people/watching,people/reviews,people/human-decisions,people/revert}'

/** The tests for each folder. Complete runs also test the machine, so some are among its tests. */
const tests = {
  graph: [`${source}/graph/**/*.test.ts`],
  policy: [`${source}/policy/**/*.test.ts`],
  machine: [`${source}/machine/**/*.test.ts`, `packages/core/test/${runs}.test.ts`],
}

const folderOf = (name) => name.split('/')[0]
/** A separate folder for each selection, because the next run of that name reuses the results. */
const nameOf = (files) => files.join('+').replaceAll('/', '-').replaceAll('.ts', '').slice(0, 100)

const given = process.argv.slice(2)
const names = given.length === 0 ? Object.keys(tests) : given
for (const name of names) {
  if (tests[folderOf(name)] && existsSync(join(root, source, name))) continue
  console.error(`"${name}" does not exist. Pass folders (${Object.keys(tests).join(', ')}) or files of them.`)
  process.exit(2)
}

await setUp()

let failed = 0
for (const folder of new Set(names.map(folderOf))) {
  const files = names.filter((name) => folderOf(name) === folder)
  const whole = files.includes(folder)
  const env = {
    ...process.env,
    MUTATION_NAME: whole ? folder : nameOf(files),
    MUTATION_FILES: whole
      ? `${source}/${folder}/**/*.ts`
      : files.map((name) => `${source}/${name}`).join(' '),
    MUTATION_TESTS: tests[folder].join(' '),
    // The long random tests run only a part, because each mutant starts them again.
    MODEL_RUNS: '100',
    MAKESPAN_GRAPHS: '20',
  }
  console.log(`\n${folder}`)
  const stryker = toolPath('@stryker-mutator/core', 'stryker')
  const { code } = await runNode(stryker, ['run'], { env, inherit: true })
  if (code === 130) process.exit(130)
  if (code !== 0) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
