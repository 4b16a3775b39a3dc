import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createRun } from '@amelia/core'
import { memoryHost } from '@amelia/core/testing'
import { fileStore, systemClock } from '@amelia/node'

/**
 * Executes a run of many phases: `node many-phases.mjs FOLDER ID PHASES STEPS FAST MS`. The first FAST phases
 * end at once, and each command of the others takes MS milliseconds.
 *
 * The journal is in the git folder of FOLDER, where `amelia ui` finds it. Git is in memory, so that the page
 * is what takes time.
 */
const [folder = '.', runId, ...numbers] = process.argv.slice(2)
const [phases, steps, fast, ms] = numbers.map(Number)
const columns = 25
const plan = {
  title: 'Many phases',
  goal: 'Show many phases',
  phases: Array.from({ length: phases }, (_, index) => ({
    id: `${index + 1}`,
    title: `Phase number ${index + 1} of many`,
    dependsOn: index < columns ? [] : [`${index + 1 - columns}`],
    subtasks: [
      {
        id: `${index + 1}.1`,
        title: 'Run the commands',
        steps: Array.from({ length: steps }, (_each, step) => ({
          id: `${index + 1}.${step + 1}`,
          description: `Command ${step + 1}`,
          action: 'command',
          command: `work ${index + 1}`,
        })),
      },
    ],
  })),
}
const commands = async ({ argv }) => {
  if (Number(argv.at(-1)) > fast) await new Promise((resolve) => setTimeout(resolve, ms))
  return { output: 'ok\n' }
}
const common = execFileSync('git', ['-C', folder, 'rev-parse', '--path-format=absolute', '--git-common-dir'])
const host = {
  ...memoryHost({ commands }),
  clock: systemClock(),
  store: fileStore({ dir: join(String(common).trim(), 'amelia', 'runs') }),
}
const run = await createRun({
  ...{ runId, plan, host, planApproved: true, trust: 'autonomous', concurrency: 8, artifacts: 'none' },
})
console.log(run.id)
const { status } = await run.start()
console.log(status)
