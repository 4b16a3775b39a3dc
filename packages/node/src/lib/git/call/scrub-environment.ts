const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

/** Identity and location of the configuration, which CI systems set. */
const kept = /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/

/**
 * Builds the environment of the engine's git calls and of the user's hooks: without secrets, and with only
 * the `GIT_*` variables for the identity and the location of the configuration. Turns off git's prompts.
 */
export const scrubEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const scrubbed: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || (/^GIT_/i.test(name) && !kept.test(name)) || secret.test(name)) continue
    scrubbed[name] = value
  }
  return { ...scrubbed, GIT_TERMINAL_PROMPT: '0' }
}
