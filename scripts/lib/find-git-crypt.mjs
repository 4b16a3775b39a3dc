import { existsSync } from 'node:fs'
import { canInstallDebian, installDebian } from './install-debian.mjs'

/** Installs Debian's package git-crypt as root. Without it, prints that the tests with it are skipped. */
export const findGitCrypt = async () => {
  if (existsSync('/usr/bin/git-crypt')) return
  const problem = canInstallDebian()
    ? await installDebian('git-crypt', ['git-crypt'])
    : 'it is not installed, and only root can'
  if (problem !== undefined)
    console.log(`skipped: tests with git-crypt: ${problem}. Install Debian's package "git-crypt".`)
}
