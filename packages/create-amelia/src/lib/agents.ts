/** An agent that a project can begin with. */
export interface StarterAgent {
  /** Its name for people. */
  title: string
  /** The packages to install, with their versions; `VERSION` is that of this package. */
  packages: Record<string, string>
  /** The function that makes the driver, and the call of it. */
  driver: { name: string; from: string; call: string }
  /** The sentence that the README says about it. */
  note: string
}

/** The agents that a project can begin with. A project without one runs plans of steps. */
export const agents = {
  claude: {
    title: 'Claude',
    packages: { '@amelia/driver-claude': '^VERSION', '@anthropic-ai/claude-agent-sdk': '>=0.3.330 <0.4.0' },
    driver: { name: 'claude', from: '@amelia/driver-claude', call: 'claude()' },
    note: 'Claude does the phases in prose. It uses the login of an installed Claude Code, or `ANTHROPIC_API_KEY`.',
  },
  codex: {
    title: 'Codex',
    packages: { '@amelia/driver-openai': '^VERSION', '@openai/codex-sdk': '>=0.163.0 <1.0.0' },
    driver: { name: 'codex', from: '@amelia/driver-openai', call: 'codex()' },
    note: 'Codex does the phases in prose. It uses the login of an installed Codex, or `OPENAI_API_KEY`.',
  },
  opencode: {
    title: 'OpenCode, through the Agent Client Protocol',
    packages: { '@amelia/driver-acp': '^VERSION' },
    driver: {
      name: 'acpAgent',
      from: '@amelia/driver-acp',
      call: "acpAgent({ agent: 'opencode' })",
    },
    note: 'OpenCode does the phases in prose, if it is installed and logged in.',
  },
  command: {
    title: 'another program',
    packages: { '@amelia/driver-command': '^VERSION' },
    driver: {
      name: 'commandAgent',
      from: '@amelia/driver-command',
      call: "commandAgent({ command: process.env.AGENT ?? 'my-agent' })",
    },
    note: 'The program in the variable `AGENT` does the phases in prose: `AGENT="my-agent --yes" npm start`.',
  },
} as const satisfies Record<string, StarterAgent>

/** The name of an agent. */
export type AgentName = keyof typeof agents
