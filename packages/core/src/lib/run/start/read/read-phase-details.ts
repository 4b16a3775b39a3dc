import type { DiffEntry, GitBackendV1 } from '../../../contract/git-backend.ts'
import type { Host } from '../../../contract/host.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { checkedHost } from '../../boundary/checked-host.ts'
import { readStored } from './read-stored.ts'
import { checkCommits } from './check-commits.ts'
import { findReported } from './find-reported.ts'
import { type DiffRange, phaseRange } from './phase-range.ts'

/** Options of `readPhase`. */
export interface ReadPhaseOptions {
  /** The host with the store and the repository of the run. */
  host: Pick<Host, 'store' | 'clock' | 'git'>
  /** The id of the run. */
  runId: string
  /** The id of the phase in the plan. */
  phaseId: string
}

/** The stored facts about a phase that its report does not contain. */
export interface PhaseDetails {
  /** The phases that it depends on. */
  dependsOn: string[]
  /** The prompt of the last developer session. */
  prompt?: string
  /** The transcripts of its sessions: `name` for `readTranscript`, and the places where people find them. */
  transcripts: {
    attempt: number
    session: number
    role: string
    name: string
    page: string
    vendor?: string
  }[]
  /** The files that differ, once there is a commit, and if the repository has it. */
  changes?: DiffEntry[]
  /** The summary that is committed with the phase. */
  summary?: string
}

/** Implements `readPhase`: the prompt, the transcripts, the changes and the summary, as far as stored. */
export const readPhaseDetails = async (options: ReadPhaseOptions): Promise<PhaseDetails> => {
  checkCall('readPhase', options)
  const { host, runId, phaseId } = options
  const { store, git, clock } = checkedHost(host)
  const { plan, report, folder } = await readStored({ host: { store, clock }, runId })
  const phase = findReported(report, phaseId)
  const sessions = (phase.attempts ?? []).flatMap(({ attempt, sessions: own }) =>
    own.map((session) => ({ attempt, ...session })),
  )
  const prompted = sessions.findLast(({ role, transcript }) => role === 'developer' && transcript)
  const page = prompted?.transcript && (await store.kept(runId, prompted.transcript.page.name))
  const prompt = page === undefined ? undefined : promptOf(page)
  const range = await phaseRange(git, runId, phase)
  const changes = range && (await readChanges(git, runId, range))
  const path = folder === undefined ? undefined : `${folder}/phase-${phase.id}/summary.md`
  const isNew = path !== undefined && changes?.some((change) => change.path === path)
  const summary = range && isNew ? await readSummary(git, range.to, path) : undefined
  return {
    dependsOn: [...(plan.phases.find(({ id }) => id === phase.id)?.dependsOn ?? [])],
    ...(prompt !== undefined && { prompt }),
    transcripts: sessions.flatMap(({ attempt, number: session, role, transcript }) =>
      transcript === undefined
        ? []
        : [
            {
              ...{ attempt, session, role, name: transcript.page.name, page: transcript.page.place },
              ...(transcript.vendor && { vendor: transcript.vendor.place }),
            },
          ],
    ),
    ...(changes && { changes }),
    ...(summary !== undefined && { summary }),
  }
}

/** Returns the prompt on the page of a transcript, where it is fenced below its heading. */
const promptOf = (page: string): string | undefined =>
  /^## Prompt\n\n(~{3,})\n([\s\S]*?)\n\1$/m.exec(page)?.[2]

/** Returns the changed files; undefined if this repository does not have the commits. */
const readChanges = async (
  git: GitBackendV1,
  runId: string,
  range: DiffRange,
): Promise<DiffEntry[] | undefined> => {
  try {
    await checkCommits(git, runId, range)
  } catch (error) {
    if (AmeliaError.is(error, 'COMMIT_MISSING')) return undefined
    throw error
  }
  return git.diff({ from: range.from, to: range.to })
}

const readSummary = async (git: GitBackendV1, commit: string, path: string): Promise<string | undefined> => {
  const file = await git.readFile(commit, path)
  return file === null ? undefined : new TextDecoder().decode(file)
}
