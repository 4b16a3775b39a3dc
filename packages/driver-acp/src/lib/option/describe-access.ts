import { type DriverAccess } from '@amelia/core/plugin'
import type { AcpSettings } from './acp-settings.ts'
import { describeLogin } from './describe-login.ts'

/** Describes for people what sessions of an agent may do, see and reach. */
export const describeAccess = (
  settings: AcpSettings,
  environment: Readonly<Record<string, string | undefined>>,
): DriverAccess => {
  const { profile, tools, mcpServers, projectSettings } = settings
  const { title, modes } = profile
  const more = tools.length === 0 ? '' : ` Also tools of the kinds ${tools.join(', ')}.`
  const forced = Object.keys(profile.settings).length > 0 || modes.write !== undefined
  return {
    allowed: `If ${title} asks: developers read and write files of the workspace and run any command; other roles read files, and run commands where the run confines processes.${more}${forced ? '' : ` ${title} decides by itself what it asks for.`}`,
    sees: `The prompt, and the rules that ${title} itself reads, also those of the workspace; ${
      projectSettings === 'allow' || profile.projectSettings.length === 0
        ? 'also settings of the workspace'
        : `not ${profile.projectSettings.join(', ')} of the workspace`
    }; ${mcpServers.length === 0 ? 'no MCP servers of this driver.' : `${mcpServers.length} MCP servers.`}`,
    confined: `Its workspace and its own folders where the run confines processes: the workspace is then read-only for roles that only read. Otherwise nothing; that such a role only reads is then a promise of ${title}${modes.read === undefined ? '' : `'s mode ${modes.read}`}.`,
    paidBy: `unknown: ${title} decides`,
    login: describeLogin(settings, environment),
  }
}
