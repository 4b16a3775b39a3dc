import { words, stripAnsi } from '@amelia/core/view'
import { isRecord } from '../../setting/is-record.ts'

/** A comment of a pull request, with the earlier comments of its thread. */
export interface Thread {
  /** The address of its last comment, or another text that names it. */
  id: string
  /** The commented file and line. Absent for a comment on the pull request. */
  path?: string
  line?: number
  comments: { author: string; text: string }[]
}

/** The comments to use, and the number of those left out because of their authors. */
export interface ReadComments {
  threads: Thread[]
  /** Authors without write access. */
  others: string[]
}

/** At most this many characters of each comment are read. */
const mostText = 4_000

/** Authors that may write to the repository, as GitHub names them. */
const trusted = ['OWNER', 'MEMBER', 'COLLABORATOR']

/**
 * Reads the comments in the JSON of `gh api .../pulls/N/comments` and `gh pr view --json comments,reviews`.
 * Everything in it is untrusted. Comments of authors without write access are left out, except for `authors`.
 */
export const readComments = (json: unknown, authors: readonly string[]): ReadComments => {
  const others = new Set<string>()
  const threads = new Map<unknown, Thread>()
  for (const comment of listComments(json)) {
    const author = authorOf(comment)
    const text = boundText(comment['body'])
    if (text === '') continue
    const association = comment['author_association'] ?? comment['authorAssociation']
    if (
      association !== undefined &&
      !trusted.some((known) => known === association) &&
      !authors.includes(author)
    ) {
      others.add(author)
      continue
    }
    const own = comment['id'] ?? Symbol('comment')
    const thread: Thread = threads.get(comment['in_reply_to_id']) ?? {
      id: '',
      ...placeOf(comment),
      comments: [],
    }
    thread.id = idOf(comment)
    thread.comments.push({ author, text })
    threads.set(own, thread)
  }
  return { threads: [...new Set(threads.values())], others: [...others] }
}

const idOf = ({ html_url: page, url, id }: Record<string, unknown>): string => {
  const found = [page, url, id].find((each) => typeof each === 'string' || typeof each === 'number')
  return words.plainLabel(`${found ?? ''}`).slice(0, 300)
}

/** Whether a value is JSON of these two commands: comments with texts, in lists, or in objects with lists. */
export const isComments = (json: unknown): boolean =>
  Array.isArray(json)
    ? json.every(isComments)
    : isRecord(json) &&
      (typeof json['body'] === 'string' || Array.isArray(json['comments']) || Array.isArray(json['reviews']))

/** Accepts a list, pages of lists, and an object with lists. */
const listComments = (json: unknown): Record<string, unknown>[] => {
  if (Array.isArray(json)) return json.flatMap(listComments)
  if (!isRecord(json)) return []
  const lists = [json['comments'], json['reviews']].filter((list) => Array.isArray(list))
  return lists.length > 0 ? listComments(lists) : [json]
}

const authorOf = (comment: Record<string, unknown>): string => {
  const user = comment['user'] ?? comment['author']
  return isRecord(user) && typeof user['login'] === 'string'
    ? words.plainLabel(user['login']).slice(0, 100)
    : 'unknown'
}

const boundText = (body: unknown): string => {
  if (typeof body !== 'string') return ''
  const text = stripAnsi(body).trim()
  return text.length <= mostText ? text : `${text.slice(0, mostText)}… (shortened)`
}

const placeOf = (comment: Record<string, unknown>): Pick<Thread, 'path' | 'line'> => {
  const { path } = comment
  const line = comment['line'] ?? comment['original_line']
  if (typeof path !== 'string') return {}
  return { path: path.slice(0, 500), ...(Number.isSafeInteger(line) && { line: Number(line) }) }
}
