import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { callProgram } from '../pull/call-program.ts'
import { userCache } from '../../setting/user-cache.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

/**
 * Opens this machine's clone of a shared repository, which all workers of the machine use. The first worker
 * creates it below the user's cache folder.
 *
 * Throws a usage error if it cannot be cloned.
 */
export const openClone = async (terminal: Terminal, remote: string): Promise<string> => {
  const clones = join(userCache(), 'clones')
  const name = createHash('sha256').update(remote).digest('hex').slice(0, 16)
  const folder = join(clones, name)
  if (existsSync(folder)) return folder
  await mkdir(clones, { recursive: true })
  const draft = await mkdtemp(`${folder}.`)
  printNote(terminal, `Cloning the shared repository to ${folder}.\n`)
  // No address may start a program.
  const clone = ['-c', 'protocol.ext.allow=never', 'clone', '--quiet', '--no-checkout']
  const cloned = await callProgram('git', [...clone, '--', remote, draft], { cwd: clones })
  if (!cloned.ok) {
    await rm(draft, { recursive: true, force: true })
    throw usageError(`The shared repository cannot be cloned: ${cloned.problem}`, 'Check --remote.')
  }
  // Another worker may have been faster.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return folder
}
