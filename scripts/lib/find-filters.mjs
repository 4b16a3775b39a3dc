import { existsSync } from 'node:fs'
import { canInstallDebian, installDebian } from './install-debian.mjs'

/**
 * Installs Debian's packages of the git filters that tests use, as root. Prints which tests are skipped
 * without them.
 */
export const findFilters = async () => {
  const missing = ['git-crypt', 'git-lfs'].filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length === 0) return
  const names = missing.join(' and ')
  const problem = canInstallDebian()
    ? await installDebian(names, missing)
    : 'only root can install Debian packages'
  if (problem !== undefined) console.log(`skipped: tests with ${names}: ${problem}.`)
}
