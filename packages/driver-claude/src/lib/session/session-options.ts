import type { SessionRequest } from '@amelia/core/plugin'
import { agentEnvironment } from '../program/agent-environment.ts'
import { type AgentParts, readRecord } from '@amelia/agent-process'
import type { StartRequest, ToolAnswer } from '../program/claude-sdk.ts'
import type { ClaudeSettings } from '../option/claude-settings.ts'
import type { Conversation } from './open-conversation.ts'
import type { WrittenSkills } from '../rules/write-skills.ts'
import { permitTool, sessionTools, type ToolPolicy } from '../tool/permit-tool.ts'

/** The project's rules that one session gets. */
export interface SessionRules {
  text: string
  denials: string[]
  skills: WrittenSkills | undefined
}

/** One session, and how its program is started and ended. */
export interface SessionOptions {
  request: SessionRequest
  conversation: Conversation
  rules: SessionRules
  settings: ClaudeSettings
  environment: AgentParts['environment']
  /** The folder of the workspace. */
  folder: string
  /** More variables for the program's environment. */
  variables: Record<string, string>
  /** Ends the program when it aborts. */
  abortController: AbortController
  start(request: StartRequest): unknown
}

/** Builds the SDK's options for one session. */
export const sessionOptions = ({
  request,
  conversation: { sessionId, record, formerFolders },
  rules: { text, denials, skills },
  settings,
  environment,
  folder,
  variables,
  abortController,
  start,
}: SessionOptions): Record<string, unknown> => {
  const { access, limits, resume } = request
  const { model, outputSchema = request.outputSchema } = record
  const policy: ToolPolicy = {
    access,
    root: folder,
    formerFolders,
    readable: [...settings.readable, ...(skills === undefined ? [] : [skills.folder])],
    tools: [...settings.tools, ...(skills === undefined ? [] : ['Skill'])],
  }
  // Other tools would change the start of each request, which the vendor has cached.
  const offered = { ...policy, access: record.access === 'write' ? record.access : access }
  const { effort, sandbox, maxTurns, program, config } = settings
  return {
    ...config,
    systemPrompt: withRules(config.systemPrompt, text),
    disallowedTools: [...listOf(config.disallowedTools), ...denials],
    ...(skills === undefined
      ? {}
      : {
          plugins: [...listOf(config.plugins), { type: 'local', path: skills.folder }],
          skills: [...listOf(config.skills), ...skills.names],
        }),
    cwd: folder,
    env: { ...agentEnvironment(settings, environment), ...variables },
    settingSources: settings.settingSources,
    strictMcpConfig: true,
    tools: sessionTools(offered).filter((name) => !name.startsWith('mcp__')),
    permissionMode: 'default',
    canUseTool: answerFor(policy),
    hooks: withHook(config.hooks, policy),
    // A prompt that starts with `/` or contains `@file` is plain text.
    verbatimPrompts: true,
    includePartialMessages: true,
    additionalDirectories: policy.readable,
    abortController,
    spawnClaudeCodeProcess: start,
    ...given('model', model),
    ...given('effort', effort),
    ...given('sandbox', sandboxFor(access, sandbox ?? config.sandbox)),
    ...given('maxTurns', maxTurns),
    ...given('pathToClaudeCodeExecutable', program),
    ...(resume === undefined ? { sessionId } : { resume }),
    ...given('maxBudgetUsd', limits.usd),
    ...given('outputFormat', outputSchema && { type: 'json_schema', schema: outputSchema }),
  }
}

/**
 * The agent's own prompt for coding, without the parts that differ between workspaces, so that the vendor can
 * cache it.
 */
const codingPrompt = { type: 'preset', preset: 'claude_code', excludeDynamicSections: true }

/** Adds the project's rules to the user's system prompt, or to the agent's own one. */
const withRules = (given: unknown, text: string): unknown => {
  const prompt = given ?? codingPrompt
  if (text === '') return prompt
  if (typeof prompt === 'string') return `${prompt}\n\n${text}`
  const { append } = prompt as { append?: unknown }
  return { ...prompt, append: typeof append === 'string' ? `${append}\n\n${text}` : text }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const given = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [name]: value }

/** A sandboxed command may write to the workspace, so a read-only session must not permit it unasked. */
const sandboxFor = (access: SessionRequest['access'], sandbox: unknown): unknown =>
  access === 'read' && sandbox !== undefined
    ? { ...readRecord(sandbox), autoAllowBashIfSandboxed: false }
    : sandbox

/** Answers the agent's permission requests. Calls that need no permission reach only the hook. */
const answerFor =
  (policy: ToolPolicy) =>
  async (name: string, input: Record<string, unknown>): Promise<ToolAnswer> => {
    const permit = await permitTool(policy, name, input)
    if (permit === 'allow') return { behavior: 'allow', updatedInput: input }
    const message =
      permit === 'ask' ? 'This session is read-only, and this command may change something.' : permit.refused
    return { behavior: 'deny', message }
  }

/**
 * Adds a hook that checks every tool call, also those that need no permission. The user's own hooks are kept.
 */
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
