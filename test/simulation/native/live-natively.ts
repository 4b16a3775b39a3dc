import { endOf } from '../crash-points.ts'
import type { Death, World } from '../draw-world.ts'
import { type LivedRun, liveRun } from '../live-run.ts'
import type { Violation } from '../violations.ts'
import { createNativePlace, type NativePackage } from './native-place.ts'

/** Runs a world on real git and a real disk, in a folder that exists until `look` has ended. */
export const liveNatively = async <Seen>(
  load: () => Promise<NativePackage>,
  world: World,
  look: (lived: LivedRun) => Seen,
): Promise<Seen> => {
  const native = await createNativePlace(load, {
    traced: world.deaths.length === 0 && world.faults.most === 0,
  })
  try {
    return look(await liveRun(world, native.place))
  } finally {
    await native.remove()
  }
}

export interface NativePart {
  /** The first git call tried, counted from 1. */
  from: number
  /** Tries only every n-th git call. */
  step: number
  /** Ends after this number of violations. */
  most: number
}

export interface NativeCrashPoints {
  points: number
  broken: { death: Death | undefined; violations: Violation[] }[]
}

/**
 * Kills the process before and after its git calls, one call per run. Each run must reach the end of an
 * uninterrupted run.
 */
export const tryNativeCrashPoints = async (
  load: () => Promise<NativePackage>,
  plan: World,
  { from, step, most }: NativePart,
): Promise<NativeCrashPoints> => {
  const live = (deaths: Death[]) =>
    liveNatively(load, { ...plan, deaths }, (lived) => ({
      end: endOf(lived),
      violations: lived.violations,
      gitCalls: lived.gitCalls,
    }))
  const whole = await live([])
  const broken: NativeCrashPoints['broken'] = []
  let points = 0
  if (whole.violations.length > 0)
    return { points: 1, broken: [{ death: undefined, violations: whole.violations }] }
  for (let call = from; call <= (whole.gitCalls[0] ?? 0); call += step)
    for (const when of ['before', 'after'] as const) {
      if (broken.length >= most) break
      points++
      const death: Death = { call, when, of: 'git' }
      const { end, violations } = await live([death])
      if (violations.length > 0) broken.push({ death, violations })
      else if (end !== whole.end)
        broken.push({
          death,
          violations: [{ kind: 'lost work', what: `the run ends as ${end} instead of ${whole.end}` }],
        })
    }
  return { points, broken }
}
