import * as z from 'zod/mini'

/** In the order of a piece of work's life. */
export const planStatuses = ['pending', 'in_progress', 'done', 'skipped', 'deferred', 'cancelled'] as const

/** A status that a plan's author can give a piece of work. */
export type PlanStatus = (typeof planStatuses)[number]

export const planStatusSchema: z.ZodMiniType<PlanStatus, PlanStatus> = z.enum(planStatuses)
