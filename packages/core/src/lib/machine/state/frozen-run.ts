import type { PhaseState } from './phase-state.ts'
import type { RunState } from './run-state.ts'

type Frozen<State> = { readonly [Key in keyof State]: FrozenValue<State[Key]> }

type FrozenValue<Value> =
  Value extends Map<infer Key, infer Item>
    ? ReadonlyMap<Key, Item>
    : Value extends Set<infer Item>
      ? ReadonlySet<Item>
      : Value

/** A phase as everything but the machine sees it. */
export type FrozenPhase = Omit<Frozen<PhaseState>, 'attempt' | 'effort' | 'place'> & {
  readonly attempt: Frozen<PhaseState['attempt']>
  readonly effort: Frozen<PhaseState['effort']>
  readonly place: Frozen<NonNullable<PhaseState['place']>> | undefined
}

/** A run as everything but the machine sees it: only `transition` changes the state. */
export type FrozenRun = Omit<
  Frozen<RunState>,
  'phases' | 'schedule' | 'budget' | 'target' | 'ending' | 'integrated'
> & {
  readonly phases: readonly FrozenPhase[]
  readonly integrated: readonly number[]
  readonly schedule: Frozen<RunState['schedule']>
  readonly budget: Frozen<RunState['budget']>
  readonly target: Frozen<RunState['target']>
  readonly ending: Frozen<RunState['ending']>
}
