import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitBackendV1 } from '@amelia/core/plugin'
import type { OfferedPlan } from '@amelia/http'
import { isPlanPath } from '@amelia/node'
import { runProgram } from '../../stored/run-program.ts'
import { readForPage } from './check-from-page.ts'

/** The most files that are read in search of plans, and the most bytes of one. */
const mostFiles = 300
const mostBytes = 500_000

/**
 * Lists the plans among the files of a repository that git does not ignore, with their errors and warnings:
 * those with a name of a plan first. A text in no format of a plan is left out.
 */
export const listPlans = async (repo: string, git: GitBackendV1): Promise<OfferedPlan[]> => {
  const plans: OfferedPlan[] = []
  for (const path of (await listPaths(repo)).slice(0, mostFiles)) {
    const text = await readText(repo, path)
    if (text === undefined) continue
    const { format, issues, plan } = await readForPage(text, git)
    if (format === 'single' || !plan || plan.phases.length === 0) continue
    const errors = issues.filter(({ severity }) => severity === 'error').length
    plans.push({
      path,
      ...(plan.title !== '' && { title: plan.title }),
      ...{ phases: plan.phases.length, errors, warnings: issues.length - errors },
    })
  }
  return plans
}

/** Reads a file that {@link listPlans} may list. Undefined for any other path. */
export const readListedPlan = async (repo: string, path: string): Promise<string | undefined> =>
  (await listPaths(repo)).includes(path) ? readText(repo, path) : undefined

/** Lists the files that can be plans, likely ones first. */
const listPaths = async (repo: string): Promise<string[]> => {
  const args = ['-C', repo, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const paths = (await runProgram('git', args, { maxBuffer: 64 * 1024 * 1024 })).split('\0')
  const found = paths.filter((path) => path !== '' && isPlanPath(path))
  return [...found.filter(isLikely), ...found.filter((path) => !isLikely(path))]
}

const isLikely = (path: string): boolean =>
  /(?:^|[/._-])(?:plans?|specs?|tasks?|todo|prd)(?:[/._-]|$)/i.test(path)

/** Reads a file, unless it is large or a link, which may lead out of the repository. */
const readText = async (repo: string, path: string): Promise<string | undefined> => {
  try {
    const file = join(repo, path)
    const found = await lstat(file)
    return found.isFile() && found.size <= mostBytes ? await readFile(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
