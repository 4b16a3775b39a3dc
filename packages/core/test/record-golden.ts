import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journalVersion } from '../src/lib/run/journal/journal-version.ts'
import { goldenRuns } from './golden-runs.ts'

/**
 * Records the golden journals of the current version: `npx tsx --conditions amelia-source
 * packages/core/test/record-golden.ts`.
 */
const folder = join(import.meta.dirname, 'golden', `v${journalVersion}`)
mkdirSync(folder, { recursive: true })
for (const [name, begin] of Object.entries(goldenRuns)) {
  const { host, runId } = await begin()
  const records = await host.store.load(runId)
  writeFileSync(
    join(folder, `${name}.jsonl`),
    `${records.map((record) => JSON.stringify(record)).join('\n')}\n`,
  )
}
