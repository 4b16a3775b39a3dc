import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endMarkedProcesses, makeMarker } from './end-marked-processes.ts'

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
  const marker = makeMarker()
  const temporary = mkdtempSync(join(realpathSync(tmpdir()), 'amelia-codex-'))
  return {
    marker,
    temporary,
    async close() {
      await endMarkedProcesses(marker)
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
