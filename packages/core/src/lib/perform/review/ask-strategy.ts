import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { CheckpointContext, CheckpointStrategyV1 } from '../../contract/checkpoint-strategy.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { readCheckpointVerdict } from '../../policy/read-checkpoint-verdict.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { type Performer, workContext } from '../performer.ts'

/** A verdict in the form of the input. */
interface Verdict {
  pause: boolean
  reason?: string
}

const defaultTimeoutMs = 300_000

/**
 * Asks the caller's strategy about a phase at its checkpoint. Any result but a valid verdict in time is a
 * pause.
 *
 * Resolves to undefined if the run or the phase is stopped: the verdict is not needed any more, and a
 * strategy that ignores its signal is not awaited. `onLate` receives a verdict that arrives after that or
 * after the time limit. Never rejects.
 */
export const askStrategy = async (
  performer: Performer,
  phase: FrozenPhase,
  requestId: string,
  onLate: (verdict: Verdict) => void,
): Promise<Verdict | undefined> => {
  const { checkpoint, signal, host } = performer
  if (!checkpoint)
    return { pause: true, reason: 'The run was created with a checkpoint strategy, but resumed without one.' }
  const { timeoutMs = defaultTimeoutMs } = checkpoint
  const timer = new AbortController()
  const call = new AbortController()
  const stop = (): void => timer.abort(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  const limit = host.clock.wait(timeoutMs, timer.signal, 'limit').then(
    () => 'timeout' as const,
    () => (signal.aborted ? ('stopped' as const) : ('timeout' as const)),
  )
  const said = decide(checkpoint, () => contextOf(performer, phase, requestId, call.signal))
  const first = await Promise.race([said, limit])
  signal.removeEventListener('abort', stop)
  timer.abort()
  if (typeof first === 'object') return first
  const reason = `The checkpoint strategy did not decide within ${formatDuration(timeoutMs)}.`
  call.abort(first === 'stopped' ? signal.reason : new DOMException(reason, 'TimeoutError'))
  void said.then(onLate)
  return first === 'stopped' ? undefined : { pause: true, reason }
}

/** Returns the strategy's verdict. An error is a pause. */
const decide = async (strategy: CheckpointStrategyV1, context: () => CheckpointContext): Promise<Verdict> => {
  try {
    return readCheckpointVerdict(await strategy.decide(context()))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { pause: true, reason: `The checkpoint strategy failed: ${why}` }
  }
}

const contextOf = (
  { state }: Performer,
  phase: FrozenPhase,
  requestId: string,
  signal: AbortSignal,
): CheckpointContext => {
  const { index, reviews, planned, attempt } = phase
  const batch = state.batches[state.batchOf[index]!]!.map((member) => state.graph.ids[member]!)
  const review = reviews.at(-1)
  return {
    requestId,
    signal,
    run: workContext(state, phase).run,
    phase: planned,
    risk: phaseRisk(planned),
    attempt: attempt.number,
    unit: { kind: 'phase' },
    batch,
    files: attempt.work?.files ?? [],
    checks: attempt.checks,
    ...(review && { review }),
  }
}
