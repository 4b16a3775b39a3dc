/** A check that waits for its turn, or runs. */
export interface QueuedCheck {
  /** Undefined for a check of the final result. */
  phaseId: string | undefined
  /** Whether no other check may run at the same time. */
  alone: boolean
  signal: AbortSignal
}

/** The checks of a run, in order. */
export interface CheckQueue {
  /** Runs a check in its turn. `beside`: the other phases whose checks ran at the same time. */
  run<Result>(check: QueuedCheck, task: () => Promise<Result>): Promise<{ result: Result; beside: string[] }>
}

/**
 * Creates the queue: at most `limit` checks run at once. A check that must run alone waits until those before
 * it have ended, and those after it wait for it. An aborted check does not wait, because its task ends at
 * once.
 */
export const createCheckQueue = (limit: number): CheckQueue => {
  const waiting: { check: QueuedCheck; start: () => void }[] = []
  const running = new Map<QueuedCheck, Set<string>>()

  const hasPlace = ({ alone }: QueuedCheck): boolean =>
    running.size === 0 || (!alone && running.size < limit && [...running.keys()].every((each) => !each.alone))

  const begin = (check: QueuedCheck, start: () => void): void => {
    const beside = new Set<string>()
    for (const [other, seen] of running) {
      if (other.phaseId !== undefined) beside.add(other.phaseId)
      if (check.phaseId !== undefined) seen.add(check.phaseId)
    }
    running.set(check, beside)
    start()
  }
  const admit = (): void => {
    for (let next = waiting[0]; next && hasPlace(next.check); next = waiting[0]) {
      waiting.shift()
      begin(next.check, next.start)
    }
  }
  const untilTurn = (check: QueuedCheck): Promise<void> =>
    new Promise((resolve) => {
      const entry = { check, start: resolve }
      waiting.push(entry)
      admit()
      const skip = (): void => {
        const at = waiting.indexOf(entry)
        if (at < 0) return
        waiting.splice(at, 1)
        resolve()
        admit()
      }
      if (check.signal.aborted) skip()
      else check.signal.addEventListener('abort', skip, { once: true })
    })

  return {
    async run(check, task) {
      await untilTurn(check)
      try {
        const result = await task()
        return { result, beside: [...(running.get(check) ?? [])] }
      } finally {
        running.delete(check)
        admit()
      }
    },
  }
}
