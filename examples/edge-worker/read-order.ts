/** A remote repository: the run starts from its branch, and its commits are pushed to it. */
export interface Remote {
  readonly url: string
  readonly username?: string
  readonly password?: string
}

/** The input of the Worker. */
export interface Order {
  /** The text of a plan. */
  readonly plan: string
  /** Texts of the first commit, by path, without a remote. */
  readonly files: Readonly<Record<string, string>>
  readonly remote?: Remote
}

const longest = 1_000_000

/** Validates the request, or describes its problem. Only remotes with one of these prefixes are allowed. */
export const readOrder = (text: string, remotes: readonly string[]): Order | { problem: string } => {
  if (text.length > longest) return { problem: `The request has more than ${longest} characters.` }
  const value = parse(text)
  if (!isRecord(value) || typeof value.plan !== 'string') return { problem: 'Give a plan: {"plan": "..."}.' }
  const { plan, files = {}, remote } = value
  if (!isRecord(files) || !Object.values(files).every((file) => typeof file === 'string'))
    return { problem: 'files must be an object of texts by path.' }
  const order = { plan, files: files as Record<string, string> }
  if (remote === undefined) return order
  if (!isRecord(remote) || !Object.values(remote).every((part) => typeof part === 'string'))
    return { problem: 'remote must have the text url, and username and password if needed.' }
  // Without this limit, anyone could use the Worker as a proxy.
  const { url = '' } = remote as Record<string, string>
  if (!remotes.some((start) => url.startsWith(start))) return { problem: 'This remote is not allowed.' }
  return { ...order, remote: { ...remote, url } }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
