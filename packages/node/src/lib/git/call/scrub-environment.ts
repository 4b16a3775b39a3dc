const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

/** Who commits, and where git finds its configuration: a CI sets these. */
const kept = /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/

/**
 * The environment of the engine's own git calls and of the user's hooks: no keys, and of `GIT_*` only who commits and where the configuration is. Git
 * prompts nobody.
 */
export const scrubEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const scrubbed: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || (/^GIT_/i.test(name) && !kept.test(name)) || secret.test(name)) continue
    scrubbed[name] = value
  }
  return { ...scrubbed, GIT_TERMINAL_PROMPT: '0' }
}
