import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MarkedProcesses, markProcesses } from '@amelia/agent-process'

/** The processes and files of one session. */
export interface SessionPlaces extends Pick<MarkedProcesses, 'variables'> {
  /** A folder for temporary files. */
  temporary: string
  /** Ends the processes and deletes the folder. */
  close(): Promise<void>
}

/** Creates a session's temporary folder, and the home folder of Codex if it does not exist. */
export const openPlaces = (home: string, marker?: string): SessionPlaces => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'amelia-codex-'))
  const { variables, end } = markProcesses(marker)
  return {
    variables,
    temporary,
    async close() {
      await end()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
