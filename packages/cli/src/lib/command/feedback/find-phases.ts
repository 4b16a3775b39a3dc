import type { Report } from '@amelia/core'
import { tryCommand } from '../../stored/try-command.ts'

/** Finds for each path the phase whose commit changed it last; paths that no phase changed are left out. */
export const findPhases = async (
  repo: string,
  { base, head, phases }: Report,
  paths: Iterable<string>,
): Promise<Map<string, string>> => {
  const ids = new Map(
    phases.flatMap(({ id, commit }) => (commit === undefined ? [] : [[commit, id] as const])),
  )
  const found = new Map<string, string>()
  const root = await tryCommand('git', ['rev-parse', '--show-toplevel'], repo)
  for (const path of new Set(paths)) {
    const args = ['--literal-pathspecs', 'log', '--format=%H', `${base}..${head}`, '--', path]
    const commits = (await tryCommand('git', args, root))?.split('\n') ?? []
    const id = commits.map((commit) => ids.get(commit)).find((known) => known !== undefined)
    if (id !== undefined) found.set(path, id)
  }
  return found
}
