import { isAbsolute, resolve } from 'node:path'
import { readRecord, resolveRealPath } from '@amelia/agent-process'
import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { SessionRequest } from '@amelia/core/plugin'
import type { AcpSettings } from '../option/acp-settings.ts'

/** Permissions of one session's tools. */
export interface ToolPolicy extends Pick<AcpSettings, 'tools'> {
  access: SessionRequest['access']
  /** The folder of the workspace. */
  root: string
  /** Whether the operating system keeps the session's commands from writing outside, or at all. */
  isConfined: boolean
}

/** A permission, or the reason for its refusal. */
export type Verdict = 'allow' | { refused: string }

type ToolCall = RequestPermissionRequest['toolCall']

/**
 * Decides about a tool call, by the rules of Claude's tools: file tools work in the workspace, sessions that
 * write run any command, and those that only read run one where they are confined. Everything else is allowed
 * by name.
 */
export const permitTool = async (policy: ToolPolicy, call: ToolCall): Promise<Verdict> => {
  const { access, tools, isConfined } = policy
  const kind = call.kind ?? 'other'
  if (isCommand(call))
    return access === 'write' || isConfined
      ? 'allow'
      : { refused: 'This session only reads, and commands could write.' }
  if (kind === 'think') return 'allow'
  if (kind === 'read' || kind === 'search') return permitPaths(policy, call)
  if (kind === 'edit' || kind === 'delete' || kind === 'move')
    return access === 'write' ? permitPaths(policy, call) : { refused: 'This session only reads.' }
  if ((kind === 'fetch' || kind === 'other') && tools.includes(kind)) return 'allow'
  return { refused: `This session has no tools of the kind ${kind}.` }
}

/** A command, also when the agent asks for it because of the folders that the command names. */
const isCommand = ({ kind, rawInput }: ToolCall): boolean =>
  kind === 'execute' || (kind === 'other' && typeof readRecord(rawInput)['command'] === 'string')

const permitPaths = async ({ root }: ToolPolicy, call: ToolCall): Promise<Verdict> => {
  for (const path of pathsOf(call)) {
    // Some agents write paths below the root of the file system without their first slash.
    const found = await resolveRealPath(isAbsolute(path) ? path : resolve(root, path), [root])
    if ('refused' in found)
      return { refused: `${JSON.stringify(path)} ${found.refused}. File tools work in the workspace only.` }
  }
  return 'allow'
}

/** The paths that a call names. A call that writes without naming one is judged by its kind. */
const pathsOf = ({ locations, content, rawInput }: ToolCall): string[] => {
  const input = readRecord(rawInput)
  return [
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
    ...[input['filePath'], input['file_path'], input['path'], input['filepath']].filter(
      (path) => typeof path === 'string',
    ),
  ]
}

/**
 * Chooses the option that answers a request with a verdict. An option that lasts longer than the call is
 * chosen only to refuse. Undefined: cancel.
 */
export const chooseOption = (
  verdict: Verdict,
  options: readonly PermissionOption[],
): PermissionOption | undefined => {
  const of = (kind: PermissionOption['kind']): PermissionOption | undefined =>
    options.find((option) => option.kind === kind)
  return verdict === 'allow' ? of('allow_once') : (of('reject_once') ?? of('reject_always'))
}
