import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RepositoryState } from '@amelia/core/plugin'
import { findObstacle } from './find-obstacle.ts'
import { findOperation } from './find-operation.ts'
import type { Repository } from './locate-repository.ts'
import { readIdentity } from './read-identity.ts'
import { runGit } from '../call/run-git.ts'

/** Inspects the user's checkout without writing anything, its index included. */
export const inspectRepository = async (
  repository: Repository,
  { slots, sign }: { slots: string | undefined; sign: boolean },
): Promise<RepositoryState> => {
  const { gitDir, top } = repository
  const [head, branch, status, identity, config, obstacle] = await Promise.all([
    repository.git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { accept: [0, 1] }),
    repository.git(['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] }),
    runGit(['status', '--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=dirty'], {
      gitDir,
      workTree: top,
      env: { GIT_OPTIONAL_LOCKS: '0' },
    }),
    readIdentity(repository),
    repository.git(
      ['config', '--get-regexp', '^(core\\.sparsecheckout|extensions\\.partialclone|commit\\.gpgsign)$'],
      {
        accept: [0, 1],
      },
    ),
    findObstacle(repository, slots),
  ])
  return {
    head: head.text || null,
    branch: branch.text || null,
    operation: findOperation(gitDir),
    dirty: status.stdout.length > 0,
    identity: identity?.committer ?? null,
    ...(obstacle !== undefined && { obstacle }),
    location: top,
    notes: findNotes(repository, config.text, sign),
  }
}

const findNotes = ({ top, commonDir }: Repository, config: string, sign: boolean): string[] => {
  const notes: string[] = []
  if (existsSync(join(top, '.gitmodules'))) {
    notes.push(
      'The repository has submodules: they are empty folders in workspaces, and changes to them are refused.',
    )
  }
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
