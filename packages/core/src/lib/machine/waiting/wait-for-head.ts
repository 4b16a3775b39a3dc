import type { DisplacedHead, JournalEnd } from '../state/git-comparison.ts'
import { releaseLock, restorationOf } from './release-lock.ts'
import type { RepeatableEffect } from '../state/effect.ts'
import { openGate } from '../state/open-gate.ts'
import { refNames } from '../state/ref-names.ts'
import { shortId } from '../state/short-id.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Asks on resume about a head that someone else deleted or moved, and keeps what would move references until
 * a person has answered. An approved restoration is repeated; a question about a head that has changed since
 * then is withdrawn.
 */
export const waitForHead = (
  turn: Turn,
  displaced: DisplacedHead | undefined,
  journal: JournalEnd | undefined,
): void => {
  const { state } = turn
  const before = [...state.locks].find(([, { head }]) => head !== undefined)
  const isSame =
    displaced !== undefined &&
    before?.[1].head?.found === displaced.found &&
    before[1].head.exists === displaced.exists
  if (before && !isSame) releaseLock(turn, before[0])
  if (!displaced) return
  const effects = takeMoves(turn)
  if (!before || !isSame) return ask(turn, displaced, { journal, effects })
  before[1].effects = effects
  if (before[1].approved) turn.effects.push(restorationOf(before[0], displaced))
}

/** Removes the effects that move references or publish the head from this turn, and returns them. */
const takeMoves = (turn: Turn): RepeatableEffect[] => {
  const taken: RepeatableEffect[] = []
  for (const effect of turn.effects.splice(0)) {
    if (effect.type === 'move_refs' || effect.type === 'apply_to_checkout') taken.push(effect)
    else turn.effects.push(effect)
  }
  return taken
}

const ask = (
  turn: Turn,
  displaced: DisplacedHead,
  { journal, effects }: { journal: JournalEnd | undefined; effects: RepeatableEffect[] },
): void => {
  const { state } = turn
  const { found, expected, exists, how } = displaced
  const names = refNames(state.runId)
  const gateId = `run:head:${++state.lockings}`
  state.locks.set(gateId, { locks: [], effects, approved: false, head: displaced })
  const end = journal ? `, which ends at record ${journal.records}, written at ${journal.at},` : ''
  const what = {
    gone: 'no longer exists',
    rewound: `was moved back to ${shortId(found ?? '')}`,
    foreign: `was moved to ${shortId(found ?? '')}, which does not follow from the journal`,
  }[how]
  const ending = exists ? 'Restore it?' : `The commit no longer exists.`
  openGate(turn, {
    id: gateId,
    kind: 'blocker',
    blocker: 'head_moved',
    phaseIds: [],
    question: `${names.head} ${what}. By the journal${end} it is at ${shortId(expected)}. ${ending}`,
    details: [
      `by the journal: ${expected}`,
      `in the repository: ${found ?? 'no such reference'}`,
      ...(exists
        ? []
        : [`Fetch ${expected} from a clone that contains it, then: amelia resume ${state.runId}`]),
    ],
    suggestions: exists
      ? [
          found === null
            ? 'approve: create the reference again'
            : `approve: move it back; ${shortId(found)} is kept under ${names.displaced(found)}`,
        ]
      : [],
    choices: [...(exists ? (['approve'] as const) : []), 'abort', 'abort-revert'],
  })
}
