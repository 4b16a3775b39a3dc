import { AmeliaError } from '@amelia/core/plugin'
import { locateRepository, type Repository } from '../git/repository/locate-repository.ts'
import { type Identity, readIdentity } from '../git/repository/read-identity.ts'

/** Finds a repository and the user's identity on demand, and remembers both. */
export interface RepositoryAccess {
  /** Throws `NOT_A_REPOSITORY`. */
  locate(): Promise<Repository>
  /** Returns null if the user has no identity. */
  findIdentity(repository: Repository): Promise<Identity | null>
  /** Throws `REPOSITORY_NOT_READY` if the user has no identity. */
  identify(repository: Repository): Promise<Identity>
}

export const createRepositoryAccess = (repo: string): RepositoryAccess => {
  let located: Promise<Repository> | undefined
  let identity: Identity | null = null
  // An identity stays once it is known: the same request gives the same id, whatever an agent configures
  // later.
  const findIdentity = async (repository: Repository): Promise<Identity | null> => {
    identity ??= await readIdentity(repository)
    return identity
  }
  return {
    async locate() {
      located ??= locateRepository(repo)
      try {
        return await located
      } catch (error) {
        located = undefined
        throw error
      }
    },
    findIdentity,
    async identify(repository) {
      const found = await findIdentity(repository)
      if (found !== null) return found
      const message = `${repository.top} has no identity for commits. Set it with \`git config user.name\` and \`git config user.email\`.`
      throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
    },
  }
}
