import type { AgentParts } from '@amelia/agent-process'
import type { DriverAccess } from '@amelia/core/plugin'
import type { ClaudeSettings } from './claude-settings.ts'
import { describeLogin } from './describe-login.ts'

/** Describes for people what sessions with Claude may do, see and reach with these settings. */
export const describeAccess = (
  settings: ClaudeSettings,
  environment: AgentParts['environment'],
): DriverAccess => {
  const { tools, settingSources, sandbox, readable, config } = settings
  const more = tools.length === 0 ? '' : ` Also the tools ${tools.join(', ')}.`
  const servers = Object.keys(config.mcpServers ?? {})
  return {
    allowed:
      'Developers read and write files of the workspace and run any command; ' +
      `other roles read files and run commands that Claude classifies as read-only.${more}`,
    sees: [
      settingSources.length === 0
        ? 'No settings, CLAUDE.md, skills or hooks'
        : `The settings of: ${settingSources.join(', ')}`,
      servers.length === 0 ? 'no MCP servers.' : `the MCP servers ${servers.join(', ')}.`,
    ].join('; '),
    confined: [
      `File tools to the workspace${readable.length === 0 ? '' : `, and to ${readable.join(', ')} for reading`};`,
      sandbox === undefined
        ? 'commands to nothing: they have your permissions (the option `sandbox` confines them).'
        : "commands to Claude's sandbox.",
    ].join(' '),
    login: describeLogin(settings, environment),
  }
}
