/** Removes logins from an address: the password, and with HTTP also the user, which may be a token. */
export const withoutLogin = (address: string): string =>
  address.replace(/^(https?:\/\/)[^/]*@/i, '$1').replace(/^([a-z][a-z0-9+.-]*:\/\/[^/@:]*):[^/]*@/i, '$1@')
