/**
 * Values of the environment that are keys by their names: they are taken out of everything that is stored or shown. Shorter ones than twelve
 * characters are words too often.
 */
export const readSecrets = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /(?:API_KEY|ACCESS_KEY|SECRET|TOKEN|PASSWORD)$/i.test(name) && value.length >= 12 ? [value] : [],
  )
