import type { Clock } from '../../../contract/clock.ts'
import type { DispatchedWork } from '../../../contract/dispatcher.ts'
import type { RunStoreV1 } from '../../../contract/run-store.ts'
import type { InputDraft } from '../../../machine/state/input/input.ts'
import { redactInput } from '../../journal/redact-input.ts'
import { readOutcome } from '../../mailbox/control-command.ts'
import type { WorkMessage } from '../../mailbox/work-message.ts'

export interface OutboxOptions {
  store: RunStoreV1
  clock: Clock
  work: DispatchedWork
  claim: string
  secrets: readonly string[]
  /** Throws if the worker may have been declared dead. */
  check(): Promise<void>
  /** Aborts when the dispatch has ended for this worker. */
  signal: AbortSignal
  /** The coordinator takes no messages of this claim: the dispatch has ended, or belongs to another one. */
  onRefused(): void
  /** Receives the error of a check or of the store. */
  onBroken(error: unknown): void
}

/** Sends the inputs of a dispatch to the coordinator, in order. */
export interface Outbox {
  feed(input: InputDraft): void
  /** Resolves once this worker has read the input in the journal; rejects if the dispatch ends before. */
  feedAndWait(input: InputDraft): Promise<void>
  /** Resolves those that wait for this message: the journal contains it. */
  arrived(n: number): void
  /** Whether every input is in the journal. */
  isEmpty(): boolean
  /** Rejects all that wait, and all that follows: nothing of it would arrive. */
  close(error: unknown): void
}

interface Waiting {
  n: number
  resolve(): void
  reject(error: unknown): void
}

/** How often to ask what became of messages that the journal does not contain, in milliseconds. */
const askMs = 2000

/** Creates the outbox. Inputs that arrive while a message is being stored form the next one. */
export const createOutbox = (options: OutboxOptions): Outbox => {
  const { store, clock, work, claim, secrets, check, signal, onRefused, onBroken } = options
  const { runId } = work
  const queue: InputDraft[] = []
  const waiting = new Set<Waiting>()
  /** Ids of the commands that the journal does not contain yet, by number. */
  const sent = new Map<number, string>()
  let n = 0
  let isSending = false
  let closed: { error: unknown } | undefined

  const send = async (): Promise<void> => {
    isSending = true
    try {
      while (queue.length > 0 && !signal.aborted) {
        const command: WorkMessage = { type: 'work_input', work, claim, n: ++n, inputs: queue.splice(0) }
        sent.set(command.n, '')
        await check()
        const id = await store.send(runId, command)
        if (sent.has(command.n)) sent.set(command.n, id)
      }
    } catch (error) {
      onBroken(error)
    }
    isSending = false
  }

  const add = (input: InputDraft): number => {
    queue.push(redactInput(input, secrets))
    if (isSending) return n + 1
    void send()
    return n
  }

  const ask = async (): Promise<void> => {
    while (!signal.aborted) {
      await clock.wait(askMs, signal, 'poll')
      for (const [number, id] of sent) {
        const outcome = id === '' ? undefined : readOutcome(await store.outcome(runId, id))
        if (outcome?.ok === false && sent.has(number)) return onRefused()
      }
    }
  }
  ask().catch((error: unknown) => {
    if (!signal.aborted) onBroken(error)
  })

  return {
    feed(input) {
      if (!closed) add(input)
    },
    feedAndWait: (input) =>
      new Promise((resolve, reject) => {
        if (closed) reject(closed.error)
        else waiting.add({ n: add(input), resolve, reject })
      }),
    arrived(number) {
      for (const each of sent.keys()) if (each <= number) sent.delete(each)
      for (const one of waiting) {
        if (one.n > number) continue
        waiting.delete(one)
        one.resolve()
      }
    },
    isEmpty: () => queue.length === 0 && sent.size === 0,
    close(error) {
      closed ??= { error }
      queue.length = 0
      sent.clear()
      for (const { reject } of waiting) reject(error)
      waiting.clear()
    },
  }
}
