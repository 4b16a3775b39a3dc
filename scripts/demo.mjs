import './lib/check-node.mjs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRepository, git } from './lib/create-repository.mjs'
import { root } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

await setUp({ build: true })

const amelia = `node ${join(root, 'packages/cli/bin/amelia.js')}`
const repository = await createRepository(mkdtempSync(join(tmpdir(), 'amelia-demo-')))
const plan = join('examples', 'demo', 'plan.md')
console.log(`Running ${plan} in ${repository}, without an agent.\n`)

const { code } = await runNode(
  join(root, 'packages/cli/bin/amelia.js'),
  ['run', plan, '--repo', repository].concat(
    ['--driver', 'steps', '--trust', 'autonomous', '--yes'],
    ['--test', 'node --test'],
  ),
  { inherit: true },
)

const branches = await git('-C', repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/')
const branch = branches.split('\n').find((name) => name !== '' && name !== 'main')
if (branch) {
  // Each commit, followed by the trailers that name the run, phase and attempt.
  const format = '%C(auto)%h %s%d%C(reset)%C(dim)%+(trailers:only,separator=%x2C%x20)%C(reset)'
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? 'always' : 'never'
  const log = [
    'log',
    '--graph',
    '--decorate-refs=refs/heads',
    `--color=${colour}`,
    `--format=${format}`,
    branch,
  ]
  console.log(`\nCommits on the branch ${branch}:\n`)
  console.log((await git('-C', repository, ...log)).trimEnd())
  console.log(`\nNext:
  cd ${repository}
  ${amelia} diff --stat
  ${amelia} merge`)
} else {
  console.log(`\nNothing was published. The repository is ${repository}.`)
}

if (code !== 0) console.error(`\nThe run was not completed (exit code ${code}).`)
process.exitCode = code
