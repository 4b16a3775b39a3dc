import { defineParser } from '../src/plugin.ts'
import {
  checkpointStrategyContract,
  commandRunnerContract,
  type ContractCase,
  driverContract,
  evaluatorContract,
  gitContract,
  parserContract,
  reviewerContract,
  runStoreContract,
} from '../src/testing.ts'

const create = (): Promise<never> => Promise.reject(new Error('Nothing is created to list cases.'))
const parser = defineParser({ id: 'none', detect: () => 0, parse: () => ({ issues: [] }) })

/** The cases of each suite without optional features and hooks, by the name of its function. */
export const contractSuites: Readonly<Record<string, readonly ContractCase[]>> = {
  driverContract: driverContract({ create }),
  reviewerContract: reviewerContract({ create }),
  evaluatorContract: evaluatorContract({ create }),
  checkpointStrategyContract: checkpointStrategyContract({ create }),
  parserContract: parserContract({ parser, samples: ['A plan.'] }),
  commandRunnerContract: commandRunnerContract({ create, processes: false }),
  runStoreContract: runStoreContract({ create }),
  gitContract: gitContract({ create }),
}
