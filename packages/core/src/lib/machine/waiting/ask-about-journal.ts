import type { InputOf } from '../state/input/input.ts'
import { openGate } from '../state/open-gate.ts'
import type { RunState } from '../state/run-state.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Asks about commits of phases and references of the run that git contains and the journal does not:
 * decisions, answers and charges behind the journal's end are lost. No phase starts while the question is
 * open. A lost report alone needs no question: no decision depends on it.
 */
export const askAboutJournal = (
  turn: Turn,
  { found, beyond = [], journal }: InputOf<'run_resumed'>,
): void => {
  const phases = found?.phases ?? []
  if (!journal || phases.length + beyond.length === 0) return
  const { records, at } = journal
  openGate(turn, {
    id: `${prefix}${records}`,
    kind: 'blocker',
    blocker: 'journal_short',
    phaseIds: [],
    question: `The journal ends at record ${records}, written at ${at}, but git contains later commits of this run. Continue from them?`,
    details: [
      ...phases.map(({ phaseId, commit }) => `phase ${phaseId} is integrated: ${commit}`),
      ...beyond.map(({ ref, commit }) => `${ref}: ${commit}`),
      'Decisions, answers and charges after that record are lost.',
    ],
    suggestions:
      beyond.length === 0
        ? []
        : ['approve: continue; these references stay, and new attempts get higher numbers'],
    choices: ['approve', 'abort', 'abort-revert'],
  })
}

const prefix = 'run:journal:'

/** Whether the question about the journal's end is open. */
export const isJournalOpen = ({ gates }: RunState): boolean =>
  [...gates.values()].some(({ blocker }) => blocker === 'journal_short')
