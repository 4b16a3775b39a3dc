/** The server's response to the last request of a session. */
export interface LastAnswer {
  status?: number
  /** Those about a wait. */
  headers: Readonly<Record<string, string>>
}

const answerLine = /Request completed .*? status=(\d{3})/

/** Reads the status and headers of the last response from Codex's log; its messages omit them. */
export const readLastAnswer = (log: string): LastAnswer => {
  const line = log
    .split('\n')
    .filter((text) => answerLine.test(text))
    .at(-1)
  if (line === undefined) return { headers: {} }
  const headers = ['retry-after', 'retry-after-ms'].flatMap((name) => {
    const value = headerOf(line, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    status: Number(answerLine.exec(line)?.[1]),
    headers: Object.fromEntries(headers),
  }
}

/** Whether the log contains a response that succeeded, or began to. */
export const hasAnswer = (log: string): boolean => /Request completed .*? status=2\d\d/.test(log)

const headerOf = (line: string, name: string): string | undefined =>
  line.split(`"${name}": "`)[1]?.split('"')[0]

/** Removes the lines about requests, and Codex's standard notices, from its log. */
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
