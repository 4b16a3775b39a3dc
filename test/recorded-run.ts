import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRun } from '@amelia/core'
import { memoryHost, recordEvents } from '@amelia/core/testing'
import { onTestFinished } from 'vitest'

const phases = Array.from({ length: 20 }, (_, index) => ({
  id: `p${index}`,
  title: `Phase ${index}`,
  dependsOn: index < 3 ? [] : [`p${index - 3}`],
  subtasks: [
    {
      id: `p${index}.1`,
      title: 'Write',
      steps: [{ id: `s${index}`, action: 'code' as const, filePath: `${index}.txt`, codeChange: 'x\n' }],
    },
  ],
}))

/** Creates a folder for runs, and the journal and events of a run in memory. */
export const recordRun = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'amelia-watch-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const host = memoryHost()
  const run = await createRun({
    plan: { title: 'Twenty', phases },
    ...{ host, trust: 'autonomous', planApproved: true, reviewers: [], artifacts: 'none' },
  })
  const events = recordEvents(run)
  await run.start()
  const records = await host.store.load(run.id)
  const file = join(dir, 'records.json')
  writeFileSync(file, JSON.stringify(records))
  return { dir: join(dir, 'runs'), runId: run.id, events, records, file }
}

export type RecordedRun = Awaited<ReturnType<typeof recordRun>>

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/**
 * Appends the records in another process, which kills itself with SIGKILL after a number of writes, so that
 * it never finishes first on a busy machine. Returns whether it has written all.
 */
export const appendRecords = ({ dir, runId, file }: RecordedRun, writes: number): Promise<boolean> => {
  const program = join(import.meta.dirname, '../packages/node/test/append-journal.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, program, dir, runId, file, String(writes)],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}
