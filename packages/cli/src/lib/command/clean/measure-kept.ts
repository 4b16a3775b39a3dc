import type { Host } from '@amelia/core'
import { measureRuns, type RunSize } from '@amelia/node'
import type { PostgresStore } from '@amelia/store-postgres'

/**
 * Measures what is kept for the runs of a repository, by run id: files, and the tables of a database if the
 * journals are in one. Throws `NOT_A_REPOSITORY`, and `STORE_FAILED` for a database.
 */
export const measureKept = async (
  { store }: { store: Host['store'] & Partial<PostgresStore> },
  repo: string,
): Promise<Map<string, RunSize>> => {
  const sizes = await measureRuns({ repo })
  for (const [runId, size] of (await store.measure?.()) ?? [])
    sizes.set(runId, { workspaces: sizes.get(runId)?.workspaces ?? 0, ...size })
  return sizes
}
