import type { DriverAccess } from '@amelia/core/plugin'
import type { AgentSettings } from './read-settings.ts'

/** Describes for people what sessions may do, see and reach with these settings. */
export const describeAccess = ({
  commands,
  instructions,
  model,
  provider,
}: Pick<AgentSettings, 'commands' | 'instructions' | 'model' | 'provider'>): DriverAccess => ({
  allowed: [
    `Developers read, write and delete files of the workspace${commands ? ' and run programs' : ''};`,
    'other roles only read files.',
  ].join(' '),
  sees: `The prompt${instructions === undefined ? '' : ', the instructions of the option'} and the files that it reads; no settings, skills or MCP servers.`,
  confined: commands
    ? 'File tools to the workspace; commands to the workspace where the run confines processes, and otherwise to nothing.'
    : 'File tools to the workspace; it cannot run commands.',
  login: `the key of the provider package, for ${model.modelId} of ${provider}`,
  paidBy: `unknown: ${provider} decides`,
  // Without credit, and at a limit that ends: see `classify-failure.ts`.
  emptyAs: ['permission', 'rate_limited'],
})
