import type { InputDraft } from '../../src/lib/machine/state/input/input.ts'
import type { MachineUnderTest } from './machine-under-test.ts'
import { head, phaseRef } from './move-refs.ts'

type Resumed = Extract<InputDraft, { type: 'run_resumed' }>

/** Creates the input of a resume as the loop does, by comparing the head with the journal's. */
export const resumeInput = ({ state, refs }: MachineUnderTest): Resumed => {
  const expected = state.headRef
  const found = refs.get(head) ?? null
  const intents = [
    ...state.phases.map(({ intent }) => intent?.updates ?? []),
    state.ending.closing?.updates ?? [],
  ].flat()
  const isExplained = intents.some((update) => update.ref === head && update.new === found)
  const displaced = { how: 'foreign', found, expected, exists: true } as const
  return { type: 'run_resumed', ...(state.prepared && found !== expected && !isExplained && { displaced }) }
}

/** Whether someone can move the head now so that only a resume notices it. */
export const canDisplace = ({ state, open }: Readonly<MachineUnderTest>): boolean =>
  state.prepared &&
  state.stopping === undefined &&
  [...state.locks.values()].every(({ head: other }) => other === undefined) &&
  open.every(({ type }) => type !== 'restore_head')

/** Simulates a lost end of the journal: git contains the commit of a phase that the journal has as open. */
export const loseRecords = (machine: MachineUnderTest, pick: number): Resumed => {
  const { state, refs } = machine
  const there = new Set(['completed', 'external'])
  const open = state.phases.filter(
    ({ status, planned: { dependsOn } }) =>
      !there.has(status) &&
      !['skipped', 'blocked', 'failed'].includes(status) &&
      dependsOn.every((id) => there.has(state.phases[state.graph.index.get(id)!]!.status)),
  )
  const input = resumeInput(machine)
  const { closing, recording } = state.ending
  // The simulated git cannot refuse a journalled move of a head that lost records have moved.
  const isQuiet = state.phases.every(({ intent }) => intent === undefined) && !closing && !recording?.updates
  const phase = open[pick % Math.max(1, open.length)]
  const journal = { records: machine.inputs.length, at: 'then' }
  if (!phase || !isQuiet || input.displaced || state.stopping || !state.prepared)
    return {
      ...input,
      journal,
      beyond: pick % 3 === 0 ? [{ ref: 'refs/amelia/r1/reverted', commit: 'c' }] : [],
    }
  const commit = machine.name()
  const { id } = phase
  refs.set(head, commit)
  refs.set(phaseRef(id), commit)
  machine.confirmed.add(id)
  machine.approved.add(`${id}.${phase.attempt.number}`)
  return { ...input, journal, found: { head: commit, phases: [{ phaseId: id, commit }], report: false } }
}

/** Lists active phases, or one of them, as those during which someone changed the configuration of git. */
export const findPlanted = ({ state }: MachineUnderTest, pick: number): NonNullable<Resumed['planted']> => {
  const active = state.phases.filter(({ place }) => place !== undefined)
  const chosen = pick % 2 === 0 ? active : active.slice(0, 1)
  const changes = [{ name: '.git/hooks/pre-push', before: null, after: 'x', restore: 'rm it' }]
  return chosen.map(({ id: phaseId }) => ({ phaseId, changes }))
}
