/** Options whose usual variable a run sets for the commands that it starts. */
const others: Readonly<Record<string, string>> = {
  commit: 'AMELIA_COMMIT_MODE',
  port: 'AMELIA_UI_PORT',
}

/** Returns the environment variable of an option: `maxAttempts` has `AMELIA_MAX_ATTEMPTS`. */
export const envName = (key: string): string =>
  others[key] ?? `AMELIA_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
