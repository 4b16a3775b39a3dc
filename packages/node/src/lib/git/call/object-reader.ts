import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { Socket } from 'node:net'
import { AmeliaError } from '@amelia/core/plugin'
import { type RepeatGit, repeatGit } from './repeat-git.ts'
import { type GitPlace, startError, startGit } from './start-git.ts'

/** The name and kind of an object. */
export interface ObjectName {
  id: string
  type: string
}

/** An object with its content. */
export interface GitObject extends ObjectName {
  content: Buffer
}

/**
 * Reads objects through one git process, which is kept for the next reads.
 *
 * A name is anything that `git rev-parse` resolves; each read resolves it again. Both return null for a name
 * without an object, and throw `GIT_FAILED` if git fails.
 */
export interface ObjectReader {
  find(name: string): Promise<ObjectName | null>
  read(name: string): Promise<GitObject | null>
}

/** A request that waits for its response. */
interface Waiting {
  hasContent: boolean
  resolve(found: GitObject | null): void
  reject(error: unknown): void
}

const command = 'git cat-file --batch-command'

/** How long an unused process is kept, in milliseconds. */
const idleMs = 2_000

/**
 * Creates a reader of a repository's objects.
 *
 * The process starts with the first read, and ends after two seconds without one, or with this process: its
 * input closes then. It does not keep this process alive. If it is killed, the requests without a response
 * are sent to a new one.
 */
export const createObjectReader = (place: GitPlace, options: Pick<RepeatGit, 'pause'> = {}): ObjectReader => {
  let open: Conversation | undefined
  const send = async (verb: 'info' | 'contents', name: string): Promise<GitObject | null> => {
    open ??= converse(place, (ended) => {
      if (open === ended) open = undefined
    })
    return open.ask(verb, name)
  }
  const ask = async (verb: 'info' | 'contents', name: string): Promise<GitObject | null> =>
    // The name would end its line.
    /[\n\0]/.test(name) ? null : repeatGit(() => send(verb, name), options)
  return { find: (name) => ask('info', name), read: (name) => ask('contents', name) }
}

interface Conversation {
  ask(verb: 'info' | 'contents', name: string): Promise<GitObject | null>
}

const converse = (place: GitPlace, onEnd: (ended: Conversation) => void): Conversation => {
  const child = startGit(['cat-file', '--batch-command'], place)
  const waiting: Waiting[] = []
  let received: Buffer[] = []
  let length = 0
  /** The bytes that must have been received for another response to be complete. */
  let needed = 1
  let complaint = ''
  let idle: NodeJS.Timeout | undefined

  const conversation: Conversation = {
    ask: (verb, name) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle)
        if (waiting.length === 0) keepAlive(child, true)
        waiting.push({ hasContent: verb === 'contents', resolve, reject })
        child.stdin.write(`${verb} ${name}\n`)
      }),
  }
  const end = (error: () => AmeliaError): void => {
    clearTimeout(idle)
    onEnd(conversation)
    for (const { reject } of waiting.splice(0)) reject(error())
  }
  child.stdout.on('data', (chunk: Buffer) => {
    received.push(chunk)
    length += chunk.length
    // A large object arrives in many parts, which are joined once.
    if (length < needed) return
    const bytes = received.length === 1 ? chunk : Buffer.concat(received)
    const taken = answer(bytes, waiting)
    needed = taken.needed
    length -= taken.used
    received = length === 0 ? [] : [bytes.subarray(taken.used)]
    if (waiting.length > 0) return
    keepAlive(child, false)
    idle = setTimeout(() => {
      onEnd(conversation)
      child.stdin.end()
    }, idleMs).unref()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  child.on('error', (cause) => end(() => startError(command, cause)))
  child.on('close', (exitCode, signal) =>
    end(() => {
      const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
      const message = `${command} ${how} in ${place.gitDir}: ${complaint.trim()}`
      const details = { command, exitCode, ...(signal !== null && { signal }), output: complaint.trim() }
      return new AmeliaError('GIT_FAILED', message, details)
    }),
  )
  keepAlive(child, false)
  return conversation
}

/** Whether this process waits for the child before it exits. */
const keepAlive = (child: ChildProcessWithoutNullStreams, isNeeded: boolean): void => {
  const change = isNeeded ? 'ref' : 'unref'
  child[change]()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Partial<Socket>)[change]?.()
}

/** Resolves the requests whose responses are complete, in order. */
const answer = (bytes: Buffer, waiting: Waiting[]): { used: number; needed: number } => {
  let used = 0
  while (waiting.length > 0) {
    const lineEnd = bytes.indexOf(10, used)
    if (lineEnd < 0) break
    const line = bytes.toString('utf8', used, lineEnd)
    const { hasContent, resolve } = waiting[0]!
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? []
    let next = lineEnd + 1
    if (id === undefined || type === undefined) resolve(null)
    else {
      const contentEnd = next + Number(size)
      // A line break follows the content.
      if (hasContent && bytes.length <= contentEnd) return { used, needed: contentEnd + 1 - used }
      resolve({ id, type, content: hasContent ? Buffer.from(bytes.subarray(next, contentEnd)) : noContent })
      if (hasContent) next = contentEnd + 1
    }
    waiting.shift()
    used = next
  }
  return { used, needed: bytes.length - used + 1 }
}

const noContent = Buffer.alloc(0)
