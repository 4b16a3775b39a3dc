import { describe, expect, it } from 'vitest'
import { roundCauses } from '../../contract/round-cause.ts'
import { chooseSession, type SessionFacts } from './choose-session.ts'

const choose = (facts: Partial<SessionFacts>) =>
  chooseSession({
    key: '1',
    sessions: new Map([
      ['1', { id: 'one', driver: 'd', machine: 'm', lease: 'l' }],
      ['2', { id: 'two', driver: 'd', machine: 'm', lease: 'l' }],
    ]),
    isInterrupted: false,
    isSentBack: false,
    reach: { driver: { id: 'd', resume: 'process' }, machine: 'm', lease: 'l' },
    round: undefined,
    retry: { session: 'continue', reviewSession: 'continue' },
    lastFailure: 'verification_failed',
    isWatched: false,
    ...facts,
  })

const fresh = { session: 'fresh', reviewSession: 'continue' } as const

describe('chooseSession', () => {
  it("continues the unit's session after a failure", () => {
    expect(choose({})).toEqual({ resume: 'one', knowsUnit: true })
    expect(choose({ isWatched: true })).toEqual({ resume: 'one', knowsUnit: true })
  })

  it.each([
    ['the settings ask for a fresh one', { retry: fresh }],
    ['nothing has failed', { lastFailure: undefined }],
    ['the context is full', { lastFailure: 'context_overflow' }],
    ['its model refused the work', { lastFailure: 'refused' }],
    ['the unit has no session', { key: '3' }],
  ] as [string, Partial<SessionFacts>][])('starts a fresh session if %s', (_, facts) => {
    expect(choose(facts)).toEqual({ knowsUnit: false })
  })

  it('continues the last session of a watched phase', () => {
    expect(choose({ lastFailure: undefined, isWatched: true })).toEqual({ resume: 'two', knowsUnit: false })
    expect(choose({ retry: fresh, isWatched: true })).toEqual({ resume: 'two', knowsUnit: false })
    expect(choose({ sessions: new Map(), isWatched: true })).toEqual({ knowsUnit: false })
  })

  it('continues the session of an interrupted unit, whatever the settings say', () => {
    const facts = { retry: fresh, lastFailure: undefined, isInterrupted: true } as const
    expect(choose(facts)).toEqual({ resume: 'one', knowsUnit: true })
    expect(choose({ ...facts, key: '3' })).toEqual({ knowsUnit: false })
  })

  it('continues the session in another round, unless reviews have a new one', () => {
    for (const round of roundCauses) {
      const facts = { round, retry: fresh, lastFailure: 'review_rejected' } as const
      expect(choose(facts), round).toEqual({ resume: 'one', knowsUnit: true })
      const again = choose({ ...facts, retry: { session: 'continue', reviewSession: 'fresh' } })
      expect(again.knowsUnit, round).toBe(round !== 'review')
    }
  })

  it('continues the session of earlier work, which does not know the unit before it is sent back', () => {
    const facts = { followed: 'one', retry: fresh, lastFailure: undefined } as const
    expect(choose(facts)).toEqual({ resume: 'one', knowsUnit: false, follows: true })
    expect(choose({ ...facts, isInterrupted: true })).toEqual({
      ...{ resume: 'one', knowsUnit: false, follows: true },
    })
    expect(choose({ ...facts, isSentBack: true })).toEqual({ resume: 'one', knowsUnit: true })
    expect(choose({ ...facts, followed: 'lost' })).toEqual({ knowsUnit: false })
    expect(choose({ ...facts, lastFailure: 'verification_failed' })).toEqual({ knowsUnit: false })
  })

  it.each([
    ['none', 'm', 'l', false],
    [undefined, 'm', 'l', false],
    ['process', 'm', 'l', true],
    ['process', 'm', 'other', false],
    ['machine', 'm', 'other', true],
    ['machine', 'other', 'l', false],
    ['anywhere', 'other', 'other', true],
  ] as const)('resumes with %s on machine %s under lease %s: %s', (resume, machine, lease, expected) => {
    const driver = resume === undefined ? { id: 'd' } : { id: 'd', resume }
    expect(choose({ reach: { driver, machine, lease } }).knowsUnit).toBe(expected)
  })

  it('never resumes a session of another driver, or without one', () => {
    const reach = { machine: 'm', lease: 'l' }
    expect(choose({ reach: { ...reach, driver: { id: 'e', resume: 'anywhere' } } })).toEqual({
      knowsUnit: false,
    })
    expect(choose({ reach: { ...reach, driver: undefined }, isWatched: true })).toEqual({ knowsUnit: false })
  })
})
