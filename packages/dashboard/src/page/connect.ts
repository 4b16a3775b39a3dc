import { createClient } from '@amelia/http/client'
import type { DashboardSource } from '../lib/source/dashboard-source.ts'

/** Creates the source of a server whose API is beside the page. */
export const connect = (base: string, token: string): DashboardSource => {
  const listeners = new Set<(error: unknown, delayMs: number) => void>()
  const client = createClient({
    baseUrl: base,
    headers: { authorization: `Bearer ${token}` },
    onRetry: (error, delayMs) => {
      for (const listener of listeners) listener(error, delayMs)
    },
  })
  return {
    ...client,
    onRetry(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
