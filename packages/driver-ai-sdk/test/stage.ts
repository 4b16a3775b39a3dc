import type { CommandRunnerV1, SessionProgress } from '@amelia/core'
import type { SessionRequest, Workspace } from '@amelia/core/plugin'
import { createManualClock, createSessionRequest, memoryHost } from '@amelia/core/testing'
import { expect } from 'vitest'
import { type ApiAgentOptions, apiAgent } from '../src/index.ts'
import { says, scriptedModel, type Turn, uses } from './scripted-model.ts'

/** Creates a workspace in memory with these files. */
const openWorkspace = async (files: Record<string, string> = {}): Promise<Workspace> => {
  const { git } = memoryHost()
  const { fs, ...workspace } = await git.openWorkspace({
    runId: 'r',
    base: (await git.inspect()).head ?? '',
  })
  for (const [path, content] of Object.entries(files)) await fs.writeFile(path, content)
  return { ...workspace, fs }
}

/** Creates an agent whose model plays these turns, and a workspace for its sessions. */
export const stage = async (
  turns: Turn[],
  {
    files,
    workspace: given,
    commands,
    withCommands = commands !== undefined,
    ...options
  }: Partial<Omit<ApiAgentOptions, 'model' | 'commands'>> & {
    files?: Record<string, string>
    workspace?: Workspace
    /** The host's runner, which the agent may use by default. */
    commands?: CommandRunnerV1
    withCommands?: boolean
  } = {},
) => {
  const { model, play } = scriptedModel(...turns)
  const workspace = given ?? (await openWorkspace(files))
  const clock = createManualClock()
  const driver = apiAgent({ model, clock, commands: withCommands, ...options })
  const heard: SessionProgress[] = []
  const session = (more: Partial<SessionRequest> = {}, signal = new AbortController().signal) =>
    driver.runSession(
      createSessionRequest({
        ...{ prompt: 'Do it.', workspace, clock: options.clock ?? clock, signal },
        ...(commands && { commands }),
        ...more,
      }),
      { signal, emit: (progress) => void heard.push(progress) },
    )
  /** The messages of the model's request with this number. */
  const sent = (index: number) => model.doGenerateCalls[index]?.prompt ?? []
  /** The results of its tools before that request. */
  const results = (index = -1): string[] => {
    const tool = model.doGenerateCalls
      .at(index)
      ?.prompt.filter(({ role }) => role === 'tool')
      .at(-1)
    return tool?.role !== 'tool'
      ? []
      : tool.content.map((part) =>
          part.type === 'tool-result' && 'value' in part.output && typeof part.output.value === 'string'
            ? part.output.value
            : '',
        )
  }
  const text = async (path: string) => new TextDecoder().decode(await workspace.fs.readFile(path))
  return { driver, model, play, workspace, clock, heard, session, sent, results, text }
}

/** Returns the results of these tool calls, all in one turn. */
export const tryTools = async (
  calls: [string, unknown][],
  options: Parameters<typeof stage>[1] = {},
  access: 'read' | 'write' = 'write',
) => {
  const { session, results, text, heard, workspace, model } = await stage(
    [uses(...calls), says('done')],
    options,
  )
  await session({ access })
  return { results: results(), text, heard, workspace, model }
}

/** Creates a command runner from a function of the test. */
export const runnerOf = (run: CommandRunnerV1['run']): CommandRunnerV1 => ({
  contract: 'command-runner-v1',
  run,
  find: async () => true,
})

/** Matches a driver error of this class with this message. */
export const failure = (name: string, message: RegExp) => ({
  code: 'DRIVER_FAILED',
  details: { class: name },
  message: expect.stringMatching(message) as string,
})
