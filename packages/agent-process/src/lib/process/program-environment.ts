/** Variables that every program gets: where things are, who the user is, and the language. */
export const baseVariables = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'CI',
] as const

/** Variables that name the folder for temporary files. */
export const temporaryVariables = ['TMPDIR', 'TEMP', 'TMP'] as const

/** Variables that a program needs to reach its server: proxies and certificates. */
export const networkVariables = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const

/**
 * Selects the variables that a program inherits: those that `isWanted` accepts, and the locale (`LC_*`).
 *
 * Keys and tokens are not passed unless they are accepted by name. Sets `TERM` and turns git's questions off;
 * inherited variables override both.
 */
export const programEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
  isWanted: (name: string) => boolean,
): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue
    if (name.startsWith('LC_') || isWanted(name)) kept[name] = value
  }
  return { TERM: 'dumb', GIT_TERMINAL_PROMPT: '0', ...kept }
}
