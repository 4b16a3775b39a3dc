import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkBranch } from './check-branch.ts'

/** The branch that a run publishes to, and the commit that it starts from. */
export interface Target {
  /** Full name. */
  target: string
  /** The branch's commit; null if the run creates the branch. */
  targetCommit: string | null
  base: string
  /** The number in a name that the run chose. */
  number?: number
}

/**
 * Chooses the target: the requested branch, created at HEAD if it does not exist, or a new `amelia/<name>`.
 *
 * If a branch `amelia` exists, the prefix is `amelia-runs`; if the name is taken, it gets `-2`, `-3`, ...,
 * from `first` on. Throws `TARGET_INVALID`.
 */
export const chooseTarget = async (
  git: GitBackendV1,
  head: string,
  wanted: string | undefined,
  name: string,
  first = 1,
): Promise<Target> => {
  if (wanted !== undefined) {
    const problem = checkBranch(wanted)
    if (problem !== null)
      throw new AmeliaError('TARGET_INVALID', `"${wanted}" cannot be the target branch: ${problem}.`, {
        target: wanted,
      })
    const target = `refs/heads/${wanted}`
    const targetCommit = await git.readRef(target)
    if (targetCommit === null) await checkRoom(git, target)
    return { target, targetCommit, base: targetCommit ?? head }
  }
  const prefix = await freePrefix(git)
  const taken = [...(await git.listRefs(`refs/heads/${prefix}/`)).keys()]
  for (let number = first; ; number++) {
    const target = `refs/heads/${prefix}/${numbered(name, number)}`
    if (!taken.some((ref) => ref === target || ref.startsWith(`${target}/`)))
      return { target, targetCommit: null, base: head, number }
  }
}

export const numbered = (name: string, number: number): string => (number === 1 ? name : `${name}-${number}`)

/** Returns `amelia`, or the next prefix that is not a branch. */
const freePrefix = async (git: GitBackendV1): Promise<string> => {
  for (let number = 0; ; number++) {
    const prefix = number === 0 ? 'amelia' : number === 1 ? 'amelia-runs' : `amelia-runs-${number}`
    if ((await git.readRef(`refs/heads/${prefix}`)) === null) return prefix
  }
}

/** Git cannot store a branch `a` beside a branch `a/b`. */
const checkRoom = async (git: GitBackendV1, target: string): Promise<void> => {
  const parts = target.split('/')
  const above = parts.map((_, index) => parts.slice(0, index).join('/')).slice(3)
  for (const ref of above) if ((await git.readRef(ref)) !== null) throw inTheWay(target, ref)
  const [below] = (await git.listRefs(`${target}/`)).keys()
  if (below !== undefined) throw inTheWay(target, below)
}

const inTheWay = (target: string, ref: string): AmeliaError =>
  new AmeliaError(
    'TARGET_INVALID',
    `${target} cannot be created, because ${ref} exists. Choose another --target.`,
    { target },
  )
