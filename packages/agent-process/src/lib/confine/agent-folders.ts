import { basename, join } from 'node:path'

/** Where agent programs keep their logins and state below the home folder, by the name of the program. */
export const agentFolders: Readonly<Record<string, readonly string[]>> = {
  aider: ['.aider', '.aider.conf.yml', '.aider.input.history'],
  amp: ['.config/amp', '.local/share/amp', '.cache/amp'],
  auggie: ['.augment'],
  claude: ['.claude', '.claude.json'],
  codex: ['.codex'],
  copilot: ['.copilot', '.config/github-copilot'],
  crush: ['.config/crush', '.local/share/crush'],
  'cursor-agent': ['.cursor', '.config/cursor'],
  droid: ['.factory'],
  gemini: ['.gemini'],
  goose: ['.config/goose', '.local/share/goose', '.local/state/goose'],
  kimi: ['.kimi'],
  kiro: ['.kiro', '.local/share/kiro-cli'],
  opencode: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  q: ['.aws/amazonq', '.local/share/amazon-q'],
  qwen: ['.qwen'],
  vibe: ['.vibe'],
}

/**
 * Returns the files and folders in which an agent's program keeps its login and state. A program that is not
 * known, such as a script, may start any agent: it gets those of all.
 */
export const agentPaths = (program: string, home: string): string[] => {
  const name = basename(program).replace(/\.(?:exe|[cm]?js)$/, '')
  const known = Object.hasOwn(agentFolders, name) ? agentFolders[name] : undefined
  return (known ?? Object.values(agentFolders).flat()).map((path) => join(home, path))
}
