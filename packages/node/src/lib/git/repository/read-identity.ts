import type { Repository } from './locate-repository.ts'

/** The author and the committer of a commit, each as `Name <address>`. */
export interface Identity {
  author: string
  committer: string
}

/**
 * Reads the identities from the user's configuration and environment; null if one is missing. Git's guess
 * from the host name does not count.
 */
export const readIdentity = async (repository: Repository): Promise<Identity | null> => {
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((name) => readIdent(repository, name)),
  )
  return author && committer ? { author, committer } : null
}

const readIdent = async ({ git }: Repository, name: string): Promise<string | null> => {
  const answer = await git(['-c', 'user.useConfigOnly=true', 'var', name], { accept: [0, 1, 128] })
  return answer.exitCode === 0 ? answer.text.replace(/ \d+ [+-]\d+$/, '') : null
}
