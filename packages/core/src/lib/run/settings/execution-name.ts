import type { Plan } from '../../plan/model/plan.ts'

const maxSlug = 48

/**
 * Returns the name of an execution: `<YYYY-MM-DD>-<TRACKER-ID>-<slug>`, safe in a path and in a branch name.
 *
 * `now` is in milliseconds since 1970; the date is UTC's.
 */
export const executionName = (plan: Plan, now: number): string => {
  const date = new Date(now).toISOString().slice(0, 10)
  const slug = slugOf(plan.title || plan.goal) || 'plan'
  return [date, ...(plan.trackerId ? [plan.trackerId] : []), slug].join('-')
}

const slugOf = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, maxSlug) : `${slug}-${word}`
    if (longer.length > maxSlug) break
    slug = longer
  }
  return slug
}
