import type { SessionRequest } from '@amelia/core/plugin'
import { resolveRealPath } from './resolve-real-path.ts'

const readTools = ['Bash', 'Glob', 'Grep', 'Read']
const writeTools = ['Edit', 'NotebookEdit', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'Write']
/** How the agent hands over an answer of a given form. It does nothing else. */
const answerTool = 'StructuredOutput'

/** What the tools of one session may do. */
export interface ToolPolicy {
  access: SessionRequest['access']
  /** The folder of the workspace. */
  root: string
  /** Other folders whose files may be read. */
  readable: readonly string[]
  /** Further tools. */
  tools: readonly string[]
}

/** The tools of a session. What is not among them does not exist for the model. */
export const sessionTools = ({ access, tools }: Pick<ToolPolicy, 'access' | 'tools'>): string[] => [
  ...readTools,
  ...(access === 'write' ? writeTools : []),
  ...tools,
]

/**
 * Decides about one use of a tool. `ask` leaves it to the agent's own judgement what a command does, and refuses what that does not take
 * for reading.
 *
 * Paths are followed to the real place. They are looked at before the tool uses them: who can run commands can change them in between, as
 * nothing here keeps a shell inside the workspace.
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

const advice = 'File tools work on the files below the working directory only.'

/** The paths in a tool's input, and the fixed beginning of a pattern of paths. */
const pathsOf = (name: string, input: Record<string, unknown>): string[] => {
  const given = [input.file_path, input.notebook_path, ...(name === 'Bash' ? [] : [input.path])]
  const pattern = name === 'Glob' ? input.pattern : undefined
  return [...given, typeof pattern === 'string' ? fixedPart(pattern) : undefined].filter(
    (path) => typeof path === 'string',
  )
}

/** Of `src/lib/*.ts` this is `src/lib/`. A pattern with `..` anywhere has it in its fixed part here, so that it is refused. */
const fixedPart = (pattern: string): string => {
  if (/(?:^|[/\\{,(|])\.\.(?:[/\\},)|]|$)/.test(pattern)) return '..'
  const end = pattern.search(/[*?[\]{}()!|]/)
  const fixed = end < 0 ? pattern : pattern.slice(0, end)
  return fixed.slice(0, fixed.lastIndexOf('/') + 1)
}
