/** A line of a session: words of the agent, a tool call, words of a person, or a remark such as a wait. */
export interface SessionEntry {
  kind: 'says' | 'tool' | 'person' | 'note'
  /** The clock of the session, `02:41`, or the time of day. */
  time: string
  /** The words; of a tool call: its subject, such as a file or a command. */
  text: string
  /** The name of the tool. */
  tool?: string
  /** Milliseconds until the next entry, at a tool call. Absent while it runs, and if unknown. */
  ms?: number
}

/** Gives each tool call the time until the next entry. `times`: of the entries, in milliseconds. */
export const addDurations = (entries: readonly SessionEntry[], times: readonly number[]): SessionEntry[] =>
  entries.map((entry, index) => {
    const [start, end] = [times[index], times[index + 1]]
    if (entry.kind !== 'tool' || start === undefined || end === undefined) return entry
    return { ...entry, ms: end - start }
  })
