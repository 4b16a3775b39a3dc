import './lib/check-node.mjs'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallDebian, installDebian } from './lib/install-debian.mjs'

/** Whether the program that confines processes on Linux is in `PATH`. */
const isInstalled = () =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'bwrap'), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

// Without it, the tests of confined processes state that they are not covered.
if (process.platform === 'linux' && !isInstalled()) {
  const problem = canInstallDebian()
    ? await installDebian('bubblewrap', ['bubblewrap'])
    : 'install the package bubblewrap'
  if (problem !== undefined) console.log(`bubblewrap is not installed: ${problem}`)
}
