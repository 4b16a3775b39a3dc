import { AmeliaError } from '@amelia/core'
import type { GitBackendV1 } from '@amelia/core/plugin'

/**
 * Asks git about ignored paths of a folder. Git is loaded with the first question. Outside of a repository no
 * path is ignored, because a plan can be checked anywhere.
 */
export const ignoreRulesOf = (repo: string): Pick<GitBackendV1, 'findIgnored'> => ({
  async findIgnored(workspace, paths) {
    const { nativeGit } = await import('@amelia/node')
    try {
      return (await nativeGit({ repo }).findIgnored?.(workspace, paths)) ?? []
    } catch (error) {
      if (AmeliaError.is(error)) return []
      throw error
    }
  },
})
