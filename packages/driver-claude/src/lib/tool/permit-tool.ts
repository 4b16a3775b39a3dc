import type { SessionRequest } from '@amelia/core/plugin'
import { resolveRealPath } from './resolve-real-path.ts'

const readTools = ['Bash', 'Glob', 'Grep', 'Read']
const writeTools = ['Edit', 'NotebookEdit', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'Write']
/** The tool through which the agent returns structured output. It has no other effect. */
const answerTool = 'StructuredOutput'

/** Permissions of one session's tools. */
export interface ToolPolicy {
  access: SessionRequest['access']
  /** The folder of the workspace. */
  root: string
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
  const writes = ['Edit', 'NotebookEdit', 'Write'].includes(name)
  const roots = writes ? [policy.root] : [policy.root, ...policy.readable]
  for (const path of pathsOf(name, input)) {
    const verdict = await resolveRealPath(path, roots)
    if ('refused' in verdict) return { refused: `${JSON.stringify(path)} ${verdict.refused}. ${advice}` }
  }
  return name === 'Bash' && policy.access === 'read' ? 'ask' : 'allow'
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
