import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { disarmWorkspace } from './disarm-workspace.ts'
import { excludePatterns } from './exclude-patterns.ts'
import { readExcludes } from '../repository/read-excludes.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Slot } from './slot.ts'

/** The state that the agent's git sees. */
export interface Arming {
  /** The commit that HEAD names, detached. */
  head: string
  /** The index file to copy. */
  index: string
  /** Lines of `<id> <ref>`, sorted by reference. */
  refs: string
  /** `Name <address>`; null if the user has none. */
  identity: string | null
}

/**
 * Gives the workspace a new `.git`: a clean detached checkout with the run's refs, the user's objects and the
 * user's ignore rules.
 *
 * The `.git` has no access to the user's refs, configuration, hooks or stash. It is built beside the
 * workspace and renamed into place, so a concurrent process cannot redirect the writes. The calls that write
 * are synchronous: these are twenty small ones, and each would cost ten times as much.
 */
export const armWorkspace = async (repository: Repository, slot: Slot, arming: Arming): Promise<void> => {
  const excludes = await readExcludes(repository)
  const skeleton = join(slot.folder, `new-${randomBytes(4).toString('hex')}`)
  const folders = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info', 'hooks']
  for (const folder of folders) mkdirSync(join(skeleton, folder), { recursive: true })
  const { head, index, refs, identity } = arming
  const files = {
    'objects/info/alternates': `${join(repository.commonDir, 'objects')}\n`,
    config: skeletonConfig(repository, identity),
    HEAD: `${head}\n`,
    'packed-refs': `# pack-refs with: sorted \n${refs}`,
    // The agent's git ignores the files that the user's does, and files of the set-up are no changes.
    'info/exclude': excludes + excludePatterns(slot.setup?.roots ?? []).join('\n'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(skeleton, name), text)
  copyFileSync(index, join(skeleton, 'index'))
  // A shallow clone's history ends where this file says.
  const shallow = join(repository.commonDir, 'shallow')
  if (existsSync(shallow)) copyFileSync(shallow, join(skeleton, 'shallow'))
  await disarmWorkspace(slot)
  renameSync(skeleton, join(slot.workspace, '.git'))
}

const skeletonConfig = (repository: Repository, identity: string | null): string => {
  const sha256 = repository.objectFormat === 'sha256'
  const lines = [
    '[core]',
    `repositoryformatversion = ${sha256 ? 1 : 0}`,
    'bare = false',
    ...(sha256 ? ['[extensions]', 'objectformat = sha256'] : []),
    '[gc]',
    'auto = 0',
    '[maintenance]',
    'auto = false',
  ]
  const [, name, email] = /^(.*) <(.*)>$/.exec(identity ?? '') ?? []
  if (name !== undefined && email !== undefined) {
    lines.push('[user]', `name = ${quoteValue(name)}`, `email = ${quoteValue(email)}`)
  }
  return `${lines.join('\n')}\n`
}

const quoteValue = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`
