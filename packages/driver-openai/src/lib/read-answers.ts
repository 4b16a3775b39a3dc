/** What the server answered to the last request of a session. */
export interface LastAnswer {
  status?: number
  retryAfter?: string
  retryAfterMs?: string
}

const answerLine = /Request completed .*? status=(\d{3})/

/** Reads from Codex's own log the status and the headers that its messages leave out. */
export const readLastAnswer = (log: string): LastAnswer => {
  const line = log
    .split('\n')
    .filter((text) => answerLine.test(text))
    .at(-1)
  if (line === undefined) return {}
  const retryAfter = headerOf(line, 'retry-after')
  const retryAfterMs = headerOf(line, 'retry-after-ms')
  return {
    status: Number(answerLine.exec(line)?.[1]),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

const headerOf = (line: string, name: string): string | undefined =>
  line.split(`"${name}": "`)[1]?.split('"')[0]

/** The log without its lines about requests and without what Codex says to everybody. */
export const withoutAnswers = (log: string): string =>
  log
    .split('\n')
    .filter(
      (line) =>
        !line.includes('codex_http_client') &&
        !line.startsWith('Reading prompt from stdin') &&
        !line.startsWith('WARNING: proceeding'),
    )
    .join('\n')
    .trim()
