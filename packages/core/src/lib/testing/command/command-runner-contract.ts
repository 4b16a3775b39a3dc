import type { ContractCase } from '../contract-case.ts'
import { commandCases, type CommandRunnerSubject } from './command-cases.ts'
import { commandRunCases } from './command-run-cases.ts'
import { commandStopCases } from './command-stop-cases.ts'

/** Options of {@link commandRunnerContract}. */
export interface CommandRunnerContractOptions {
  /** Creates the subject of one case. */
  create(): CommandRunnerSubject | Promise<CommandRunnerSubject>
  /** Whether commands are processes, and can run Node. Default: true. */
  processes?: boolean | undefined
}

/** Returns the contract of `CommandRunnerV1` as cases. */
export const commandRunnerContract = ({
  create,
  processes = true,
}: CommandRunnerContractOptions): ContractCase[] => {
  const cases = commandCases(create, processes)
  return [...commandRunCases(cases), ...commandStopCases(cases)]
}
