import './lib/check-node.mjs'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { startWorkerd } from '../examples/edge-worker/start-workerd.mjs'
import { buildPackages } from './lib/build-packages.mjs'
import { checkDeclarations } from './lib/consumer/check-declarations.mjs'
import { checkStarters } from './lib/consumer/check-starters.mjs'
import { checkTypes, lowestTypeScript, resolutions } from './lib/consumer/check-types.mjs'
import { checkWarnings } from './lib/consumer/check-warnings.mjs'
import { checkWeight, weights } from './lib/consumer/check-weight.mjs'
import { inspectPackage, sizeOf } from './lib/consumer/inspect-package.mjs'
import { createRepository } from './lib/create-repository.mjs'
import { runNpm } from './lib/install-tools.mjs'
import { packedDependencies, packPackages, tarballOf } from './lib/pack-packages.mjs'
import { packageFolders, readJson, root, toolPath } from './lib/project.mjs'
import { lastLines, runNode, runProcess, seconds } from './lib/run-process.mjs'

const counts = { passed: 0, failed: 0 }

/** Runs one check. `expected` may inspect the output, too. */
const check = async (title, action, expected = () => true) => {
  const since = performance.now()
  const { code, output } = await action()
  const passed = code === 0 && expected(output)
  counts[passed ? 'passed' : 'failed'] += 1
  console.log(`${passed ? 'ok    ' : 'failed'}  ${title}  ${seconds(since)}`)
  if (!passed) console.log(`\n${lastLines(output, 60)}\n`)
  return passed
}

const finish = () => {
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exit(counts.failed === 0 ? 0 : 1)
}

// Outside the checkout, so that nothing in it is found by accident.
const scratch = mkdtempSync(join(tmpdir(), 'amelia-packages-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
const tarballs = join(scratch, 'tarballs')
const consumer = join(scratch, 'consumer')
mkdirSync(tarballs)
mkdirSync(consumer)

if (!(await check('the packages build, with declarations', buildPackages))) finish()
if (!(await check('the packages pack', () => packPackages(tarballs)))) finish()
const manifests = packageFolders().map((folder) => readJson(`${folder}/package.json`))

/** Performs an action for each entry, two at a time. */
const inPairs = async (entries, action) => {
  const waiting = [...entries]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await action(next)
  }
  await Promise.all([work(), work()])
}

await inPairs(manifests, async ({ name }) => {
  await check(`${name}: publint`, () =>
    runNode(toolPath('publint'), ['run', tarballOf(tarballs, name), '--strict']),
  )
  await check(`${name}: types`, () =>
    runNode(toolPath('@arethetypeswrong/cli', 'attw'), [
      tarballOf(tarballs, name),
      '--profile',
      'esm-only',
      '--no-color',
      // A style sheet has no types.
      ...(name === '@amelia/dashboard' ? ['--exclude-entrypoints', './style.css'] : []),
    ]),
  )
})

const toolsOfExamples = [
  ...['@hono/node-server', 'buffer', 'esbuild', 'express', 'hono', 'isomorphic-git', 'react', 'react-dom'],
  ...['vite', 'workerd'],
]
const versionOf = (name) => readJson('package.json').devDependencies[name]

const dependencies = packedDependencies(tarballs)
writeFileSync(
  join(consumer, 'package.json'),
  JSON.stringify({
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies,
    devDependencies: {
      ...Object.fromEntries(toolsOfExamples.map((name) => [name, versionOf(name)])),
      typescript: lowestTypeScript,
    },
    overrides: dependencies,
  }),
)
const install = () => runNpm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], consumer)
if (!(await check('npm installs the tarballs in an empty folder', install))) finish()

const resultOf = (problems) => ({ code: problems.length === 0 ? 0 : 1, output: problems.join('\n') })
for (const { name } of manifests)
  await check(`${name}: its files`, async () =>
    resultOf(inspectPackage(join(consumer, 'node_modules', name))),
  )

const doors = manifests.flatMap(({ name, exports }) =>
  Object.keys(exports)
    .filter((door) => !door.endsWith('.css'))
    .map((door) => `${name}${door.slice(1)}`),
)
const script = doors.map((door) => `await import('${door}')`).join('\n')
await check('a program in JavaScript imports all doors', () =>
  runProcess(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer }),
)
await check('an uncaught error prints little code above its message', async () => {
  const wrong = `await (await import('@amelia/core')).createRun({})`
  const { code, output } = await runProcess(process.execPath, ['--input-type=module', '--eval', wrong], {
    cwd: consumer,
  })
  const above = output.indexOf('AmeliaError: createRun: `host` must be')
  return { code: code === 1 && above !== -1 && above < 800 ? 0 : 1, output }
})
// These work in a page. Declarations of the others need types of Node, of an agent, or of React.
const portable = doors.filter((door) =>
  /^@amelia\/(?:core|markdown|parser-[a-z-]+|parsers|git-isomorphic|store-key-value|http)(?:\/|$)/.test(door),
)
for (const resolution of resolutions) {
  const title = `types with ${resolution.moduleResolution}, strict, exact optional properties`
  await check(`${title}: in a page`, () => checkTypes(consumer, portable, resolution, 'page'))
  await check(`${title}: in Node, all doors`, () => checkTypes(consumer, doors, resolution, 'node'))
}

const [lowestMinor] = /^\d+\.\d+/.exec(lowestTypeScript)
const stated = new RegExp(`TypeScript needs version ${lowestMinor.replace('.', '\\.')} or newer`)
await check(`the declarations of all doors have valid types in TypeScript ${lowestTypeScript}`, () =>
  checkTypes(
    consumer,
    doors,
    resolutions.find(({ module }) => module === 'nodenext'),
    'node',
    join(consumer, 'node_modules/typescript/bin/tsc'),
  ),
)
await check('the documents state this version', () =>
  resultOf(
    ['docs/start/packages.md', 'docs/start/install.md', 'packages/core/README.md']
      .filter((page) => !stated.test(readFileSync(join(root, page), 'utf8')))
      .map((page) => `${page} does not contain ${stated.source}.`),
  ),
)

await check('a package that infers its types from the doors of core emits declarations', () =>
  checkDeclarations(
    consumer,
    doors.filter((door) => /^@amelia\/core(?:\/(?:plugin|machine|view))?$/.test(door)),
  ),
)

await check('the projects of create-amelia have valid types, with each agent and a server', () =>
  checkStarters(consumer),
)

for (const weight of weights)
  await check(`the weight in a page of: ${weight.program.replace('\n', '; ')}`, () =>
    checkWeight(consumer, weight),
  )

// These use optional packages, or are programs.
const bundled = doors.filter((door) => !/^(?:@amelia\/(?:cli|engine-dbos)|create-amelia)(?:\/|$)/.test(door))
await check('a bundler of a consumer prints no warning', () => checkWarnings(consumer, bundled))

const alone = join(scratch, 'alone')
mkdirSync(alone)
writeFileSync(join(alone, 'package.json'), '{ "name": "alone", "private": true }')
await check('@amelia/core alone is at most 6 packages, and ours at most 4.9 MB', async () => {
  const args = ['install', '--no-audit', '--no-fund', tarballOf(tarballs, '@amelia/core')]
  const { code, output } = await runNpm(args, alone)
  if (code !== 0) return { code, output }
  const { packages } = readJson(join(relative(root, alone), 'package-lock.json'))
  const count = Object.keys(packages).filter((path) => path !== '').length
  const size = sizeOf(join(alone, 'node_modules/@amelia/core'))
  console.log(`        ${count} packages, ${(size / 1e6).toFixed(2)} MB`)
  return { code: count <= 6 && size <= 4_900_000 ? 0 : 1, output: `${count} packages, ${size} bytes` }
})

await inPairs(readdirSync(join(root, 'examples')), async (name) => {
  const manifest = join('examples', name, 'package.json')
  if (!existsSync(join(root, manifest)) || readJson(manifest).scripts?.test === undefined) return
  const folder = join(consumer, 'examples', name)
  cpSync(join(root, 'examples', name), folder, { recursive: true })
  // It lists the failures at the end, of which a check prints the last lines.
  const args = ['--test-timeout=180000', '--test-reporter=spec']
  await check(`example ${name}`, () => runNode('--test', args, { cwd: folder }))
})
await check('the Worker of the example answers in workerd', async () => {
  const file = join(consumer, 'examples/worker-bundle/dist/worker.js')
  const { url, end } = await startWorkerd(file)
  try {
    const body = readFileSync(join(root, 'examples/worker-bundle/plan.md'))
    const answer = await globalThis.fetch(url, { method: 'POST', body })
    const output = await answer.text()
    return { code: answer.ok && JSON.parse(output).status === 'completed' ? 0 : 1, output }
  } finally {
    await end()
  }
})

await check("esbuild bundles the program of the dashboard's README for a page", () => {
  const program = /```js\n(?<code>[\s\S]*?)```/.exec(
    readFileSync(join(root, 'packages/dashboard/README.md'), 'utf8'),
  )
  writeFileSync(join(consumer, 'page.js'), program.groups.code)
  const args = ['page.js', '--bundle', '--minify', '--outdir=page', '--log-level=error']
  return runProcess(join(consumer, 'node_modules/.bin/esbuild'), args, { cwd: consumer })
})

await check(
  'npx amelia starts the command line',
  () => runNode(join(consumer, 'node_modules/amelia/bin/amelia.js'), ['--version']),
  (output) => output.trim() === readJson('packages/cli/package.json').version,
)

const plan = join(root, 'examples/demo/plan.md')
copyFileSync(join(root, 'examples/quick-start/run.js'), join(consumer, 'run.js'))
const repository = await createRepository(join(scratch, 'repository'))
copyFileSync(plan, join(repository, 'plan.md'))
await check(
  'the quick start completes',
  () => runNode(join(consumer, 'run.js'), [], { cwd: repository }),
  (output) => /^completed refs\/heads\/amelia\//m.test(output),
)

const amelia = join(consumer, 'node_modules/@amelia/cli/bin/amelia.js')
await check('the command line has the licences of the code that it contains', async () => {
  const file = join(consumer, 'node_modules/@amelia/cli/dist/THIRD-PARTY-LICENSES.txt')
  const output = readFileSync(file, 'utf8')
  return { code: /^commander \S+: MIT$/m.test(output) && /^zod \S+: MIT$/m.test(output) ? 0 : 1, output }
})
await check(
  'amelia reads a plan',
  () => runNode(amelia, ['check', plan, '--json'], { cwd: repository }),
  (output) => JSON.parse(output).ok === true,
)
await check('git finds nothing broken', () => runProcess('git', ['-C', repository, 'fsck', '--strict']))
finish()
