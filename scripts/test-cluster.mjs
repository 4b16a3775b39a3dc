import './lib/check-node.mjs'
import { debianPostgres, findPostgres } from './lib/find-postgres.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'
import { useFastFolder } from './lib/use-fast-folder.mjs'

const bin = findPostgres()
if (bin === undefined) {
  console.log(
    `cluster    skipped: initdb was found neither in ${debianPostgres} nor in PATH; install PostgreSQL`,
  )
} else {
  await setUp()
  useFastFolder()
  process.env.AMELIA_POSTGRES_BIN = bin
  const args = process.argv.slice(2).filter((word) => word !== '--long')
  if (args.length < process.argv.length - 2) {
    // Ten rounds of faults in a plan of 60 phases, and the figures. A release has a hundred.
    Object.assign(process.env, { CLUSTER_LONG: '1', ROUNDS: process.env.ROUNDS ?? '10', FAULT_PHASES: '60' })
  }
  const { code } = await runNode(toolPath('vitest'), ['run', '--config=vitest.cluster.config.ts', ...args], {
    inherit: true,
  })
  process.exitCode = code
}
