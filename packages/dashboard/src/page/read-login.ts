/** The login of the page, from the fragment of its address, which browsers send to nobody. */
export interface PageLogin {
  /** A token for the API. */
  token?: string
  /** A code that is exchanged for the token, once. */
  code?: string
}

/** Reads the login in the fragment of the page's address: `#token=...` or `#code=...`. */
export const readLogin = (fragment: string): PageLogin => {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const [token, code] = ['token', 'code'].map((name) => fields.get(name) || undefined)
  return {
    ...(token !== undefined && { token }),
    ...(code !== undefined && { code }),
  }
}
