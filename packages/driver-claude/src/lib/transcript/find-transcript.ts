import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds the transcript of a session in the agent's own folder; undefined if there is none.
 *
 * The agent keeps transcripts by the folder that a session began in, which a resumed session may have left.
 */
export const findTranscript = async (home: string, sessionId: string): Promise<string | undefined> => {
  if (!/^[\w-]+$/.test(sessionId)) return undefined
  const projects = join(home, 'projects')
  for (const name of await readdir(projects).catch((): string[] => [])) {
    const path = join(projects, name, `${sessionId}.jsonl`)
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    if (isFile) return path
  }
  return undefined
}
