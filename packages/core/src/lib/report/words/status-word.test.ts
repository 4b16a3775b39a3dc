import { expect, it } from 'vitest'
import { phaseMark } from '../render/phase-mark.ts'
import { phaseKinds } from './status-kind.ts'
import {
  listedStatus,
  listedStatuses,
  shownPartStatus,
  shownStatus,
  statusKind,
  statusWord,
} from './status-word.ts'

it('gives each status a kind and a word', () => {
  const phases = Object.keys(phaseKinds) as (keyof typeof phaseKinds)[]
  const statuses = [...phases, ...listedStatuses, 'claimed', 'unknown'] as const
  expect(statuses.filter((status) => statusKind(status) === undefined)).toEqual([])
  expect(statuses.filter((status) => !/^[A-Z][a-z ]+$/.test(statusWord(status)))).toEqual([])
  expect([statusWord('checkpoint'), statusWord('running')]).toEqual(['At checkpoint', 'Running'])
  expect(statusKind('aborted')).toBe('cancelled')
})

it('gives all statuses of one kind one mark', () => {
  expect(phaseMark('verifying')).toEqual(phaseMark('running'))
  expect(phaseMark('external', { excluded: true })).toEqual(phaseMark('skipped'))
  expect(phaseMark('failed', { ascii: true })).toEqual({ mark: 'x', tone: 'bad' })
})

it('shows a phase that is left out as skipped, and a claim until its phase is completed', () => {
  expect(shownStatus({ status: 'external', excluded: true })).toBe('skipped')
  expect(shownStatus(undefined)).toBe('pending')
  expect(shownPartStatus({ status: 'completed', claimed: true }, 'verifying')).toBe('claimed')
  expect(shownPartStatus({ status: 'completed', claimed: true }, 'completed')).toBe('completed')
})

it('shows the running part of a phase that waits for a person as waiting', () => {
  expect(shownPartStatus({ status: 'running' }, 'waiting')).toBe('waiting')
  expect(shownPartStatus({ status: 'running' }, 'checkpoint')).toBe('waiting')
  expect(shownPartStatus({ status: 'running' }, 'running')).toBe('running')
})

it('lists a run with its condition, or with its status if it could not be read', () => {
  const condition = { state: 'interrupted', status: 'interrupted', sentence: '' } as const
  expect(listedStatus({ status: 'running', condition })).toBe('interrupted')
  expect(listedStatus({ status: 'damaged' })).toBe('damaged')
})
