import type { Plan } from '@amelia/core'
import { repositoryPaths } from '@amelia/node'
import type { PlanFile } from './read-plan-file.ts'

/** Adds to a plan where it was read, and which of its files belong to the repository of `repo`. */
export const planOfFile = async (
  plan: Plan,
  { origin, files = [] }: Pick<PlanFile, 'origin' | 'files'>,
  repo: string,
): Promise<Plan> => {
  const paths = await repositoryPaths(repo, files)
  return {
    ...plan,
    ...(origin !== undefined && { file: origin }),
    ...(paths.length > 0 && { paths }),
  }
}
