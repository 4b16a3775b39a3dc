import process from 'node:process'

/**
 * Runs the named benchmarks, or all of them: `npm run bench -- graph`. They print figures and assert nothing.
 */
const all = [
  'graph',
  'no-op-phases',
  'git-phase',
  'git-isomorphic',
  'journal',
  'plans',
  'prompts',
  'command-line',
]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark "${unknown.join('", "')}". Benchmarks: ${all.join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of asked.length > 0 ? asked : all) {
    console.log(`\n${name}\n`)
    await import(`./${name}.ts`)
  }
}
