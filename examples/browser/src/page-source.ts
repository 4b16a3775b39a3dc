import { type DashboardSource, localSource } from '@amelia/dashboard'
import type { Host } from '@amelia/core'

/**
 * Creates the dashboard's source of a run in this page. `resume` is called when a person answers a question
 * of a run that waits, or resumes one.
 */
export const pageSource = (host: Host, resume: () => Promise<void>): DashboardSource => {
  const source = localSource({ host })
  return {
    ...source,
    readAccess: async () => ({ ...(await source.readAccess()), canResume: true }),
    resumeRun: resume,
  }
}
