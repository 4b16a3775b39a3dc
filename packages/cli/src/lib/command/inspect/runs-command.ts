import { type Host, type ListedRun, listRuns } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import type { RunsOutput } from '../../stored/json/runs-output.ts'
import type { RunHost } from '../../stored/find-run.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { renderRuns } from '../../view/render-runs.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface RunsOptions extends RunPlace {
  json?: boolean
  label?: Record<string, string>
  status?: (typeof words.listedStatuses)[number][]
  /** The most runs to list. Default: all. */
  limit?: number
}

/** Lists the runs of a repository, newest first. */
export const runsCommand = async (
  terminal: Terminal,
  { repo, database, json, label, status, limit }: RunsOptions,
  given?: RunHost & { git?: Host['git'] },
): Promise<number> => {
  await checkFolder(repo)
  const host = given ?? (await openHost({ repo, database }))
  const listed = await listRuns({
    host,
    ...(label && { labels: label }),
    ...(limit !== undefined && !status && { limit }),
  })
  const wanted = status
    ? listed.filter((run) => status.some((each) => each === words.listedStatus(run))).slice(0, limit)
    : listed
  const runs = await withoutDeleted(wanted, database === undefined ? host.git : undefined)
  if (json === true) terminal.out(`${JSON.stringify(runs satisfies RunsOutput)}\n`)
  else if (runs.length === 0)
    terminal.out(`No ${label || status ? 'such runs' : 'runs'} in this repository.\n`)
  else {
    // Programs read a pipe, so nothing is cut off there.
    const columns = terminal.stdout.isTTY ? terminal.columns : Infinity
    terminal.out(renderRuns(runs, { paint: terminal.paint, columns, now: host.clock.now() }))
  }
  return exitCode.completed
}

/**
 * Leaves out the branches that a revert deleted. The branches of runs in a database may be in another
 * repository, so those stay.
 */
const withoutDeleted = (runs: readonly ListedRun[], git: Host['git'] | undefined): Promise<ListedRun[]> =>
  Promise.all(
    runs.map(async (run) => {
      const { target, ...others } = run
      if (!run.reverted || target === undefined || git === undefined) return run
      return (await git.readRef(target)) === null ? others : run
    }),
  )
