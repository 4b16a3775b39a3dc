import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { isSameBoot, machineProcesses, type ProcessIdentity } from '@amelia/agent-process'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * By the absolute path of each lock file that a call takes: the content that it writes at once, null if it
 * writes nothing, `any` if it may leave a part.
 */
export type LockContents = ReadonlyMap<string, { text: string } | 'any' | null>

/** A call that moves refs and that its process has noted beside the repository. */
export interface NotedCall {
  /** The file of the note. */
  note: string
  /** Whether its process ran on this machine, since its last start, and has ended. */
  hasEnded: boolean
  /** When git was started, by the clock of the file system. */
  since: number
  contents: LockContents
}

interface Note {
  owner: ProcessIdentity
  locks: [path: string, content: { text: string } | 'any' | null][]
}

const folderOf = ({ commonDir }: Repository): string => join(commonDir, 'amelia/calls')

/**
 * Notes that this process starts a git that takes these locks: if both die, the note shows which locks that
 * git may have left. Call `begin` before each start, and `end` when git has ended.
 *
 * Where no note can be written, such as on a full disk, a person decides about the locks.
 */
export const noteCall = (
  repository: Repository,
  contents: LockContents,
): { begin(): Promise<void>; end(): Promise<void> } => {
  const folder = folderOf(repository)
  const note = join(folder, `${process.pid}.${randomBytes(6).toString('hex')}`)
  const locks = [...contents].map(([file, content]): Note['locks'][number] => [
    relative(repository.commonDir, file),
    content,
  ])
  const text = JSON.stringify({ owner: machineProcesses.self(), locks } satisfies Note)
  const write = (): Promise<void> => writeFile(note, text)
  return {
    begin: () =>
      write()
        .catch(async () => {
          await mkdir(folder, { recursive: true })
          await write()
        })
        .catch(() => {}),
    end: () => rm(note, { force: true }).catch(() => {}),
  }
}

/** Performs a task that takes these locks, with a note. */
export const withNote = async <Result>(
  repository: Repository,
  contents: LockContents,
  task: () => Promise<Result>,
): Promise<Result> => {
  const noted = noteCall(repository, contents)
  await noted.begin()
  return task().finally(noted.end)
}

/** Reads the notes of calls that have not ended, and of those whose process has died. */
export const readNotedCalls = async (repository: Repository): Promise<NotedCall[]> => {
  const folder = folderOf(repository)
  const names = await readdir(folder).catch((): string[] => [])
  const found = await Promise.all(names.map((name) => readNote(repository, join(folder, name))))
  return found.filter((call) => call !== null)
}

const readNote = async ({ commonDir }: Repository, note: string): Promise<NotedCall | null> => {
  try {
    const { mtimeMs } = await lstat(note)
    const { owner, locks } = JSON.parse(await readFile(note, 'utf8')) as Note
    const contents = new Map(locks.map(([path, content]) => [resolve(commonDir, path), content]))
    const hasEnded = machineProcesses.isAlive(owner) === false && isSameBoot(owner, machineProcesses.self())
    return { note, hasEnded, since: Math.round(mtimeMs), contents }
  } catch {
    // The call has ended since, or its process died while it wrote the note, before it started git.
    return null
  }
}
