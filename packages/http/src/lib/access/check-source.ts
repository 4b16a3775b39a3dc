import { refused } from '../wire/refused.ts'

export interface SourceRules {
  /** Names of this server, with the port if it is not the protocol's. */
  hosts: readonly string[] | undefined
  /** Origins of other sites whose pages may call. */
  origins: readonly string[]
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Refuses requests under a name that is not the server's (DNS rebinding), and those of pages from other
 * origins (cross-site request forgery). Returns the headers that let a page of an allowed origin read the
 * response.
 */
export const checkSource = (request: Request, { hosts, origins }: SourceRules): Record<string, string> => {
  const { host } = new URL(request.url)
  for (const name of [host, request.headers.get('host') ?? host].map((each) => each.toLowerCase()))
    if (!(hosts ? hosts.includes(name) : loopback.test(name)))
      throw refused('host', 'This server does not answer under this host name. Add it to `hosts`.')
  const origin = request.headers.get('origin')
  if (origin !== null && origins.includes(origin))
    return {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    }
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  if (origin === null ? site === 'cross-site' || site === 'same-site' : hostOf(origin) !== host)
    throw refused('origin', 'Pages of this origin may not call this server. Add it to `origins`.')
  return {}
}

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
