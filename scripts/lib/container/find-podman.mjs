import { canInstallDebian, installDebian } from '../install-debian.mjs'
import { runProcess } from '../run-process.mjs'

/** The programs of the test, each in the package with its name. A user that is not root needs Podman. */
const programs = process.getuid?.() === 0 ? ['podman', 'runc', 'debootstrap'] : ['podman']

const findMissing = async () => {
  const found = await Promise.all(programs.map((name) => runProcess('sh', ['-c', `command -v ${name}`])))
  return programs.filter((_, index) => found[index].code !== 0)
}

/**
 * Whether the test of the container can run. As root on Debian, installs the programs that are missing.
 * Otherwise prints that the test is skipped.
 */
export const findPodman = async () => {
  const missing = await findMissing()
  if (missing.length === 0) return true
  const names = missing.map((name) => `"${name}"`).join(', ')
  const problem = canInstallDebian()
    ? await installDebian(missing.join(', '), missing)
    : `not installed: ${names}`
  if (problem === undefined && (await findMissing()).length === 0) return true
  console.log(
    `skipped: ${problem ?? `apt-get did not install ${names}`}. Install Debian's packages ${names}.`,
  )
  return false
}
