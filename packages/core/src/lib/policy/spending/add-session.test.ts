import { describe, expect, it } from 'vitest'
import { addSession, noCost, sumSessions } from './add-session.ts'

const unknown = { usd: null, durationMs: 1_000 }
const known = { inputTokens: 100, cachedInputTokens: 50, outputTokens: 10, usd: 0.1, durationMs: 2_000 }

describe('sumSessions', () => {
  it('is nothing without sessions', () => {
    expect(sumSessions([])).toMatchObject({ sessions: 0, tokens: 0, usd: 0 })
  })

  it('knows no dollars if no session does, and a lower bound if one does', () => {
    expect(sumSessions([unknown, unknown])).toMatchObject({ usd: null, unknownUsd: 2, unknownTokens: 2 })
    expect(sumSessions([unknown, known])).toMatchObject({ usd: 0.1, unknownUsd: 1, unknownTokens: 1 })
    expect(sumSessions([known, unknown])).toMatchObject({ usd: 0.1, unknownUsd: 1, sessionMs: 3_000 })
  })

  it('counts estimated dollars also separately', () => {
    const killed = { ...known, usd: 0.2, estimated: true } as const
    expect(sumSessions([known, killed])).toMatchObject({ usd: 0.3, estimatedUsd: 0.2, tokens: 130 })
  })
})

describe('addSession', () => {
  it('replaces an earlier report of the same session', () => {
    const sum = noCost()
    addSession(sum, unknown)
    expect(sum).toMatchObject({ sessions: 1, usd: null })
    addSession(sum, { ...known, estimated: true }, unknown)
    addSession(sum, known, { ...known, estimated: true })
    expect(sum).toEqual(sumSessions([known]))
    addSession(sum, unknown, known)
    expect(sum).toEqual(sumSessions([unknown]))
  })
})
