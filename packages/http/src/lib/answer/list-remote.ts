import { listRuns } from '@amelia/core'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'
import type { RemoteListedRun } from '../wire/remote-run.ts'

/** Lists the runs with all given labels and one of the given statuses. Messages may name paths: omitted. */
export const listRemote = async ({ source }: Server, query: URLSearchParams): Promise<RemoteListedRun[]> => {
  const labels = Object.fromEntries(query.getAll('label').map(readLabel))
  const status = query.getAll('status') as RemoteListedRun['status'][]
  const runs = await listRuns({ ...source, labels, ...(status.length > 0 && { status }) })
  return runs.map(({ problem: _, ...run }) => run)
}

const readLabel = (text: string): [string, string] => {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw refused('body', 'Write a label as ?label=name=value.')
}
