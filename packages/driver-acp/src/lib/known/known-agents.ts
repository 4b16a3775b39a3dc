import { type AgentProfile, unknownAgent } from './agent-profile.ts'

/** A row of the table: the program, and the facts that differ from those of an unknown agent. */
interface Row extends Partial<AgentProfile> {
  program: string
  title: string
  args: readonly string[]
  install: string
  folders: string
}

/**
 * Agents that speak the protocol, by the name of their driver. Only those with a version in `tested` were
 * driven by a test; the others follow their documentation.
 */
const rows = {
  opencode: {
    program: 'opencode',
    title: 'OpenCode',
    args: ['acp'],
    install: 'npm install --global opencode-ai',
    logIn: 'opencode auth login',
    keyVariables: ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
    passEnv: ['OPENCODE_CONFIG_CONTENT', 'OPENCODE_MODELS_PATH', 'OPENCODE_DISABLE_MODELS_FETCH'],
    loginFiles: ['.local/share/opencode/auth.json'],
    folders: 'opencode',
    environment: {
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // The only sign of a request that it sends again is a line of its log.
      OPENCODE_PRINT_LOGS: '1',
      OPENCODE_LOG_LEVEL: 'ERROR',
    },
    settings: { OPENCODE_CONFIG_CONTENT: { permission: 'ask', autoupdate: false, share: 'disabled' } },
    randomVariables: ['OPENCODE_SERVER_PASSWORD'],
    ownFolders: { OPENCODE_CONFIG_DIR: '.local/share/opencode/amelia' },
    // Its switch for the project's settings does not stop the plugins that they name.
    projectSettings: ['opencode.json', 'opencode.jsonc', '.opencode'],
    modes: { write: 'build', read: 'plan' },
    steers: true,
    usage: 'export',
    exportArgs: ['export', '{session}'],
    errors: [{ resuming: true, code: -32603, class: 'session_lost' }],
    retryLine: /message="stream error".* small=false .*error\.error="((?:[^"\\]|\\.)*)"/,
    tested: '1.18.33',
  },
  gemini: {
    program: 'gemini',
    title: 'Gemini CLI',
    args: ['--acp'],
    install: 'npm install --global @google/gemini-cli',
    logIn: 'gemini',
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    passEnv: ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
    loginFiles: ['.gemini/oauth_creds.json'],
    folders: 'gemini',
    authenticate: { GEMINI_API_KEY: 'gemini-api-key' },
    projectSettings: ['.gemini'],
    modes: { write: 'default', read: 'plan' },
    // It does not find its own sessions again: "No previous sessions found for this project".
    resumes: false,
    usage: 'result',
    errors: [{ resuming: true, code: -32603, class: 'session_lost' }],
    retryLine: /^Attempt \d+ failed: (.*) Retrying after \d+ms/,
    tested: '0.61.0',
  },
  copilot: {
    program: 'copilot',
    title: 'Copilot CLI',
    args: ['--acp'],
    install: 'npm install --global @github/copilot',
    logIn: 'copilot login',
    keyVariables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    loginFiles: ['.copilot/config.json'],
    folders: 'copilot',
  },
  goose: {
    program: 'goose',
    title: 'Goose',
    args: ['acp'],
    install: 'See https://block.github.io/goose.',
    logIn: 'goose configure',
    environment: { GOOSE_MODE: 'approve' },
    loginFiles: ['.config/goose/config.yaml'],
    folders: 'goose',
  },
  qwen: {
    program: 'qwen',
    title: 'Qwen Code',
    args: ['--acp'],
    install: 'npm install --global @qwen-code/qwen-code',
    logIn: 'qwen',
    keyVariables: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    passEnv: ['OPENAI_BASE_URL', 'OPENAI_MODEL'],
    loginFiles: ['.qwen/oauth_creds.json'],
    folders: 'qwen',
    projectSettings: ['.qwen'],
    modes: { write: 'default', read: 'plan' },
  },
  kimi: {
    program: 'kimi',
    title: 'Kimi CLI',
    args: ['acp'],
    install: 'uv tool install kimi-cli',
    logIn: 'kimi login',
    keyVariables: ['KIMI_API_KEY'],
    loginFiles: ['.kimi/config.toml'],
    folders: 'kimi',
  },
  vibe: {
    program: 'vibe-acp',
    title: 'Mistral Vibe',
    args: [],
    install: 'uv tool install mistral-vibe',
    logIn: 'vibe --setup',
    keyVariables: ['MISTRAL_API_KEY'],
    loginFiles: ['.vibe/.env'],
    folders: 'vibe',
    projectSettings: ['.vibe'],
  },
  'claude-acp': {
    program: 'claude-agent-acp',
    title: 'Claude through its adapter',
    args: [],
    install: 'npm install --global @agentclientprotocol/claude-agent-acp',
    logIn: 'claude /login',
    keyVariables: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_AUTH_TOKEN'],
    passEnv: ['ANTHROPIC_BASE_URL'],
    loginFiles: ['.claude/.credentials.json'],
    folders: 'claude',
    projectSettings: ['.mcp.json', '.claude/settings.json', '.claude/settings.local.json'],
    modes: { write: 'default', read: 'plan' },
  },
  'codex-acp': {
    program: 'codex-acp',
    title: 'Codex through its adapter',
    args: [],
    install: 'npm install --global @zed-industries/codex-acp',
    logIn: 'codex login',
    keyVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    loginFiles: ['.codex/auth.json'],
    folders: 'codex',
    projectSettings: ['.codex'],
  },
} as const satisfies Record<string, Row>

/** The name of an agent that the table describes. */
export type KnownAgent = keyof typeof rows

/** An agent of the table: its program, and its profile. */
export interface KnownProfile extends AgentProfile {
  /** The name of its program. */
  program: string
}

/** The agents of the table, by the name of their driver. */
export const knownAgents: Readonly<Record<KnownAgent, KnownProfile>> = Object.freeze(
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, Object.freeze({ ...unknownAgent, ...row })]),
  ) as unknown as Record<KnownAgent, KnownProfile>,
)

/** Finds the agent of the table whose program this is. */
export const findKnownAgent = (program: string): KnownAgent | undefined =>
  (Object.keys(knownAgents) as KnownAgent[]).find((name) => knownAgents[name].program === program)
