import { storeParts } from '@amelia/core/plugin'
import type { Server } from '../server.ts'
import type { RunFeeds } from '../stream/run-feeds.ts'
import { streamEvents } from '../stream/stream-events.ts'
import { readPositions } from '../wire/positions.ts'
import { refused } from '../wire/refused.ts'

/** The most runs on one stream. */
const maxRuns = 50

/**
 * Opens a stream of the events of runs. It begins after the positions in `Last-Event-ID`, or in the parameter
 * `after`.
 */
export const openStream = (
  { clock, options, onError }: Server,
  streams: { feeds: RunFeeds; open: number },
  request: Request,
  runs: readonly string[],
  isSingle: boolean,
): Response => {
  const runIds = [...new Set(runs)].map(storeParts.checkRunId)
  if (runIds.length === 0 || runIds.length > maxRuns)
    throw refused('body', `Name 1 to ${maxRuns} runs: ?run=ID&run=ID.`)
  const query = new URL(request.url).searchParams
  const known = readPositions(request.headers.get('last-event-id') ?? query.get('after') ?? '', runIds)
  if (!known)
    throw refused(
      'body',
      `Last-Event-ID and \`after\` must be the id of a message, such as ${isSingle ? '12' : 'a:12,b:7'}.`,
    )
  if (streams.open >= (options.maxStreams ?? 1_000))
    throw refused('busy', 'Too many streams are open. Retry later.')
  streams.open++
  const body = streamEvents({
    feeds: streams.feeds,
    clock,
    positions: new Map(runIds.map((runId) => [runId, known.get(runId) ?? 0])),
    progress: query.get('progress') === 'true',
    views: query.get('views') === 'true',
    isSingle,
    heartbeatMs: options.heartbeatMs ?? 15_000,
    longestMs: options.maxStreamMs ?? 3_600_000,
    onClose: () => void streams.open--,
    onError,
  })
  // nginx would hold events back in its buffer.
  const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
  return new Response(body, { headers })
}
