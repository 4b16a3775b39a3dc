import type { DriverAccess } from '@amelia/core/plugin'
import type { CodexSettings } from './codex-settings.ts'
import { describeLogin } from './describe-login.ts'
import { describePayment } from './describe-payment.ts'

/** Describes for people what sessions with Codex may do, see and reach with these settings. */
export const describeAccess = (settings: CodexSettings, platform: NodeJS.Platform): DriverAccess => {
  const { sandbox, readSandbox, network, config } = settings
  const table = config['mcp_servers']
  const servers = typeof table === 'object' && table !== null ? Object.keys(table) : []
  const developers = {
    'read-only': 'Developers read files and run commands, but cannot write.',
    'workspace-write': 'Developers read all files, write files of the workspace and run any command.',
    'danger-full-access': 'Developers read and write all files and run any command.',
  }[sandbox]
  const others =
    readSandbox === 'read-only'
      ? 'Other roles read files and run commands, but cannot write.'
      : 'Other roles are only asked not to write.'
  const free = [
    ...(sandbox === 'danger-full-access' ? ['developers'] : []),
    ...(readSandbox === 'danger-full-access' ? ['other roles'] : []),
  ]
  const confined =
    free.length === 2
      ? 'Nothing: the sandbox is off, and commands have your permissions.'
      : [
          `Commands to Codex's sandbox (${sandboxOf(platform)}):`,
          `they write only to the workspace and a temporary folder, ${network ? 'with' : 'without'} network.`,
          ...(free.length === 1 ? [`For ${free[0]} the sandbox is off.`] : []),
        ].join(' ')
  return {
    allowed: `${developers} ${others}`,
    sees: [
      'AGENTS.md of the base commit; no configuration of the user;',
      servers.length === 0 ? 'no MCP servers.' : `the MCP servers ${servers.join(', ')}.`,
    ].join(' '),
    confined,
    login: describeLogin(settings),
    paidBy: describePayment(settings),
    // Without credit, and at a limit that ends: see `classify-failure.ts`.
    emptyAs: ['permission', 'rate_limited'],
  }
}

const sandboxOf = (platform: NodeJS.Platform): string =>
  platform === 'darwin' ? 'Seatbelt' : platform === 'win32' ? 'its own for Windows' : 'namespaces and seccomp'
