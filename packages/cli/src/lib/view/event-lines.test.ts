import type { RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { createEventLines } from './event-lines.ts'

const at = '2026-01-01T00:00:05.000Z'
const common = { seq: 1, at, runId: 'r1' }
const claim = (subtaskId: string, done: number, phaseId = '1', of = 9): RunEvent => ({
  ...common,
  ...{ type: 'subtask_completed', phaseId, subtaskId, done, of, claimed: true },
})
const cancelled: RunEvent = { ...common, type: 'phase_cancelled', phaseId: '1' }

const collect = () => {
  const lines: string[] = []
  const startedAt = Date.parse(at) - 5_000
  return { lines, ...createEventLines((line) => lines.push(line), { idWidth: 2, startedAt }) }
}

it('joins the subtasks that a session claims at once', () => {
  const { add, flush, lines } = collect()
  for (const event of [claim('a', 1), claim('b', 2), cancelled, claim('c', 3), claim('d', 1, '2')]) add(event)
  flush()
  flush()
  expect(lines).toEqual([
    '00:05  1   claimed: a, b (2/9 subtasks)',
    '00:05  1   cancelled',
    '00:05  1   claimed: c (3/9 subtasks)',
    '00:05  2   claimed: d (1/9 subtasks)',
  ])
})

it('prints a claim soon, also if no other event follows', async () => {
  const { add, lines } = collect()
  add(claim('a', 1))
  expect(lines).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(lines).toEqual(['00:05  1   claimed: a (1/9 subtasks)'])
})

it('names the first ones of many, and keeps completed ones apart', () => {
  const { add, flush, lines } = collect()
  for (let number = 1; number <= 8; number += 1) add(claim(`s${number}`, number))
  flush()
  const { claimed: _, ...completed } = claim('x', 9) as Extract<RunEvent, { type: 'subtask_completed' }>
  add(completed)
  expect(lines).toEqual([
    '00:05  1   claimed: s1, s2, s3, s4, s5, s6 and 2 more (8/9 subtasks)',
    '00:05  1   completed: x (9/9 subtasks)',
  ])
})
