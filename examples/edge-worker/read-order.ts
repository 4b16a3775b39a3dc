/** A repository over there: the run begins with its branch, and its commits are pushed there. */
export interface Remote {
  readonly url: string
  readonly username?: string
  readonly password?: string
}

/** What somebody wants to have done. */
export interface Order {
  /** The text of a plan. */
  readonly plan: string
  /** Texts of the first commit, by path, where there is no remote. */
  readonly files: Readonly<Record<string, string>>
  readonly remote?: Remote
}

const longest = 1_000_000

/** Reads what came over the wire, or says what is wrong with it. Only remotes that begin like one of these are taken. */
export const readOrder = (text: string, remotes: readonly string[]): Order | { problem: string } => {
  if (text.length > longest) return { problem: `This is more than ${longest} characters.` }
  const value = parse(text)
  if (!isRecord(value) || typeof value.plan !== 'string') return { problem: 'Give a plan: {"plan": "..."}.' }
  const { plan, files = {}, remote } = value
  if (!isRecord(files) || !Object.values(files).every((file) => typeof file === 'string'))
    return { problem: 'Give files as texts by path.' }
  const order = { plan, files: files as Record<string, string> }
  if (remote === undefined) return order
  if (!isRecord(remote) || !Object.values(remote).every((part) => typeof part === 'string'))
    return { problem: 'Give a remote as texts: url, and username and password if it asks for them.' }
  // A Worker that fetches what anybody names is everybody's proxy.
  const { url = '' } = remote as Record<string, string>
  if (!remotes.some((start) => url.startsWith(start))) return { problem: 'This remote is not allowed here.' }
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
