import type { RunState } from '../../machine/state/run-state.ts'
import type { WaitReason } from './phase-wait.ts'

/** Describes why a phase is not running in a sentence without the phase's id. */
export const describeWait = (state: RunState, found: WaitReason): string => {
  switch (found.reason) {
    case 'dependencies':
      return `Waits for ${name(found.phases)}.`
    case 'blocked':
      return found.phases.length === 0 ? 'Is blocked.' : `Is blocked by ${name(found.phases)}.`
    case 'place':
      return `Waits for a place: ${state.schedule.active.size} of ${state.settings.concurrency} are taken.`
    case 'files':
      return found.files.length === 0
        ? `Waits for ${name(found.phases)}, which conflicts with it.`
        : `Waits for ${name(found.phases)}, which writes ${some(found.files)} too.`
    case 'batch':
      return found.phases.length === 0
        ? 'Waits for its batch.'
        : `Waits for ${name(found.phases, found.more)}, because batches run in order.`
    case 'integration':
      return `Waits until ${name(found.phases)} is integrated.`
    case 'interrupted':
      return `Waits until the interrupted ${name(found.phases)} has continued.`
    case 'provider':
      return `Waits for ${found.provider}, which accepts no sessions until ${found.until}.`
    case 'limit':
      return `Waits for sessions of other phases or runs: ${listTexts(found.limits)}.`
    case 'delay':
      return `Waits until ${found.until} before it is tried again.`
    case 'gate':
      return `Waits for an answer: ${state.gates.get(found.gateId)!.question}`
    case 'strategy':
      return 'Waits for the checkpoint strategy.'
    case 'budget':
      return `Waits because the budget is used up: ${found.limits.join(', ')}.`
    case 'stopped':
      return 'Is not started, because the run starts nothing new.'
    case 'ready':
      return 'Can start now.'
  }
}

const name = (ids: readonly string[], more = 0): string =>
  ids.length === 1 ? `phase ${ids[0]}` : `phases ${some(ids, more)}`

const some = (texts: readonly string[], more = 0): string =>
  texts.length + more > 4
    ? `${texts.slice(0, 3).join(', ')} and ${texts.length + more - 3} more`
    : listTexts(texts)

const listTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
