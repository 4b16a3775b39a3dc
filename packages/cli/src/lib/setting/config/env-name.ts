/** Returns the environment variable of an option: `maxAttempts` has `AMELIA_MAX_ATTEMPTS`. */
export const envName = (key: string): string =>
  `AMELIA_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
