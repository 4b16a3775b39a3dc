import * as z from 'zod/mini'

/** The statuses that a plan's author can give a piece of work. */
const planStatuses = ['pending', 'in_progress', 'done', 'skipped', 'deferred', 'cancelled'] as const

export const planStatusSchema = z.enum(planStatuses)

export type PlanStatus = z.infer<typeof planStatusSchema>
