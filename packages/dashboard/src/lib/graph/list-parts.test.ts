import { expect, it } from 'vitest'
import type { Phase, PhaseReport } from '@amelia/core'
import { listParts } from './list-parts.ts'

it('shows a subtask that its agent claims as claimed until the phase is completed', () => {
  const plan = { subtasks: [{ id: '1.1', title: 'Part', steps: [{ id: 's', command: 'true' }] }] }
  const statusesIn = (status: PhaseReport['status']) =>
    listParts(
      plan as unknown as Phase,
      { status, subtasks: [{ id: '1.1', status: 'completed', claimed: true }] } as unknown as PhaseReport,
    ).map((part) => part.status)
  expect(statusesIn('verifying')).toEqual(['claimed', 'claimed'])
  expect(statusesIn('completed')).toEqual(['completed', 'completed'])
})
