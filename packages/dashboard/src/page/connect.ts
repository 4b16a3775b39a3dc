import { createClient } from '@amelia/http/client'
import type { DashboardSource } from '../lib/source/dashboard-source.ts'

/**
 * Creates the source of a server whose API is beside the page. The token is read for each request: another
 * tab may have received a new one.
 */
export const connect = (base: string, readToken: () => string): DashboardSource => {
  const listeners = new Set<(error: unknown, delayMs: number) => void>()
  const client = createClient({
    baseUrl: base,
    headers: () => ({ authorization: `Bearer ${readToken()}` }),
    onRetry: (error, delayMs) => {
      for (const listener of listeners) listener(error, delayMs)
    },
  })
  return {
    ...client,
    startHint: 'Start one in a terminal: amelia run PLAN',
    onRetry(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
