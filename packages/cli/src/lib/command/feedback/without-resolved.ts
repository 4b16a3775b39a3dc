import { isRecord } from '../../setting/is-record.ts'

/**
 * Leaves out the comments of resolved threads. `comments` are pages of comments on lines, and `threads` the
 * pages of `reviewThreads`, each with the first comment of the thread. Both are untrusted.
 */
export const withoutResolved = (comments: unknown, threads: unknown): unknown[] => {
  const resolved = new Set(
    findThreads(threads)
      .filter(({ isResolved }) => isResolved === true)
      .flatMap(({ comments }) => nodesOf(comments))
      .map(({ databaseId }) => databaseId),
  )
  return flatten(comments).filter(
    (comment) => !isRecord(comment) || !resolved.has(comment['in_reply_to_id'] ?? comment['id']),
  )
}

const findThreads = (json: unknown): Record<string, unknown>[] =>
  flatten(json).flatMap((page) => {
    const names = ['data', 'repository', 'pullRequest', 'reviewThreads']
    return nodesOf(names.reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), page))
  })

const nodesOf = (part: unknown): Record<string, unknown>[] =>
  isRecord(part) && Array.isArray(part['nodes']) ? part['nodes'].filter(isRecord) : []

const flatten = (json: unknown): unknown[] => (Array.isArray(json) ? json.flatMap(flatten) : [json])
