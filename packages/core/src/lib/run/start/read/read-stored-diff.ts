import type { DiffEntry, GitBackendV1 } from '../../../contract/git-backend.ts'
import { diffLines } from '../../../text/diff-lines.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { checkedHost } from '../../boundary/checked-host.ts'
import { readStored } from './read-stored.ts'
import { checkCommits } from './check-commits.ts'
import { findReported } from './find-reported.ts'
import { phaseRange } from './phase-range.ts'
import type { ReadPhaseOptions } from './read-phase-details.ts'

/** Options of `readDiff`. */
export interface ReadDiffOptions extends Pick<ReadPhaseOptions, 'host' | 'runId'> {
  /** The id of a phase in the plan. Default: the change of the whole run so far. */
  phaseId?: string | undefined
}

/** The change of a file. */
export interface FileDiff {
  /** The path, relative to the root, with `/`. */
  path: string
  /** The kind of the change. */
  status: 'added' | 'modified' | 'deleted'
  /** The number of added lines; 0 for a binary file. */
  added: number
  /** The number of deleted lines; 0 for a binary file. */
  deleted: number
  /** The changed lines with two lines around each change. Absent with `omitted`. */
  hunks?: {
    /** The first line before and after the change, from 1, and the numbers of lines. */
    oldStart: number
    oldLines: number
    newStart: number
    newLines: number
    /** Each begins with ` `, `+` or `-`. */
    lines: string[]
  }[]
  /** Why the lines are left out. `too-large`: the file, or the change in all. */
  omitted?: 'binary' | 'too-large'
}

/** The most files with lines, bytes per file, and lines in all. */
const limits = { files: 300, bytes: 512_000, lines: 20_000 }
/** Files that are read at one time. */
const atOnce = 8
/** The folder of the files that a run commits about itself. */
const ownFolder = 'docs/amelia/'

/** Implements `readDiff`. */
export const readStoredDiff = async (options: ReadDiffOptions): Promise<FileDiff[]> => {
  checkCall('readDiff', options)
  const { host, runId, phaseId } = options
  const { store, clock, git } = checkedHost(host)
  const { report } = await readStored({ host: { store, clock }, runId })
  const range =
    phaseId === undefined
      ? { from: report.base, to: report.head }
      : await phaseRange(git, runId, findReported(report, phaseId))
  if (!range) return []
  await checkCommits(git, runId, range)
  const { from, to } = range
  const entries = (await git.diff({ from, to })).filter(({ path }) => !path.startsWith(ownFolder))
  const files: FileDiff[] = []
  let lines = 0
  for (let start = 0; start < entries.length; start += atOnce) {
    const isOpen = start < limits.files && lines < limits.lines
    const next = await Promise.all(
      entries.slice(start, start + atOnce).map(async (entry) => diffFile(git, { from, to }, entry, isOpen)),
    )
    for (const { hunks = [] } of next) for (const hunk of hunks) lines += hunk.lines.length
    files.push(...next)
  }
  return files
}

const diffFile = async (
  git: GitBackendV1,
  { from, to }: { from: string; to: string },
  { path, status, added, removed }: DiffEntry,
  isOpen: boolean,
): Promise<FileDiff> => {
  const file = {
    ...{ path, status: status === 'type' ? ('modified' as const) : status },
    ...{ added: added ?? 0, deleted: removed ?? 0 },
  }
  if (added === null || removed === null) return { ...file, omitted: 'binary' }
  if (!isOpen || added + removed > limits.lines) return { ...file, omitted: 'too-large' }
  const read = async (commit: string, isAbsent: boolean): Promise<Uint8Array> =>
    (isAbsent ? null : await git.readFile(commit, path)) ?? new Uint8Array()
  const [before, after] = await Promise.all([read(from, status === 'added'), read(to, status === 'deleted')])
  if (Math.max(before.length, after.length) > limits.bytes) return { ...file, omitted: 'too-large' }
  if (before.includes(0) || after.includes(0)) return { ...file, omitted: 'binary' }
  const decoder = new TextDecoder()
  return { ...file, hunks: readHunks(diffLines(decoder.decode(before), decoder.decode(after))) }
}

const readHunks = (lines: readonly string[]): NonNullable<FileDiff['hunks']> => {
  const hunks: NonNullable<FileDiff['hunks']> = []
  for (const line of lines) {
    const [, ...places] = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line) ?? []
    const [oldStart, oldLines, newStart, newLines] = places.map(Number)
    if (newLines === undefined) hunks.at(-1)?.lines.push(line)
    else
      hunks.push({
        ...{ oldStart: oldStart!, oldLines: oldLines!, newStart: newStart!, newLines },
        lines: [],
      })
  }
  return hunks
}
