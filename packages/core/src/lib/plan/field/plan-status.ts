import * as z from 'zod/mini'

/** In the order of a piece of work's life. */
export const planStatuses = ['pending', 'in_progress', 'done', 'skipped', 'deferred', 'cancelled'] as const

/** A status that a plan's author can give a piece of work. */
export type PlanStatus = (typeof planStatuses)[number]

export const planStatusSchema: z.ZodMiniType<PlanStatus, PlanStatus> = /* @__PURE__ */ z.enum(planStatuses)

/** The status that work has before a run, by the one that the plan gives it. */
export const plannedStatus = {
  pending: 'pending',
  in_progress: 'pending',
  done: 'completed',
  skipped: 'skipped',
  deferred: 'skipped',
  cancelled: 'cancelled',
} as const satisfies Record<PlanStatus, string>
