import { existsSync } from 'node:fs'
import { lastLines, runProcess, seconds } from './run-process.mjs'

/** Whether this process may install packages of Debian. */
export const canInstallDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian as root, and prints `title` and the time. Returns a problem, or nothing. */
export const installDebian = async (title, packages) => {
  const since = performance.now()
  process.stdout.write(`Installing ${title} from Debian ... `)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const { code, output } = await runProcess('apt-get', ['--quiet', ...args], { env })
    if (code === 0) continue
    console.log('failed')
    return `apt-get ${args[0]} exited with ${code} (${lastLines(output, 1)})`
  }
  console.log(`done in ${seconds(since)}`)
  return undefined
}
