import type { CommandRunnerV1 } from '../../src/index.ts'
import type { ToolCallOptions, ToolResult, Workspace } from '../../src/plugin.ts'
import { createSessionRequest, type ManualClock, memoryHost } from '../../src/testing.ts'

export interface ToolStageOptions {
  files?: Record<string, string>
  access?: 'read' | 'write'
  workspace?: Workspace
  run?: CommandRunnerV1['run']
  clock?: ManualClock
  signal?: AbortSignal
  marker?: string
}

/** Creates a workspace in memory with these files. */
export const openWorkspace = async (files: Record<string, string> = {}): Promise<Workspace> => {
  const { git } = memoryHost()
  const workspace = await git.openWorkspace({ runId: 'r', base: (await git.inspect()).head ?? '' })
  for (const [path, content] of Object.entries(files)) await workspace.fs.writeFile(path, content)
  return workspace
}

/** Creates the tools of a session over a workspace in memory. */
export const stageTools = async ({ files, workspace, run, ...more }: ToolStageOptions = {}) => {
  const place = workspace ?? (await openWorkspace(files))
  const { tools } = createSessionRequest({
    workspace: place,
    ...(run && { commands: { contract: 'command-runner-v1', run, find: async () => true } }),
    ...more,
  })
  return {
    tools,
    workspace: place,
    text: async (path: string) => new TextDecoder().decode(await place.fs.readFile(path)),
    names: () => tools.definitions.map(({ name }) => name),
    /** Runs calls one after another. */
    async use(calls: [name: string, input: unknown][], options?: ToolCallOptions): Promise<ToolResult[]> {
      const results: ToolResult[] = []
      for (const [name, input] of calls) results.push(await tools.call(name, input, options))
      return results
    },
  }
}

export const textsOf = (results: readonly ToolResult[]): string[] => results.map(({ text }) => text)

/** The problems, with `null` for a call that had a result. */
export const problemsOf = (results: readonly ToolResult[]): (string | null)[] =>
  results.map(({ problem = null }) => problem)
