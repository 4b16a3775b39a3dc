import type { Clock } from '../../contract/clock.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { Input, InputDraft } from '../../machine/state/input/input.ts'
import type { Digest } from '../journal/create-digest.ts'
import type { InputSource, JournalEntry } from '../journal/journal-version.ts'
import { redactInput } from '../journal/redact-input.ts'

/** An input that waits for its turn. */
export interface QueuedInput {
  draft: InputDraft
  /** The worker that sent it. */
  from?: InputSource
  /** Called once the machine has applied the input. */
  applied?: () => void
  failed?: (error: unknown) => void
}

export interface InputQueueOptions {
  lease: RunLease
  clock: Clock
  secrets: readonly string[]
  digest: Digest
  /** The number of the journal's next record. */
  nextSeq: number
  /** Applies an input that is in the journal. */
  apply(input: Input, queued: QueuedInput): void
  /** Receives the error of a failed journal write. */
  onBroken(error: unknown): void
  /** Called when the queue is empty. */
  onIdle(): void
}

export interface InputQueue {
  add(queued: QueuedInput): void
  /** Whether no input is queued or being written. */
  isIdle(): boolean
  /** Fails every queued input. */
  clear(error: unknown): void
}

/**
 * Writes inputs to the journal and then applies them, in order of arrival. Inputs that arrive during a write
 * form the next group.
 */
export const createInputQueue = (options: InputQueueOptions): InputQueue => {
  const { lease, clock, secrets, digest, apply, onBroken, onIdle } = options
  const queue: QueuedInput[] = []
  let { nextSeq } = options
  let pumping = false

  const pump = async (): Promise<void> => {
    pumping = true
    while (queue.length > 0) {
      const group = queue.splice(0)
      try {
        await write(group)
      } catch (error) {
        onBroken(error)
        for (const { failed } of group) failed?.(error)
      }
    }
    pumping = false
    onIdle()
  }

  const write = async (group: QueuedInput[]): Promise<void> => {
    const at = clock.now()
    const inputs: JournalEntry[] = group.map(({ draft }) => stamp(redactInput(draft, secrets), at))
    inputs[0]!.after = digest.read()
    group.forEach(({ from }, index) => {
      if (from) inputs[index]!.from = from
    })
    await lease.append(inputs.map((value) => ({ seq: nextSeq++, value })))
    inputs.forEach((input, index) => apply(input, group[index]!))
  }

  return {
    add(queued) {
      queue.push(queued)
      if (!pumping) void pump()
    },
    isIdle: () => !pumping && queue.length === 0,
    clear(error) {
      for (const { failed } of queue.splice(0)) failed?.(error)
    },
  }
}

/** Sets the input's time in place, because a copy costs as much as the transition. */
const stamp = (draft: InputDraft, at: number): Input => {
  const input = draft as Input
  input.at = at
  return input
}
