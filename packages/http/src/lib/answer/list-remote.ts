import { listRuns } from '@amelia/core'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'
import type { RemoteListedRun } from '../wire/remote-run.ts'

const usual = 100
const most = 1_000

/**
 * Lists a page of the runs with all given labels and one of the given statuses. `next` is the place after it,
 * absent on the last page. Messages may name paths: omitted.
 */
export const listRemote = async (
  { source }: Server,
  query: URLSearchParams,
): Promise<{ runs: RemoteListedRun[]; next?: string }> => {
  const labels = Object.fromEntries(query.getAll('label').map(readLabel))
  const status = query.getAll('status') as RemoteListedRun['status'][]
  const limit = readLimit(query.get('limit'))
  const after = readPlace(query.get('after'))
  const runs = await listRuns({
    ...{ ...source, labels, limit },
    ...(status.length > 0 && { status }),
    ...(after && { after }),
  })
  const last = runs.length < limit ? undefined : runs.at(-1)
  return {
    runs: runs.map(({ problem: _, ...run }) => run),
    ...(last && { next: `${last.updatedAt},${last.runId}` }),
  }
}

const readLimit = (text: string | null): number => {
  const limit = text === null ? usual : Number(text)
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= most) return limit
  throw refused('body', `\`limit\` must be an integer from 1 to ${most}.`)
}

/** Reads the place after a page. */
const readPlace = (text: string | null): { updatedAt: string; runId: string } | undefined => {
  if (text === null) return undefined
  const [updatedAt = '', runId = '', ...rest] = text.split(',')
  if (rest.length === 0 && runId !== '' && !Number.isNaN(Date.parse(updatedAt))) return { updatedAt, runId }
  throw refused('body', '`after` must be the `next` of the previous page.')
}

const readLabel = (text: string): [string, string] => {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw refused('body', 'Write a label as ?label=name=value.')
}
