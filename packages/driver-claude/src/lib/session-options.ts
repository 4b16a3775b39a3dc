import type { SessionRequest } from '@amelia/core/plugin'
import { agentEnvironment } from './agent-environment.ts'
import type { ClaudeParts } from './claude-options.ts'
import type { StartRequest, ToolAnswer } from './claude-sdk.ts'
import type { ClaudeSettings } from './claude-settings.ts'
import { permitTool, sessionTools, type ToolPolicy } from './permit-tool.ts'

export interface SessionOptions {
  request: SessionRequest
  settings: ClaudeSettings
  environment: ClaudeParts['environment']
  /** The folder of the workspace. */
  folder: string
  /** Unique to the session. */
  marker: string
  /** Ends the program when it aborts. */
  abortController: AbortController
  start(request: StartRequest): unknown
}

/** The SDK's options for one session. */
export const sessionOptions = ({
  request,
  settings,
  environment,
  folder,
  marker,
  abortController,
  start,
}: SessionOptions): Record<string, unknown> => {
  const { access, limits, resume, outputSchema } = request
  const policy: ToolPolicy = {
    access,
    root: folder,
    readable: settings.readable,
    tools: settings.tools,
  }
  const { model, effort, sandbox, maxTurns, program, config } = settings
  return {
    systemPrompt: codingPrompt,
    ...config,
    cwd: folder,
    env: agentEnvironment(settings, environment, marker),
    settingSources: settings.settingSources,
    strictMcpConfig: true,
    tools: sessionTools(policy).filter((name) => !name.startsWith('mcp__')),
    permissionMode: 'default',
    canUseTool: answerFor(policy),
    hooks: withHook(config.hooks, policy),
    // What a plan says is no command, and no wish to attach a file.
    verbatimPrompts: true,
    includePartialMessages: true,
    additionalDirectories: settings.readable,
    abortController,
    spawnClaudeCodeProcess: start,
    ...given('model', model),
    ...given('effort', effort),
    ...given('sandbox', sandbox),
    ...given('maxTurns', maxTurns),
    ...given('pathToClaudeCodeExecutable', program),
    ...given('resume', resume),
    ...given('maxBudgetUsd', limits.usd),
    ...given('outputFormat', outputSchema && { type: 'json_schema', schema: outputSchema }),
  }
}

/** The agent's own, for work on code. What differs between workspaces is not in it, so that it stays in the vendor's cache. */
const codingPrompt = { type: 'preset', preset: 'claude_code', excludeDynamicSections: true }

const given = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [name]: value }

/** The answer where the agent asks. What it does not ask about is seen by the hook alone. */
const answerFor =
  (policy: ToolPolicy) =>
  async (name: string, input: Record<string, unknown>): Promise<ToolAnswer> => {
    const permit = await permitTool(policy, name, input)
    if (permit === 'allow') return { behavior: 'allow', updatedInput: input }
    const message =
      permit === 'ask' ? 'This session may only read, and this command may do more.' : permit.refused
    return { behavior: 'deny', message }
  }

/** Looks at each use of a tool, also where the agent would not ask. Hooks that the user gave stay. */
const withHook = (hooks: unknown, policy: ToolPolicy): Record<string, unknown> => {
  const others = (typeof hooks === 'object' && hooks !== null ? hooks : {}) as Record<string, unknown>
  const before = Array.isArray(others.PreToolUse) ? (others.PreToolUse as unknown[]) : []
  return { ...others, PreToolUse: [{ hooks: [refuseFor(policy)] }, ...before] }
}

const refuseFor =
  (policy: ToolPolicy) =>
  async (used: { tool_name: string; tool_input: unknown }): Promise<Record<string, unknown>> => {
    const permit = await permitTool(
      policy,
      used.tool_name,
      (used.tool_input ?? {}) as Record<string, unknown>,
    )
    if (typeof permit === 'string') return {}
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: permit.refused,
      },
    }
  }
