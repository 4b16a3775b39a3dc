import { defineCheckpointStrategy } from '@amelia/core/plugin'

/**
 * Asks a service where a run waits for a person. The service answers `{"pause": true, "reason": "..."}`.
 *
 * A service that fails, or that does not answer within `timeoutMs` (default: 10,000), is a pause.
 *
 * @param {{ url: string, key: string, timeoutMs?: number }} options
 */
export const askService = ({ url, key, timeoutMs = 10_000 }) =>
  defineCheckpointStrategy({
    timeoutMs,
    async decide({ requestId, run, phase, risk, files, checks, signal }) {
      const response = await fetch(url, {
        method: 'POST',
        signal,
        // The service can recognise a question that a resumed run repeats.
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'idempotency-key': requestId,
        },
        body: JSON.stringify({
          run: run.id,
          phase: phase.id,
          title: phase.title,
          risk,
          files,
          passed: checks.every(({ passed }) => passed),
        }),
      })
      if (!response.ok) throw new Error(`The service answered ${response.status}.`)
      return response.json()
    },
  })
