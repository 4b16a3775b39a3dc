import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import type { RepositoryState } from '@amelia/core/plugin'
import { findObstacle } from '../repository/find-obstacle.ts'
import { findOperation } from '../repository/find-operation.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { readIdentity } from '../repository/read-identity.ts'
import { quietStatus } from './quiet-status.ts'

/** Inspects the user's checkout. Writes nothing, not even its index, and runs no filter. */
export const inspectRepository = async (
  repository: Repository,
  { slots, sign }: { slots: string | undefined; sign: boolean },
): Promise<RepositoryState> => {
  const { gitDir, top } = repository
  const obstacle = await findObstacle(repository, slots)
  const readStatus = ['--porcelain', '-z', '--untracked-files=no', gitSettings.outside]
  const [head, branch, status, identity, config] = await Promise.all([
    repository.git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { accept: [0, 1] }),
    repository.git(['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] }),
    // A missing temporary folder is an obstacle.
    obstacle === undefined ? quietStatus(repository, readStatus) : { stdout: '', changed: [] },
    readIdentity(repository),
    repository.git(
      ['config', '--get-regexp', '^(core\\.sparsecheckout|extensions\\.partialclone|commit\\.gpgsign)$'],
      {
        accept: [0, 1],
      },
    ),
  ])
  return {
    head: head.text || null,
    branch: branch.text || null,
    operation: findOperation(gitDir),
    dirty: status.stdout.length + status.changed.length > 0,
    identity: identity?.committer ?? null,
    ...(obstacle !== undefined && { obstacle }),
    location: top,
    notes: findNotes(repository, config.text, sign),
  }
}

const findNotes = ({ top, commonDir }: Repository, config: string, sign: boolean): string[] => {
  const notes: string[] = []
  if (/^core\.sparsecheckout true$/im.test(config)) {
    notes.push('The checkout is sparse, but workspaces contain all files.')
  }
  if (/^extensions\.partialclone/im.test(config)) {
    notes.push('The repository is a partial clone: git fetches missing files when workspaces are filled.')
  }
  if (!sign && /^commit\.gpgsign (?:true|yes|on|1)$/im.test(config)) {
    notes.push(
      'commit.gpgSign is on, but the commits of a run are not signed. To sign them: --sign (nativeGit: sign).',
    )
  }
  if (existsSync(join(commonDir, 'shallow')))
    notes.push('The repository is a shallow clone: its history is incomplete.')
  if (/filter=lfs/.test(readText(join(top, '.gitattributes')))) {
    notes.push("The repository uses Git LFS: the user's filters run for its files.")
  }
  return notes
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
