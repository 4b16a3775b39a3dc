import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleWorker, startWorkerd } from './start-workerd.ts'
import type { CaseResult } from './worker/run-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-workerd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  await bundleWorker(join(import.meta.dirname, 'worker/worker.ts'), folder, disk)
})

describe('durableObjectStore, in workerd', () => {
  it('fulfils every case of the contract', async () => {
    const workerd = await startWorkerd(folder)
    try {
      const results = (await (await fetch(`${workerd.url}/contract`)).json()) as CaseResult[]
      expect(results.length).toBeGreaterThan(25)
      expect(results.filter(({ covered, error }) => !covered || error !== undefined)).toEqual([])
    } finally {
      await workerd.kill()
    }
  })

  it('keeps appended records when the object is cut off, and the run is free afterwards', async () => {
    for (const round of [1, 2, 3]) {
      const workerd = await startWorkerd(folder)
      const appended = await (await fetch(`${workerd.url}/append`)).json()
      await workerd.kill()
      expect(appended).toEqual({ lengths: Array(round).fill(200_000), locked: [true] })
    }
    const workerd = await startWorkerd(folder)
    try {
      const kept = await (await fetch(`${workerd.url}/load`)).json()
      expect(kept).toEqual({ lengths: [200_000, 200_000, 200_000], locked: [false] })
    } finally {
      await workerd.kill()
    }
  })
})
