import { checkArgument } from '../../error/check/check-options.ts'
import { rules } from '../../error/check/rules.ts'
import type { CommandRequest, CommandResult, CommandRunnerV1 } from '../../contract/command-runner.ts'

/** Returns the exit code or the result of a command; `undefined` for a missing program. */
export type CommandScript = (
  request: CommandRequest,
) => Promise<number | Partial<CommandResult> | undefined> | number | Partial<CommandResult> | undefined

/**
 * Creates a command runner whose commands follow a script. Without a script, every command exits with 0.
 * Throws `OPTION_INVALID` for a script that is not a function.
 */
export const createScriptedCommands = (
  script: CommandScript = () => 0,
): CommandRunnerV1 & { readonly requests: CommandRequest[] } => {
  checkArgument('createScriptedCommands', 'script', script, rules.function)
  const requests: CommandRequest[] = []
  return {
    contract: 'command-runner-v1',
    requests,
    async run(request) {
      requests.push(request)
      const result = request.signal.aborted ? { exitCode: null, signal: 'SIGTERM' } : await script(request)
      const missing = { exitCode: 127, output: `${request.argv[0]}: not found` }
      const given =
        result === undefined ? missing : typeof result === 'number' ? { exitCode: result } : result
      return { exitCode: 0, output: '', truncated: false, durationMs: 0, ...given }
    },
    find: async () => true,
  }
}
