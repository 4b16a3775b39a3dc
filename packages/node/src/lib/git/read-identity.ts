import type { Repository } from './locate-repository.ts'

/** `Name <address>` as the user configured it; null where nothing is configured: a guess from the host's name is none. */
export const readIdentity = async (repository: Repository): Promise<string | null> => {
  const answer = await repository.git(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'], {
    accept: [0, 1, 128],
  })
  return answer.exitCode === 0 ? answer.text.replace(/ \d+ [+-]\d+$/, '') : null
}
