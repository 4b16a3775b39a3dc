import { AmeliaError } from '@amelia/core/plugin'
import type { DiskHook } from './disk-files.ts'
import { storeOn } from './disk-world.ts'
import { createSimulatedDisk } from './simulated-disk.ts'

/** Lets this number of operations pass, and blocks the next one until it is released. */
const createGate = (operations: number) => {
  let left = operations
  let tell = (): void => {}
  let open = (): void => {}
  const reached = new Promise<'reached'>((resolve) => (tell = () => resolve('reached')))
  const opened = new Promise<void>((resolve) => (open = resolve))
  const hook: DiskHook = async () => {
    if (left-- > 0) return undefined
    tell()
    await opened
    return undefined
  }
  return { reached, hook, open: () => open() }
}

/**
 * An owner writes a record and is suspended before its operation `sleeps`. The next one acquires the run and
 * stops before its operation `waits`. Then the first one continues to its end, and then the next one.
 *
 * Throws if an acknowledged record of either is missing in the end. Returns whether these moments were
 * reached.
 */
export const takeOver = async (
  sleeps: number,
  waits: number,
): Promise<{ slept: boolean; waited: boolean }> => {
  const disk = createSimulatedDisk('/repository/.git')
  let pass: DiskHook = async () => undefined
  const first = storeOn(
    disk,
    1,
    async (operation) => pass(operation),
    () => true,
    'first',
  )
  const late = await first.acquire('r1')
  await late.append([{ seq: 1, value: 'one' }])

  const sleep = createGate(sleeps)
  pass = sleep.hook
  const written = late.append([{ seq: 2, value: 'late' }]).then(
    () => true,
    (error: unknown) => {
      if (!AmeliaError.is(error, 'LEASE_LOST')) throw error
      return false
    },
  )
  const slept = (await Promise.race([sleep.reached, written])) === 'reached'

  const wait = createGate(waits)
  const next = storeOn(disk, 2, wait.hook, (pid) => pid === 2, 'next')
  const taken = (async (): Promise<number> => {
    const lease = await next.acquire('r1')
    const seq = (await next.load('r1')).length + 1
    await lease.append([{ seq, value: 'next' }])
    return seq
  })()
  const waited = (await Promise.race([wait.reached, taken])) === 'reached'
  sleep.open()
  const promised = await written
  wait.open()
  const seq = await taken

  const found = (await storeOn(disk, 3, undefined, () => true, 'reader').load('r1')).map(({ value }) => value)
  const expected = seq === 2 ? ['one', 'next'] : ['one', 'late', 'next']
  const sound = JSON.stringify(found) === JSON.stringify(expected) && (!promised || seq === 3)
  const again = await late
    .append([{ seq: promised ? 3 : 2, value: 'again' }])
    .catch((error: unknown) => error)
  if (sound && AmeliaError.is(again, 'LEASE_LOST')) return { slept, waited }
  throw new Error(
    `It slept at ${sleeps}, the other one waited at ${waits}, ${promised ? '' : 'not '}promised: ${JSON.stringify(found)}`,
  )
}
