import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './install-tools.mjs'
import { root } from './project.mjs'
import { lastLines, seconds } from './run-process.mjs'
import { takeLock } from './take-lock.mjs'

const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Installs packages outside the project, once, so that only the tests that use them need them. Returns their
 * `folder`, or the `reason` why they cannot be installed, with the end of npm's `output`.
 *
 * `what` names them and their size in messages. `overrides` are npm's.
 */
export const tryInstallBeside = async (name, { what, dependencies, overrides }) => {
  const folder = join(root, '.setup', name)
  const stamp = join(folder, 'installed.json')
  const wanted = JSON.stringify({ dependencies, overrides, platform: process.platform, arch: process.arch })
  if (read(stamp) === wanted) return { folder }
  const release = await takeLock(join(root, `.setup/${name}-lock`))
  try {
    if (read(stamp) === wanted) return { folder }
    const since = performance.now()
    process.stdout.write(`Installing ${what} ... `)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies, overrides }),
    )
    const { code, output } = await runNpm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder)
    if (code !== 0) {
      console.log('failed')
      const error = output.split('\n').find((line) => line.startsWith('npm error'))
      return { reason: error ?? 'npm could not install it', output: lastLines(output) }
    }
    writeFileSync(stamp, wanted)
    console.log(`done in ${seconds(since)}`)
    return { folder }
  } finally {
    release()
  }
}

/** Installs packages like `tryInstallBeside` and returns their folder. Ends the process on failure. */
export const installBeside = async (name, options) => {
  const { folder, output } = await tryInstallBeside(name, options)
  if (folder !== undefined) return folder
  console.error(`\n${output}\n\nCheck that the npm registry can be reached (\`npm ping\`).`)
  process.exit(1)
}
