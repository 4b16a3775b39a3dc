import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Input } from '../src/lib/machine/state/input/input.ts'
import { arbitraryCommands } from './model/arbitrary-commands.ts'
import { arbitraryWorld } from './model/arbitrary-world.ts'
import { finishRun } from './model/finish-run.ts'
import { createMachineUnderTest } from './model/machine-under-test.ts'
import { runsOf } from '../../../test/fixtures/runs-of.ts'

/**
 * `npm run test:long` makes 5,000 runs; a mutation run, which restarts for each mutant, fewer. `MODEL_RUNS`
 * sets the number.
 */
const runs = Number(process.env.MODEL_RUNS ?? runsOf(5_000))
/** A fixed seed, so that a failure is due to the change under test. Other seeds find other failures. */
const seed = Number(process.env.MODEL_SEED ?? 1)

/** Describes an input in one line. */
const tell = ({ at, type, ...body }: Input): string => `${at} ${type} ${JSON.stringify(body)}`

it('the machine follows the rules for any sequence of inputs', () => {
  let seen = 0
  let inputs = 0
  fc.assert(
    fc.property(arbitraryWorld, arbitraryCommands, (world, commands) => {
      const machine = createMachineUnderTest(world)
      try {
        fc.modelRun(() => ({ model: machine, real: machine }), commands)
        finishRun(machine)
      } catch (error) {
        throw new Error(['Inputs of the machine:', ...machine.inputs.map(tell)].join('\n'), { cause: error })
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
