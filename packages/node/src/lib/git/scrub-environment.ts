const secret = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

/** The environment that the engine's own git calls and the user's hooks get: nothing of `GIT_*`, no keys. Nobody is prompted. */
export const scrubEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || /^GIT_/i.test(name) || secret.test(name)) continue
    kept[name] = value
  }
  return { ...kept, GIT_TERMINAL_PROMPT: '0' }
}
