import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from './locate-repository.ts'

/** Signs a trial commit, which is not kept. Explains why that failed; undefined if it worked. */
export const trySignature = async ({ git }: Repository): Promise<string | undefined> => {
  const objects = await mkdtemp(join(tmpdir(), 'amelia-'))
  try {
    const { text: empty } = await git(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
    await git(['commit-tree', '-S', '-m', 'Trial', empty], { env: { GIT_OBJECT_DIRECTORY: objects } })
    return undefined
  } catch (error) {
    const why = AmeliaError.is(error, 'GIT_FAILED') ? error.details.output : String(error)
    return `Git cannot sign commits: ${why.replace(/\s+/g, ' ')}. Check user.signingKey and gpg.format, and that the key is in an agent or has no passphrase; or leave out \`sign\`.`
  } finally {
    await rm(objects, { recursive: true, force: true })
  }
}
