import { existsSync } from 'node:fs'
import { lastLines, runProcess, seconds } from '../run-process.mjs'

const isInstalled = async () => (await runProcess('podman', ['--version'])).code === 0

/**
 * Whether Podman can be used. As root on Debian, installs it with what a container without an image from a
 * registry needs. Otherwise prints that the test is skipped.
 */
export const findPodman = async () => {
  if (await isInstalled()) return true
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const since = performance.now()
    process.stdout.write('Installing Podman from Debian ... ')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const packages = ['podman', 'runc', 'debootstrap']
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
      const { code, output } = await runProcess('apt-get', ['--quiet', ...args], { env })
      if (code === 0) continue
      console.log(`failed\n${lastLines(output, 3)}`)
      return false
    }
    console.log(`done in ${seconds(since)}`)
    return isInstalled()
  }
  console.log('skipped: Podman is not installed. Install the packages "podman", "runc" and "debootstrap".')
  return false
}
