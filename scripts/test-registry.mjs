import './lib/check-node.mjs'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages } from './lib/build-packages.mjs'
import { createRepository } from './lib/create-repository.mjs'
import { runNpm } from './lib/install-tools.mjs'
import { readJson, root } from './lib/project.mjs'
import { publishPackages } from './lib/release/publish-packages.mjs'
import { stagePackages } from './lib/release/stage-packages.mjs'
import { startRegistry } from './lib/release/start-registry.mjs'
import { lastLines, runNode, runProcess, seconds } from './lib/run-process.mjs'

/** Releases all packages to a registry of this machine, and uses them from there like a new user. */
const counts = { passed: 0, failed: 0 }
const check = async (title, action, expected = () => true) => {
  const since = performance.now()
  const { code, output } = await action()
  const passed = code === 0 && expected(output)
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}  ${seconds(since)}`)
  if (!passed) console.log(`\n${lastLines(output, 60)}\n`)
  return passed
}

// The root has no such fields before the first release.
const origin = {
  repository: 'https://git.example.org/amelia',
  homepage: 'https://amelia.example.org',
  bugs: 'https://git.example.org/amelia/issues',
}
const { version } = readJson('packages/core/package.json')

const useRelease = async (scratch, args) => {
  const npm = (command, folder) =>
    runNpm(
      [
        '--no-audit',
        '--no-fund',
        '--no-update-notifier',
        '--cache',
        join(scratch, 'cache'),
        ...args,
        ...command,
      ],
      folder,
    )
  const makeFolder = (name) => {
    const folder = join(scratch, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  await check('all packages are published', async () => {
    const staged = await stagePackages(join(scratch, 'stage'), origin)
    const log = (line) => lines.push(line)
    const lines = []
    // Provenance needs the identity of a workflow.
    const options = { args: [...args, '--provenance=false'], log }
    await publishPackages(staged, options)
    await publishPackages(staged, options)
    const repeated = lines.filter((line) => line.endsWith('exists')).length
    return { code: repeated === staged.length ? 0 : 1, output: lines.join('\n') }
  })

  const empty = makeFolder('empty')
  await check(
    'npx amelia starts the command line',
    () => npm(['exec', '--yes', '--package=amelia', '--', 'amelia', '--version'], empty),
    (output) => output.trim() === version,
  )

  const consumer = makeFolder('consumer')
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
  await check('npm installs the packages of the quick start', () =>
    npm(['install', '@amelia/core', '@amelia/node', '@amelia/parser-phase-table'], consumer),
  )
  copyFileSync(join(root, 'examples/quick-start/run.js'), join(consumer, 'run.js'))
  const repository = await createRepository(join(scratch, 'repository'))
  copyFileSync(join(root, 'examples/demo/plan.md'), join(repository, 'plan.md'))
  await check(
    'the quick start completes',
    () => runNode(join(consumer, 'run.js'), [], { cwd: repository }),
    (output) => /^completed refs\/heads\/amelia\//m.test(output),
  )
  await check('a released manifest has the place of its sources', async () => {
    const output = readFileSync(join(consumer, 'node_modules/@amelia/node/package.json'), 'utf8')
    const { repository: place, peerDependencies } = JSON.parse(output)
    const isComplete = place.directory === 'packages/node' && place.url.endsWith(origin.repository)
    return { code: isComplete && peerDependencies['@amelia/core'] === `^${version}` ? 0 : 1, output }
  })

  const projects = makeFolder('projects')
  for (const flags of [[], ['--', '--typescript']]) {
    const name = flags.length === 0 ? 'starter' : 'typed-starter'
    const starter = join(projects, name)
    await check(`npm create amelia makes the ${name}`, () =>
      npm(['create', '--yes', 'amelia', name, ...flags], projects),
    )
    await check(`npm installs the ${name}`, () => npm(['install'], starter))
    await check(`the test of the ${name} passes`, () => npm(['test'], starter))
    await check(
      `the ${name} runs its plan without an agent`,
      async () => {
        const isolated = { cwd: starter, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } }
        for (const command of [
          ['init', '--quiet', '--initial-branch=main'],
          ['config', 'user.name', 'A Person'],
          ['config', 'user.email', 'person@example.org'],
          ['add', '.'],
          ['commit', '--quiet', '--message', 'Begin'],
        ]) {
          const { code, output } = await runProcess('git', command, isolated)
          if (code !== 0) return { code, output }
        }
        return npm(['start'], starter)
      },
      (output) => /^completed refs\/heads\/amelia\//m.test(output),
    )
  }
}

const built = await buildPackages()
if (built.code !== 0) {
  console.error(lastLines(built.output, 60))
  process.exit(1)
}
const scratch = mkdtempSync(join(tmpdir(), 'amelia-registry-'))
const registry = await startRegistry(join(scratch, 'registry'))
try {
  await useRelease(scratch, registry.args)
} finally {
  await registry.end()
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
