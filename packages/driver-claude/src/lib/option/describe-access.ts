import type { AgentParts } from '@amelia/agent-process'
import type { DriverAccess } from '@amelia/core/plugin'
import type { ClaudeSettings } from './claude-settings.ts'
import { describeLogin } from './describe-login.ts'
import { describePayment } from './describe-payment.ts'
import { findLogin } from './find-login.ts'

/** Describes for people what sessions with Claude may do, see and reach with these settings. */
export const describeAccess = (
  settings: ClaudeSettings,
  environment: AgentParts['environment'],
  platform: NodeJS.Platform = process.platform,
): DriverAccess => {
  const { tools, settingSources, projectRules, sandbox, readable, config } = settings
  const more = tools.length === 0 ? '' : ` Also the tools ${tools.join(', ')}.`
  const servers = Object.keys(config.mcpServers ?? {})
  const login = findLogin(settings, environment)
  return {
    allowed:
      'Developers read and write files of the workspace and run any command; ' +
      `other roles read files and run commands that Claude classifies as read-only.${more}`,
    sees: [
      projectRules === 'base'
        ? 'CLAUDE.md, permission denials and skills of the base commit'
        : 'No rules of the base commit',
      settingSources.length === 0 ? 'no settings or hooks' : `the settings of: ${settingSources.join(', ')}`,
      servers.length === 0 ? 'no MCP servers.' : `the MCP servers ${servers.join(', ')}.`,
    ].join('; '),
    confined: [
      `File tools to the workspace${readable.length === 0 ? '' : `, and to ${readable.join(', ')} for reading`};`,
      sandbox === undefined
        ? 'commands to the workspace where the run confines processes, and otherwise to nothing.'
        : `commands to Claude's sandbox (${sandboxOf(platform)}).`,
    ].join(' '),
    login: describeLogin(login),
    paidBy: describePayment(login, settings),
    // Without credit, and at a limit that ends: see `classify-failure.ts`.
    emptyAs: ['permission', 'rate_limited'],
  }
}

const sandboxOf = (platform: NodeJS.Platform): string =>
  platform === 'darwin'
    ? 'Seatbelt'
    : platform === 'win32'
      ? 'Windows has none: sessions fail'
      : 'bubblewrap and socat'
