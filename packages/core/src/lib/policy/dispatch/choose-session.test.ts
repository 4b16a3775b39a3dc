import { describe, expect, it } from 'vitest'
import { chooseSession, type SessionFacts } from './choose-session.ts'

const choose = (facts: Partial<SessionFacts>) =>
  chooseSession({
    key: '1',
    sessions: new Map([
      ['1', 'one'],
      ['2', 'two'],
    ]),
    retry: 'continue',
    lastFailure: 'verification_failed',
    isWatched: false,
    ...facts,
  })

describe('chooseSession', () => {
  it("continues the unit's session after a failure", () => {
    expect(choose({})).toEqual({ resume: 'one', knowsUnit: true })
    expect(choose({ isWatched: true })).toEqual({ resume: 'one', knowsUnit: true })
  })

  it.each([
    ['the settings ask for a fresh one', { retry: 'fresh' }],
    ['nothing has failed', { lastFailure: undefined }],
    ['the context is full', { lastFailure: 'context_overflow' }],
    ['the unit has no session', { key: '3' }],
  ] as [string, Partial<SessionFacts>][])('starts a fresh session if %s', (_, facts) => {
    expect(choose(facts)).toEqual({ knowsUnit: false })
  })

  it('continues the last session of a watched phase', () => {
    expect(choose({ lastFailure: undefined, isWatched: true })).toEqual({ resume: 'two', knowsUnit: false })
    expect(choose({ retry: 'fresh', isWatched: true })).toEqual({ resume: 'two', knowsUnit: false })
    expect(choose({ sessions: new Map(), isWatched: true })).toEqual({ knowsUnit: false })
  })
})
