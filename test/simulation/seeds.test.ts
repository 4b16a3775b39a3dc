import { describe, expect, it } from 'vitest'
import { drawWorld } from './draw-world.ts'
import { liveRun } from './live-run.ts'
import { describeBroken, liveSeeds } from './live-seeds.ts'

/**
 * `npm test` runs a thousand more outside this file, `npm run test:durability` ten thousand, and with `--
 * --long` a million.
 */
const from = Number(process.env['SEEDS_FROM'] ?? 0)
const count = Number(process.env['SEEDS'] ?? 50)

describe('a run in a world of faults, crashes, false results and people, derived from one seed', () => {
  it(`loses nothing, repeats nothing, and reaches its end (${count} seeds from ${from})`, async () => {
    const lived = await liveSeeds(from, from + count)
    // `expect` would truncate the lines.
    if (lived.broken.length > 0) expect.fail(describeBroken(lived).join('\n'))
    expect(lived.seeds).toBe(count)
  }, 600_000)

  // seed: phased-execution 11
  it('produces the same bytes for the same seed', async () => {
    const logs = new Set<string>()
    for (let seed = from; seed < from + 12; seed++) {
      const once = await liveRun(drawWorld(seed))
      const again = await liveRun(drawWorld(seed))
      expect(again.log, `seed ${seed}`).toBe(once.log)
      expect(again.calls, `seed ${seed}`).toEqual(once.calls)
      logs.add(once.log)
    }
    expect(logs.size).toBe(12)
  })

  it('covers every kind of fault in some world', async () => {
    const met = new Set<string>()
    for (let seed = 0; seed < 120; seed++) {
      const { report, calls, trial } = await liveRun(drawWorld(seed))
      met.add(report?.status ?? 'no end')
      if (calls.length > 2) met.add('several processes')
      if (trial.interruptions > 0) met.add('interruptions')
      for (const { type } of trial.events) met.add(type)
    }
    for (const kind of [
      'completed',
      'partial',
      'aborted',
      'several processes',
      'interruptions',
      'run_resumed',
      'phase_continued',
      'phase_retry',
      'phase_delayed',
      'provider_paused',
      'gate_resolved',
      'budget_exceeded',
      'verification_completed',
      'review_completed',
      'commit_integrated',
    ])
      expect([...met], kind).toContain(kind)
  })
})
