/** The drivers that are agents. */
export const agentNames = ['claude', 'codex', 'api', 'command'] as const

/** The names that `--driver` accepts. */
export const driverNames: readonly string[] = ['steps', ...agentNames]
