/** A shorter value is too often a word. */
const shortest = 12

/**
 * Returns the values of environment variables whose names mark secrets, such as `API_KEY`; values below 12
 * characters are left out.
 */
export const readSecrets = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    /(?:API_KEY|ACCESS_KEY|SECRET|TOKEN|PASSWORD)$/i.test(name) && value.length >= shortest ? [value] : [],
  )
