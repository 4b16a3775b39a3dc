import type { SessionRequest } from '@amelia/core/plugin'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { resolveRealPath } from '@amelia/agent-process'
import { isInside } from './is-inside.ts'

const readTools = ['Bash', 'Glob', 'Grep', 'Read']
const writeTools = ['Edit', 'NotebookEdit', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'Write']
/** The tool through which the agent returns structured output. It has no other effect. */
const answerTool = 'StructuredOutput'

/** Permissions of one session's tools. */
export interface ToolPolicy {
  access: SessionRequest['access']
  /** The folder of the workspace. */
  root: string
  /**
   * Folders that the conversation worked in before, those of its shell included. The agent remembers their
   * paths. Only folders outside the workspace and outside `readable` are refused.
   */
  formerFolders: readonly string[]
  /** More folders that may be read. */
  readable: readonly string[]
  /** More tools. */
  tools: readonly string[]
}

/** Lists the tools of a session. The model sees no others. */
export const sessionTools = ({ access, tools }: Pick<ToolPolicy, 'access' | 'tools'>): string[] => [
  ...readTools,
  ...(access === 'write' ? writeTools : []),
  ...tools,
]

/**
 * Decides whether a tool call is permitted. `ask` lets the agent classify a command, and refuses it unless
 * the agent considers it read-only.
 *
 * Paths are resolved to their real location before the tool uses them. A session that can run commands can
 * change a link in between: nothing here confines a shell to the workspace.
 */
export const permitTool = async (
  policy: ToolPolicy,
  name: string,
  input: Record<string, unknown>,
): Promise<'allow' | 'ask' | { refused: string }> => {
  if (name === answerTool) return 'allow'
  if (!sessionTools(policy).includes(name)) return { refused: `This session has no tool ${name}.` }
  const former = await findFormerFolder(policy, input)
  if (former !== undefined)
    return {
      refused: `${JSON.stringify(former)} is not used any more. The workspace is now ${JSON.stringify(policy.root)}: use that path, or relative paths.`,
    }
  const writes = ['Edit', 'NotebookEdit', 'Write'].includes(name)
  const roots = writes ? [policy.root] : [policy.root, ...policy.readable]
  for (const path of pathsOf(name, input)) {
    const verdict = await resolveRealPath(path, roots)
    if ('refused' in verdict) return { refused: `${JSON.stringify(path)} ${verdict.refused}. ${advice}` }
  }
  return name === 'Bash' && policy.access === 'read' ? 'ask' : 'allow'
}

/**
 * Finds a former folder in a command or a path. A folder inside the workspace is still in use, and so is one
 * that contains the workspace.
 */
const findFormerFolder = async (
  { root, readable, formerFolders }: ToolPolicy,
  { command, file_path, notebook_path, path }: Record<string, unknown>,
): Promise<string | undefined> => {
  if (formerFolders.length === 0) return undefined
  const texts = [command, file_path, notebook_path, path].filter((text) => typeof text === 'string')
  const places = await currentPlaces([root, ...readable])
  return formerFolders.find(
    (folder) =>
      !places.some((place) => isInside(folder, place) || isInside(place, folder)) &&
      texts.some((text) =>
        text
          .split(folder)
          .slice(1)
          .some((rest) => !/^[\w.-]/.test(rest)),
      ),
  )
}

/** Folders as they were given, and without links: a shell reports its folder without links. */
const currentPlaces = async (folders: readonly string[]): Promise<string[]> => {
  const given = folders.map((folder) => resolve(folder))
  return [...given, ...(await Promise.all(given.map((folder) => realpath(folder).catch(() => folder))))]
}

const advice = 'File tools can only access files below the working directory.'

/** The paths in a tool's input, and the fixed prefix of a glob pattern. */
const pathsOf = (name: string, input: Record<string, unknown>): string[] => {
  const given = [input.file_path, input.notebook_path, ...(name === 'Bash' ? [] : [input.path])]
  const pattern = name === 'Glob' ? input.pattern : undefined
  return [...given, typeof pattern === 'string' ? fixedPart(pattern) : undefined].filter(
    (path) => typeof path === 'string',
  )
}

/**
 * The prefix of `src/lib/*.ts` is `src/lib/`. For a pattern that contains `..` anywhere it is `..`, which is
 * refused.
 */
const fixedPart = (pattern: string): string => {
  if (/(?:^|[/\\{,(|])\.\.(?:[/\\},)|]|$)/.test(pattern)) return '..'
  const end = pattern.search(/[*?[\]{}()!|]/)
  const fixed = end < 0 ? pattern : pattern.slice(0, end)
  return fixed.slice(0, fixed.lastIndexOf('/') + 1)
}
