import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runPnpm } from './install-tools.mjs'
import { packageFolders, packageManager, root, toolPath } from './project.mjs'
import { lastLines, runNode, seconds } from './run-process.mjs'
import { takeLock } from './take-lock.mjs'

const read = (path) => {
  try {
    return readFileSync(join(root, path))
  } catch {
    return ''
  }
}

const hashFiles = (paths, ...more) => {
  const hash = createHash('sha256').update(JSON.stringify(more))
  for (const path of paths) hash.update(`\0${path}\0`).update(read(path))
  return hash.digest('hex')
}

const manifests = () => [
  'package.json',
  'bench/package.json',
  ...packageFolders().map((folder) => `${folder}/package.json`),
]

/** Changes if an installation could have another result. */
const installHash = () =>
  hashFiles(
    ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', ...manifests()],
    process.platform,
    process.arch,
  )

const sourceFiles = () =>
  packageFolders().flatMap((folder) =>
    readdirSync(join(root, folder, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort(),
  )

/** Changes if a build could have another result. */
const buildHash = () =>
  hashFiles(
    [
      'tsup.config.ts',
      'scripts/lib/block-markdown.mjs',
      'scripts/lib/own-schemas.mjs',
      'scripts/lib/drop-bare-imports.mjs',
      'scripts/lib/thin-doors.mjs',
      'scripts/lib/thin-maps.mjs',
      'scripts/lib/third-party-licenses.mjs',
      'tsconfig.json',
      'packages/dashboard/vite.config.ts',
      ...manifests(),
      ...sourceFiles(),
    ],
    installHash(),
  )

const stampOf = (path, hash) => ({
  holds: () => String(read(path)) === hash(),
  write: (value) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), value)
  },
  remove: () => rmSync(join(root, path), { force: true }),
})
const installed = stampOf('node_modules/.amelia-setup', installHash)
const built = stampOf('node_modules/.amelia-build', buildHash)

const isInstalled = () => installed.holds()
const isBuilt = () =>
  built.holds() &&
  existsSync(join(root, 'packages/cli/dist/page/index.html')) &&
  packageFolders().every((folder) => existsSync(join(root, folder, 'dist/index.js')))

const explainInstall = (output) => {
  if (output.includes('ERR_PNPM_OUTDATED_LOCKFILE')) {
    return `pnpm-lock.yaml does not fit the package.json files: run \`npx -y ${packageManager()} install --no-frozen-lockfile\` and keep both.`
  }
  if (output.includes('npx was not found')) return 'npx comes with npm: install npm, and try again.'
  return 'Check that the npm registry can be reached (`npm ping`) and that the disk has room, then try again.'
}

/** Performs one long task and reports it in one line. */
const perform = async (title, action, explain) => {
  const since = performance.now()
  process.stdout.write(`${title} ... `)
  const { code, output } = await action()
  console.log(code === 0 ? `done in ${seconds(since)}` : 'failed')
  if (code === 0) return
  console.error(`\n${lastLines(output)}\n\n${title} failed. ${explain(output)}`)
  process.exit(code === 130 ? 130 : 1)
}

const install = async () => {
  installed.remove()
  const hash = installHash()
  const args = ['install', '--frozen-lockfile', '--prod=false', '--config.confirmModulesPurge=false']
  await perform('Installing the dependencies', () => runPnpm(args), explainInstall)
  installed.write(hash)
}

const build = async () => {
  built.remove()
  const hash = buildHash()
  const action = () => runNode(toolPath('tsup'), [])
  await perform('Building the packages', action, () => 'Fix the error above, then try again.')
  built.write(hash)
}

/**
 * Sets up the checkout, silently if nothing is to do. Ends the process on failure.
 *
 * With `build`, also builds the JavaScript that `npx amelia` runs.
 */
export const setUp = async (options = {}) => {
  const ready = () => isInstalled() && (!options.build || isBuilt())
  if (ready()) return
  const release = await takeLock(join(root, '.setup/lock'))
  try {
    if (!isInstalled()) await install()
    if (options.build && !isBuilt()) await build()
  } finally {
    release()
  }
}
