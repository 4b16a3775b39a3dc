import type { CommandResult, CommandRunnerV1 } from '../../contract/command-runner.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure } from '../ensure.ts'
import { makeCase } from '../make-case.ts'

/**
 * A runner under test, and an empty workspace. It has the common programs of a shell (`sh`, `printf`, `ls`,
 * `cat`, `awk`, `touch`, `printenv`, `sleep`), kills processes that ignore TERM within 1 s, and keeps at most
 * 1,000,000 characters of output.
 */
export interface CommandRunnerSubject {
  /** The runner under test. */
  commands: CommandRunnerV1
  /** An empty workspace that the runner works in. */
  workspace: Workspace
  /**
   * Returns the command that runs JavaScript text in Node, with its arguments in `process.argv.slice(1)`.
   * Absent if the runner starts no processes; the cases about processes are then not covered.
   */
  script?(code: string): string[]
  /** Deletes the workspace, and releases what the subject uses. Called after each case. */
  close(): void | Promise<void>
}

export type RunCommand = (
  argv: string[],
  more?: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal },
) => Promise<CommandResult>

/** Makes the cases of a command runner. */
export interface CommandCases {
  test(name: string, body: (run: RunCommand, subject: CommandRunnerSubject) => Promise<void>): ContractCase
  /** A case that needs Node: its commands are made from JavaScript text. */
  testNode(
    name: string,
    body: (
      run: RunCommand,
      script: (code: string) => string[],
      subject: CommandRunnerSubject,
    ) => Promise<void>,
  ): ContractCase
}

/**
 * Returns the makers of cases for one runner. Cases of `testNode` are covered only if commands are processes.
 */
export const commandCases = (
  create: () => CommandRunnerSubject | Promise<CommandRunnerSubject>,
  processes: boolean,
): CommandCases => {
  const make = (
    name: string,
    needs: Record<string, unknown>,
    body: (run: RunCommand, subject: CommandRunnerSubject) => Promise<void>,
  ): ContractCase =>
    makeCase(name, needs, async () => {
      const subject = await create()
      const { commands, workspace } = subject
      const run: RunCommand = (argv, { signal = new AbortController().signal, ...more } = {}) =>
        commands.run({ argv, workspace, signal, ...more })
      try {
        await body(run, subject)
      } finally {
        await subject.close()
      }
    })
  return {
    test: (name, body) => make(name, {}, body),
    testNode: (name, body) =>
      make(name, { processes }, async (run, subject) => {
        const { script } = subject
        ensure(script, 'a subject whose commands are processes has `script`')
        await body(run, script, subject)
      }),
  }
}
