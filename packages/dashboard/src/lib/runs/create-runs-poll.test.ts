import { afterEach, expect, it, vi } from 'vitest'
import type { DashboardRun } from '../source/dashboard-source.ts'
import { createRunsPoll } from './create-runs-poll.ts'

afterEach(() => vi.unstubAllGlobals())

const run = { runId: 'a', labels: {} } as DashboardRun

/** A page, and a source whose readings end one by one. */
const prepare = () => {
  const page = { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  vi.stubGlobal('document', page)
  const readings: { resolve: (runs: DashboardRun[]) => void; reject: (error: unknown) => void }[] = []
  const listRuns = () => new Promise<DashboardRun[]>((resolve, reject) => readings.push({ resolve, reject }))
  return { page, readings, poll: createRunsPoll({ listRuns }) }
}

it('reads once for all subscribers, and stops after the last one', async () => {
  const { page, readings, poll } = prepare()
  const [one, other] = [vi.fn(), vi.fn()]
  const [stopOne, stopOther] = [poll.subscribe(one), poll.subscribe(other)]
  expect(readings).toHaveLength(1)
  readings[0]!.resolve([run])
  await vi.waitFor(() => expect(one).toHaveBeenCalledTimes(1))
  expect(other).toHaveBeenCalledTimes(1)
  expect(poll.state().runs).toEqual([run])
  stopOne()
  stopOther()
  expect(page.removeEventListener).toHaveBeenCalledTimes(1)
  poll.reload()
  expect(readings).toHaveLength(1)
})

it('reads again if a reload is asked for during a reading', async () => {
  const { readings, poll } = prepare()
  const stop = poll.subscribe(() => {})
  poll.reload()
  expect(readings).toHaveLength(1)
  readings[0]!.resolve([])
  await vi.waitFor(() => expect(readings).toHaveLength(2))
  readings[1]!.resolve([run])
  await vi.waitFor(() => expect(poll.state().runs).toEqual([run]))
  expect(readings).toHaveLength(2)
  stop()
})

it('keeps the last runs after a failure', async () => {
  const { readings, poll } = prepare()
  const stop = poll.subscribe(() => {})
  readings[0]!.resolve([run])
  await vi.waitFor(() => expect(poll.state().runs).toEqual([run]))
  poll.reload()
  readings[1]!.reject('lost')
  await vi.waitFor(() => expect(poll.state().error).toBe('lost'))
  expect(poll.state().runs).toEqual([run])
  stop()
})

it('reads nothing while the page is hidden', () => {
  const { page, readings, poll } = prepare()
  page.hidden = true
  const stop = poll.subscribe(() => {})
  expect(readings).toHaveLength(0)
  stop()
})

it('gives a followed run its own facts, in later readings too, until it is not followed', async () => {
  const { readings, poll } = prepare()
  const stop = poll.subscribe(() => {})
  const listed = { ...run, locked: true, phases: { done: 0, all: 12 }, gates: 0, usd: null }
  readings[0]!.resolve([listed])
  await vi.waitFor(() => expect(poll.state().runs).toEqual([listed]))
  const facts = { locked: true, phases: { done: 1, all: 12 }, gates: 2, usd: 1 }
  poll.follow('a', facts)
  expect(poll.state().runs).toEqual([{ ...listed, ...facts }])
  poll.reload()
  readings[1]!.resolve([{ ...listed, title: 'New' }])
  await vi.waitFor(() => expect(poll.state().runs).toEqual([{ ...listed, ...facts, title: 'New' }]))
  expect(poll.state().listed).toEqual([{ ...listed, title: 'New' }])
  poll.follow('a', undefined)
  expect(poll.state().runs).toEqual(poll.state().listed)
  stop()
})
