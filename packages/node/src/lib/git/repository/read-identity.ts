import type { Repository } from './locate-repository.ts'

/** Who makes a commit, each as `Name <address>`. */
export interface Identity {
  author: string
  committer: string
}

/** The identities that the user's configuration and environment give; null where one is missing: a guess from the host's name does not count. */
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
