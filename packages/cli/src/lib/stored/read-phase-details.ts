import type { Host, PhaseReport } from '@amelia/core'
import { phaseRange } from './diff-range.ts'
import type { FoundRun } from './find-run.ts'

/** The files that differ between two commits. */
export type Changes = Awaited<ReturnType<Host['git']['diff']>>

/** The stored facts about a phase that its report does not contain. A public interface in JSON. */
export interface PhaseDetails {
  dependsOn: string[]
  /** The prompt of the last developer session. */
  prompt?: string
  /** The places of the transcripts of its sessions. */
  transcripts: { attempt: number; session: number; role: string; page: string; vendor?: string }[]
  /** The files that differ, once there is a commit. */
  changes?: Changes
  /** The summary that is committed with the phase. */
  summary?: string
}

/** Reads the prompt, the transcripts, the changes and the summary of a phase, as far as they are stored. */
export const readPhaseDetails = async (
  { store, git }: Pick<Host, 'store' | 'git'>,
  { runId, plan }: Pick<FoundRun, 'runId' | 'plan'>,
  phase: PhaseReport,
): Promise<PhaseDetails> => {
  const sessions = (phase.attempts ?? []).flatMap(({ attempt, sessions: own }) =>
    own.map((session) => ({ attempt, ...session })),
  )
  const prompted = sessions.findLast(({ role, transcript }) => role === 'developer' && transcript)
  const page = prompted?.transcript && (await store.kept(runId, prompted.transcript.page.name))
  const prompt = page === undefined ? undefined : promptOf(page)
  const range = await phaseRange(git, runId, phase)
  const changes = range && (await git.diff(range))
  const summary =
    range && changes && (await readSummary(git, { phaseId: phase.id, commit: range.to, changes }))
  return {
    dependsOn: [...(plan.phases.find(({ id }) => id === phase.id)?.dependsOn ?? [])],
    ...(prompt !== undefined && { prompt }),
    transcripts: sessions.flatMap(({ attempt, number, role, transcript }) =>
      transcript === undefined
        ? []
        : [
            {
              ...{ attempt, session: number, role, page: transcript.page.place },
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

const readSummary = async (
  git: Host['git'],
  { phaseId, commit, changes }: { phaseId: string; commit: string; changes: Changes },
): Promise<string | undefined> => {
  const path = changes.find(
    (change) =>
      change.path.startsWith('docs/amelia/') && change.path.endsWith(`/phase-${phaseId}/summary.md`),
  )?.path
  const file = path === undefined ? null : await git.readFile(commit, path)
  return file === null ? undefined : new TextDecoder().decode(file)
}
