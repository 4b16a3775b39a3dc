import type { ToolProblem } from '../../contract/tool/session-tools.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

const marked = Symbol('problem')

/** Creates an error with a problem. Its message is written for the model. */
export const toolError = (problem: ToolProblem, message: string): Error =>
  Object.assign(new Error(message), { [marked]: problem })

const codes: Record<string, readonly [ToolProblem, string]> = {
  ENOENT: ['not_found', 'No such file or folder'],
  EISDIR: ['wrong_kind', 'The path is a folder'],
  ENOTDIR: ['wrong_kind', 'The path, or a part of it, is not a folder'],
  ENOTEMPTY: ['wrong_kind', 'The folder is not empty'],
  PATH_DENIED: ['path_denied', 'The path is not accessible'],
}

/** Returns the problem of an error, with a message for the model. Explains codes of the file system. */
export const readToolError = (error: unknown): { problem: ToolProblem; text: string } => {
  const text = stripAnsi(error instanceof Error ? error.message : String(error))
  if (typeof error !== 'object' || error === null) return { problem: 'failed', text }
  if (marked in error) return { problem: error[marked] as ToolProblem, text }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const [problem, meaning] = (Object.hasOwn(codes, code) && codes[code]) || ['failed' as const, 'Failed']
  return { problem, text: AmeliaError.is(error) ? text : `${meaning}: ${text}` }
}
