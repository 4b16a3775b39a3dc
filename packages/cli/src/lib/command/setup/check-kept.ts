import { measureRuns } from '@amelia/node'
import { plural } from '../../terminal/plural.ts'
import { formatBytes } from '../clean/format-bytes.ts'
import type { Finding } from './finding.ts'

/** Reports the size of the files that are kept for the runs of a repository. */
export const checkKept = async (repo: string): Promise<Finding[]> => {
  const sizes = await measureRuns({ repo }).catch(() => undefined)
  // The check of the repository reports why it cannot be read.
  if (sizes === undefined) return []
  const bytes = [...sizes.values()].reduce(
    (sum, { workspaces, transcripts, journal }) => sum + workspaces + transcripts + journal,
    0,
  )
  const detail =
    sizes.size === 0
      ? 'none'
      : `files of ${plural(sizes.size, 'run')}: ${formatBytes(bytes)}; amelia clean lists and removes them`
  return [{ name: 'runs', status: 'info', detail }]
}
