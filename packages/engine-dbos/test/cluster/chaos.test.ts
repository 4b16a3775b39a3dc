import { expect, it } from 'vitest'
import { chosenFaults } from './chaos/faults.ts'
import { canIsolate } from './own-machine.ts'
import { performRound, type Round } from './chaos/perform-round.ts'

const rounds = Number(process.env['ROUNDS'] ?? 1)
const firstSeed = Number(process.env['SEED'] ?? 1)
const phaseCount = Number(process.env['FAULT_PHASES'] ?? 18)
/** Rounds at the same time: most of a round is waiting for the ends of leases. */
const atOnce = Number(process.env['ROUNDS_AT_ONCE'] ?? 3)

const performAll = async (): Promise<Round[]> => {
  const all: Round[] = []
  let next = firstSeed
  const perform = async (): Promise<void> => {
    while (next < firstSeed + rounds) {
      const seed = next
      next += 1
      const round = await performRound(seed, phaseCount)
      all.push(round)
      console.log(`chaos      seed ${seed}: ${round.seconds.toFixed(0)} s: ${round.caused.join(', ')}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(rounds, atOnce) }, perform))
  return all
}

it(
  `finishes ${phaseCount} phases under kills, stops, partitions and restarts of the database`,
  async () => {
    const all = await performAll()
    const sum = (key: 'lost' | 'double' | 'hung' | 'twice'): number =>
      all.reduce((total, round) => total + round[key], 0)
    const [lost, double, hung] = [sum('lost'), sum('double'), sum('hung')]
    const figures = `lost ${lost} | double ${double} | hung ${hung} | sessions paid twice ${sum('twice')}`
    const where = canIsolate() ? 'each process in its own namespaces' : 'without namespaces'
    console.log(`chaos      ${rounds} rounds of ${phaseCount} phases, ${where}: ${figures}`)
    expect(all.flatMap(({ failures }) => failures)).toEqual([])
    for (const { caused } of all) expect(caused.toSorted()).toEqual(chosenFaults.toSorted())
    expect({ lost, double, hung }).toEqual({ lost: 0, double: 0, hung: 0 })
  },
  600_000 * rounds,
)
