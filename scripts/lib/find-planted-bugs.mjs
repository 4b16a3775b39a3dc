import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bugs } from '../planted-bugs/bugs.mjs'
import { bugInBundle, checkBug } from '../planted-bugs/plant-bug.mjs'
import { bundlePrograms } from './bundle-programs.mjs'
import { toolPath } from './project.mjs'
import { runNode, seconds } from './run-process.mjs'
import { nativePrograms, simulationPrograms } from './run-simulation.mjs'

/**
 * Runs tests with a planted bug, or without one. Returns the names of the failed tests, and the first reason.
 */
const runTests = async (folder, number, tests, bug) => {
  const report = join(folder, `${number}.json`)
  const { code, output } = await runNode(
    toolPath('vitest'),
    [
      'run',
      '--config=scripts/planted-bugs/vitest.config.mjs',
      '--reporter=json',
      `--outputFile=${report}`,
      ...(bug ? ['--bail=1'] : []),
      ...tests,
    ],
    {
      env: {
        ...process.env,
        NO_COLOR: '1',
        ...(bug && { PLANTED_BUG: bug.name, CRASH_TWICE: '1' }),
      },
    },
  )
  let results
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    throw new Error(`vitest wrote no report (exit code ${code}):\n${output.slice(-3000)}`)
  }
  // A file that cannot be loaded does not count as finding a bug.
  const unloaded = results.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  if (unloaded.length > 0) throw new Error(`${unloaded[0].name} could not be loaded: ${unloaded[0].message}`)
  return results.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => ({ title, reason: reasonOf(failureMessages[0] ?? '') })),
  )
}

/**
 * Runs simulated worlds with a planted bug, or without one, until a guarantee is violated. Returns the
 * violation in the same form.
 */
const runSeeds = async (folder, number, bug) => {
  const name = `seeds-${number}`
  await bundlePrograms({ [name]: simulationPrograms['run-seeds'] }, folder, {
    plugins: bug ? [bugInBundle(bug)] : [],
  })
  const { code, output } = await runNode('--unhandled-rejections=none', [
    join(folder, `${name}.mjs`),
    '0',
    bug ? '3000' : '100',
    '1',
  ])
  const reason = /^seed \d+: .*$/m.exec(output)?.[0]
  if (reason !== undefined) return [{ title: 'the simulated worlds', reason: reasonOf(reason) }]
  if (code !== 0) throw new Error(`The seeds ended with ${code}:\n${output.slice(-3000)}`)
  return []
}

/**
 * Runs a part of the simulation on real git with a planted bug, or without one. Returns the violations in the
 * same form.
 */
const runNative = async (folder, number, part, bug) => {
  const place = join(folder, `native-${number}`)
  await bundlePrograms(nativePrograms, place, { plugins: bug ? [bugInBundle(bug)] : [] })
  const { code, output } = await runNode('--unhandled-rejections=none', [
    join(place, 'run-native.mjs'),
    ...part,
    '1',
  ])
  const reason = /^native (?:seed|crash point) .*$/m.exec(output)?.[0]
  if (reason !== undefined) return [{ title: 'the simulation on real git', reason: reasonOf(reason) }]
  // A bug may also make the process wait forever, or crash it.
  if (code !== 0 && bug) return [{ title: 'the simulation on real git', reason: `it ended with ${code}` }]
  if (code !== 0) throw new Error(`${part.join(' ')} ended with ${code}:\n${output.slice(-3000)}`)
  return []
}

const reasonOf = (message) =>
  (/seed \d+: [^|\n]*/.exec(message)?.[0] ?? message.split('\n', 1)[0]).slice(0, 160)

/**
 * Plants bugs in the sources, one at a time and only while they are loaded, and checks that the named tests
 * find each.
 *
 * Resolves with the number of bugs and of found bugs. Throws if a bug no longer matches its source, or if a
 * test fails without a bug.
 */
export const findPlantedBugs = async ({ say = console.log, only = '' } = {}) => {
  for (const bug of bugs) checkBug(bug)
  const wanted = bugs.filter(({ name }) => name.includes(only))
  const folder = mkdtempSync(join(tmpdir(), 'amelia-planted-'))
  try {
    const all = [...new Set(wanted.flatMap(({ tests = [] }) => tests))]
    const parts = [...new Set(wanted.flatMap(({ native }) => (native ? [JSON.stringify(native)] : [])))]
    const onGit = []
    for (const [number, part] of parts.entries())
      onGit.push(...(await runNative(folder, `sound-${number}`, JSON.parse(part))))
    const [sound] = [
      ...onGit,
      ...(all.length < 1 ? [] : await runTests(folder, 'sound', all)),
      ...(wanted.every(({ tests, native }) => tests ?? native) ? [] : await runSeeds(folder, 'sound')),
    ]
    if (sound) throw new Error(`Without any bug "${sound.title}" fails already: ${sound.reason}`)
    let found = 0
    const left = wanted.entries()
    const work = async () => {
      for (const [number, bug] of left) {
        const since = performance.now()
        const [first] = bug.tests
          ? await runTests(folder, number, bug.tests, bug)
          : bug.native
            ? await runNative(folder, number, bug.native, bug)
            : await runSeeds(folder, number, bug)
        if (first) found++
        say(
          first
            ? `found  ${bug.name}\n       by "${first.title}" in ${seconds(since)}: ${first.reason}`
            : `MISSED ${bug.name}\n       by ${bug.tests?.join(', ') ?? 'the simulated worlds'} in ${seconds(since)}`,
        )
      }
    }
    await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
    return { planted: wanted.length, found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
