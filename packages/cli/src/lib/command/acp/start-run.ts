import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { spawnDetached } from '../detach/start-detached.ts'
import { type EditorSession, sessionLabel } from './editor-session.ts'
import type { ReadPrompt } from './read-prompt.ts'

/**
 * Starts the plan of a prompt in a process that outlives the editor, whose questions are answered here. The
 * text of a plan without a file is kept below the git folder.
 */
export const startRun = async (session: EditorSession, { path, plan }: ReadPrompt): Promise<void> => {
  const { repo } = session.place
  const file = path ?? (await keepPlan(repo, plan ?? ''))
  const label = `--label=${sessionLabel}=${session.id}`
  await spawn(session, ['run', file, '--repo', repo, label, ...session.runFlags])
}

/** Continues the run of a session in a process. */
export const resumeRun = async (session: EditorSession): Promise<void> => {
  const { place, runId = '' } = session
  const { again } = await readConfigFlags(place.repo, runId)
  await spawn(session, ['resume', runId, '--repo', place.repo, ...again])
}

const keepPlan = async (repo: string, plan: string): Promise<string> => {
  const folder = join(await commonFolder(repo), 'amelia', 'plans')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.md`)
  await writeFile(path, plan, { flag: 'wx' })
  return path
}

const spawn = async (session: EditorSession, argv: readonly string[]): Promise<void> => {
  const outcome = await spawnDetached(session.place, argv, 'attended')
  if ('code' in outcome) throw usageError(`The run did not start.\n\n${outcome.output.trim()}`)
  if (session.runId !== outcome.runId) session.seq = 0
  session.runId = outcome.runId
}
