import { AmeliaError } from '@amelia/core'
import type { RunSize } from '@amelia/node'
import { measureKept } from '../clean/measure-kept.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { plural } from '../../terminal/plural.ts'
import { formatBytes } from '../clean/format-bytes.ts'
import type { Finding } from './finding.ts'

/** Reports the size of what is kept for the runs of a repository, and whether their database can be used. */
export const checkKept = async (place: RunPlace): Promise<Finding[]> => {
  let sizes: Map<string, RunSize>
  try {
    sizes = await measureKept(await openHost(place), place.repo)
  } catch (error) {
    if (!AmeliaError.is(error)) throw error
    // The check of the repository reports why that cannot be read.
    if (place.database === undefined || error.code === 'NOT_A_REPOSITORY') return []
    return [{ name: 'runs', status: 'fail', detail: error.message }]
  }
  const bytes = [...sizes.values()].reduce(
    (sum, { workspaces, transcripts, journal }) => sum + workspaces + transcripts + journal,
    0,
  )
  const what = place.database === undefined ? 'files' : 'files and tables'
  const detail =
    sizes.size === 0
      ? 'none'
      : `${what} of ${plural(sizes.size, 'run')}: ${formatBytes(bytes)}; amelia clean lists and removes them`
  return [{ name: 'runs', status: 'info', detail }]
}
