import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Input } from '../src/lib/machine/state/input.ts'
import { arbitraryCommands } from './model/arbitrary-commands.ts'
import { arbitraryWorld } from './model/arbitrary-world.ts'
import { finishRun } from './model/finish-run.ts'
import { createMachineUnderTest } from './model/machine-under-test.ts'

/** `npm test` makes five thousand runs; a mutation run, which restarts for each mutant, fewer. `MODEL_RUNS` makes more. */
const runs = Number(process.env.MODEL_RUNS ?? 5_000)
/** The same runs each time, so that a failure is of the change at hand. Other numbers find what these do not. */
const seed = Number(process.env.MODEL_SEED ?? 1)

/** An input in a line. */
const tell = ({ at, type, ...body }: Input): string => `${at} ${type} ${JSON.stringify(body)}`

it('the machine does what the rules say, whatever happens to a run', () => {
  let seen = 0
  let inputs = 0
  fc.assert(
    fc.property(arbitraryWorld, arbitraryCommands, (world, commands) => {
      const machine = createMachineUnderTest(world)
      try {
        fc.modelRun(() => ({ model: machine, real: machine }), commands)
        finishRun(machine)
      } catch (error) {
        throw new Error(['The machine took:', ...machine.inputs.map(tell)].join('\n'), { cause: error })
      }
      seen++
      inputs += machine.inputs.length
    }),
    { numRuns: runs, seed },
  )
  const count = (value: number): string => value.toLocaleString('en')
  console.log(`model: ${count(runs)} runs, ${count(inputs)} inputs`)
  expect(seen).toBe(runs)
}, 600_000)
