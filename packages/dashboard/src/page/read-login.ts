/** The login of the page, from the fragment of its address, which browsers send to nobody. */
export interface PageLogin {
  /** A token for the API. */
  token?: string
  /** A code that is exchanged for the token, once. */
  code?: string
  /** The run to show first. */
  runId?: string
}

/** Reads the fragment of the page's address: `#token=...&run=...` or `#code=...&run=...`. */
export const readLogin = (fragment: string): PageLogin => {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const [token, code, runId] = ['token', 'code', 'run'].map((name) => fields.get(name) || undefined)
  return {
    ...(token !== undefined && { token }),
    ...(code !== undefined && { code }),
    ...(runId !== undefined && { runId }),
  }
}

/** Makes the fragment that names a run alone: an address without a login. */
export const runFragment = (runId: string | undefined): string =>
  runId === undefined ? '' : `#${new URLSearchParams({ run: runId }).toString()}`
