import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endMarkedProcesses } from './end-marked-processes.ts'
import { guardSession } from './guard-session.ts'

/** What a session has to itself. */
export interface SessionPlaces {
  /** Is in the environment of each of its processes, and of no other. */
  marker: string
  /** A folder for temporary files. */
  temporary: string
  /** Ends what runs, and removes what was written. */
  close(): Promise<void>
}

/** Makes the folder of Codex where there is none, and the places of one session. */
export const openPlaces = (home: string): SessionPlaces => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const marker = randomUUID()
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'amelia-codex-'))
  const guard = guardSession(marker)
  return {
    marker,
    temporary,
    async close() {
      await endMarkedProcesses(marker)
      guard.dismiss()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
