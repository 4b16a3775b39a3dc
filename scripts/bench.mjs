import './lib/check-node.mjs'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryInstallBeside } from './lib/install-beside.mjs'
import { findPostgres } from './lib/find-postgres.mjs'
import { buildPackages } from './lib/build-packages.mjs'
import { packedDependencies, packPackages } from './lib/pack-packages.mjs'
import { root } from './lib/project.mjs'
import { runProcess } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Bundles the benchmarks and runs them, each in its own process: `npm run bench -- graph`. `--quick` uses
 * small sizes and keeps no figures, `--gates` fails if a figure is worse than its gate, and `--no-peers`
 * installs nothing.
 *
 * They are bundled as in a user's tool, because code that a loader compiles on the fly is slower by a third.
 * They run on the newest Node 22 of npm, because some peers need it, or on this Node if it cannot be
 * installed.
 */
const nodeVersion = '22.23.3'
const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('--'))
const asked = args.filter((arg) => !arg.startsWith('--'))
const unknownFlag = flags.find((flag) => !['--quick', '--gates', '--no-peers'].includes(flag))
if (unknownFlag !== undefined) {
  console.error(`Unknown option "${unknownFlag}". Options: --quick, --gates, --no-peers.`)
  process.exit(2)
}

await setUp({ build: true })
// The benchmark of journals starts a server.
const postgres = findPostgres()
if (postgres !== undefined) process.env.AMELIA_POSTGRES_BIN = postgres
const { build } = await import('tsup')
const outDir = join(root, '.setup/bench')
rmSync(outDir, { recursive: true, force: true })
await build({
  config: false,
  entry: ['main', 'peak-memory', 'run-peer'].map((name) => join(root, `bench/src/${name}.ts`)),
  outDir,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  noExternal: [/./],
  silent: true,
  // Some dependencies use CommonJS.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  esbuildOptions(options) {
    options.conditions = ['amelia-source']
  },
})

/** Installs two packages of this project, each alone, as a user would. */
const installOwn = async () => {
  const packed = join(root, '.setup/bench-peers/packed')
  rmSync(packed, { recursive: true, force: true })
  mkdirSync(packed, { recursive: true })
  for (const step of [buildPackages, () => packPackages(packed)]) {
    const { code, output } = await step()
    if (code !== 0) throw new Error(output)
  }
  const all = packedDependencies(packed)
  const installed = {}
  for (const name of ['@amelia/core', 'amelia']) {
    const folder = `bench-peers/own-${name.split('/').at(-1)}`
    rmSync(join(root, '.setup', folder), { recursive: true, force: true })
    const dependencies = { [name]: all[name] }
    installed[name] = await tryInstallBeside(folder, { what: name, dependencies, overrides: all })
  }
  return installed
}

/** Installs Node and each group of peers; returns the Node to use. */
const installPeers = async () => {
  const measuresWeight = asked.length === 0 || asked.includes('weight')
  const list = join(root, '.setup/bench-peers/peers.json')
  mkdirSync(join(root, '.setup/bench-peers'), { recursive: true })
  rmSync(list, { force: true })
  if (flags.includes('--no-peers')) return process.execPath
  const peers = measuresWeight ? await installOwn() : {}
  const groups = JSON.parse(readFileSync(join(root, 'bench/peers.json'), 'utf8'))
  for (const [group, dependencies] of Object.entries(groups))
    peers[group] = await tryInstallBeside(`bench-peers/${group}`, {
      what: `the peers "${group}"`,
      dependencies,
    })
  writeFileSync(list, JSON.stringify(peers))
  const kit = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const { folder } = await tryInstallBeside('node-22', {
    what: `Node ${nodeVersion} (about 100 MB)`,
    dependencies: { [kit]: nodeVersion },
  })
  if (folder === undefined) return process.execPath
  const program = join(folder, 'node_modules', kit, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  chmodSync(program, 0o755)
  return program
}

const node = await installPeers()
const main = join(outDir, 'main.js')
const { output } = await runProcess(node, [main])
const names = output.trim().split('\n')
names.push('page')
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown benchmark "${unknown.join('", "')}". Benchmarks: ${names.join(', ')}.`)
  process.exit(2)
}
for (const name of asked.length > 0 ? asked : names.slice(0, -1)) {
  const options = ['--expose-gc', '--max-old-space-size=8000', '--no-warnings']
  const { code } = await runProcess(node, [...options, main, name, root, ...flags], { inherit: true })
  if (code !== 0) process.exitCode = 1
}
