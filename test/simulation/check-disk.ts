import { AmeliaError, type JournalRecord, type RunStoreV1 } from '@amelia/core/plugin'
import { type Facts, storeOn } from './disk-world.ts'
import type { SimulatedDisk } from './simulated-disk.ts'

/**
 * Throws if a condition is false. The assertions of the test runner would take most of the time of a state.
 */
const must = (holds: boolean, what: string, found?: unknown): void => {
  if (!holds) throw new Error(`${what}${found === undefined ? '' : `: ${JSON.stringify(found)}`}`)
}

/**
 * Opens the run on a disk as a process that considers all others dead, and compares it with the acknowledged
 * records: all of them exist, once and in order; reading changes nothing; the run is free and can continue.
 */
export const checkDisk = async (disk: SimulatedDisk, facts: Facts): Promise<void> => {
  const store = storeOn(disk, 1000, undefined, (pid) => pid === 1000, 'check')
  const before = disk.dump()
  const found = await readRecords(store, facts)
  const listed = await store.list()
  must(
    listed.length === (found === null ? 0 : 1) && listed.every(({ locked }) => !locked),
    'the runs',
    listed,
  )
  must(disk.dump() === before, 'reading changed the disk')
  const lease = await store.acquire('r1')
  const taken = await store.load('r1')
  must(JSON.stringify(taken) === JSON.stringify(found ?? []), 'taking the run changed its records', taken)
  const open = (await lease.sent()).map(({ id }) => id)
  await checkCommands(store, open, facts)
  const added = { seq: taken.length + 1, value: 'it goes on' }
  await lease.append([added])
  const all = await store.load('r1')
  must(all.length === added.seq && all.at(-1)?.value === added.value, 'it does not go on', all)
  await lease.release()
}

/** Returns the records, if a run exists: the acknowledged ones, then at most the attempted ones. */
const readRecords = async (store: RunStoreV1, facts: Facts): Promise<JournalRecord[] | null> => {
  const found = await store.load('r1').catch((error: unknown) => {
    if (facts.made || !AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
    return null
  })
  if (found === null) return null
  must(found.length >= facts.kept.length, `${facts.kept.length} records were promised`, found)
  for (const [at, { seq, value }] of found.entries()) {
    must(seq === at + 1, 'a gap', found)
    const allowed = at < facts.kept.length ? facts.kept[at] === value : facts.tried[seq]?.has(String(value))
    must(allowed === true, `record ${seq} is another one`, [value, facts.kept[at]])
  }
  return found
}

const checkCommands = async (store: RunStoreV1, open: readonly string[], facts: Facts): Promise<void> => {
  for (const id of facts.commands.keys()) {
    const outcome = await store.outcome('r1', id)
    if (facts.outcomes.has(id)) must(outcome === facts.outcomes.get(id), 'another outcome', [id, outcome])
    if (outcome === undefined) must(open.includes(id), 'a command is lost', id)
    else must(facts.triedOutcomes.get(id)?.has(outcome) === true, 'an outcome that nobody gave', outcome)
  }
}
