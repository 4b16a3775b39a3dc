import type { FrozenRun } from './frozen-run.ts'

/** Whether the last commit of the run ticks the plan: it has marks, and files in the repository. */
export const ticksPlan = ({ plan, settings }: Pick<FrozenRun, 'plan' | 'settings'>): boolean =>
  settings.tick !== false && (plan.marks?.length ?? 0) > 0 && (plan.paths?.length ?? 0) > 0
