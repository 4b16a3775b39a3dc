import { randomUUID } from 'node:crypto'
import { AmeliaError } from '@amelia/core/plugin'
import { hidePassword } from './hide-password.ts'
import { type RemoteRepository, remoteRepository } from './remote-repository.ts'

/**
 * Checks that a remote can be read, with one call: a wrong address would be repeated in vain.
 *
 * Throws `OPTION_INVALID`, and does not call git for an address that starts a program or is an option of git.
 */
export const checkAddress = async (repo: string, address: string): Promise<void> => {
  if (address === '' || address.startsWith('-') || /^ext::/i.test(address))
    throw refused(address, 'is not the address or the path of a git repository')
  await once(repo, address)
    .list(['HEAD'])
    .catch((error: unknown) => {
      throw refused(address, `cannot be read: ${outputOf(error)}`, error)
    })
}

const once = (repo: string, address: string): RemoteRepository =>
  remoteRepository(repo, address, { outage: { limitMs: 0 } })

/**
 * Checks that a remote can be shared: it accepts an atomic push of two refs below `refs/amelia/`, shows them,
 * and deletes them.
 *
 * Throws `OPTION_INVALID` that names the missing ability.
 */
export const checkRemote = async (repo: string, address: string): Promise<void> => {
  await checkAddress(repo, address)
  const remote = once(repo, address)
  // A worker may push to refs of this form only.
  const root = `refs/amelia/probe-${randomUUID()}/attempt`
  const refs = [`${root}/one`, `${root}/two`]
  const value = await remote.writeBlob('A probe for atomic pushes; it can be deleted.\n')
  await remote.push(refs.map((ref) => ({ ref, new: value, old: null }))).catch((error: unknown) => {
    const output = outputOf(error)
    const why = /does not support --atomic/.test(output)
      ? 'does not accept atomic pushes (git config receive.advertiseAtomic true)'
      : `does not accept refs below refs/amelia/: ${output}`
    throw refused(address, why, error)
  })
  const shown = await remote.list(refs)
  await remote.push(refs.map((ref) => ({ ref, new: null, old: value }))).catch((error: unknown) => {
    throw refused(address, `does not delete refs below refs/amelia/: ${outputOf(error)}`, error)
  })
  if (shown.size !== refs.length)
    throw refused(address, 'hides refs below refs/amelia/ (git config --unset-all transfer.hideRefs)')
}

const outputOf = (error: unknown): string =>
  AmeliaError.is(error, 'GIT_FAILED') ? error.details.output : String(error)

const refused = (address: string, why: string, cause?: unknown): AmeliaError => {
  const message = `The remote "${hidePassword(address)}" ${why}. Runs on several machines need a shared repository with atomic pushes.`
  return new AmeliaError('OPTION_INVALID', message, { option: 'remote' }, { cause })
}
