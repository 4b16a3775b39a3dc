import type { GateView } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'

/** The cause that phases share which ask about configuration and hooks that changed before a resume. */
export const repositoryCause = 'repository changed before the resume'

/** Whether a gate asks about configuration and hooks that changed before a resume. */
export const asksAboutRepository = (gate: GateView): boolean => gate.cause === repositoryCause

/** Whether the question about changed configuration and hooks is open. */
export const isRepositoryOpen = ({ gates }: RunState): boolean =>
  [...gates.values()].some(asksAboutRepository)
