import { expect, it } from 'vitest'
import { listFinished } from './list-finished.ts'

const batches = (...statuses: ('completed' | 'partial' | 'failed' | 'running')[]) =>
  statuses.map((status, index) => ({ batch: index + 1, status }))

it('lists finished batches while others are open or failed', () => {
  expect(listFinished(batches('completed', 'partial', 'running'))).toEqual([1, 2])
  expect(listFinished(batches('completed', 'failed'))).toEqual([1])
  expect(listFinished(batches('completed', 'partial'))).toEqual([])
  expect(listFinished()).toEqual([])
})
