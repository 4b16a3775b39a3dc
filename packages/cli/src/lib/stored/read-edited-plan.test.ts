import { join, relative } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder, removeFolders, writePlan } from '../../../test/fixtures/cli.ts'
import { readEditedPlan } from './read-edited-plan.ts'

afterAll(removeFolders)

it('names the file of an edited plan in full, for commands in other folders', async () => {
  const folder = makeFolder()
  const path = writePlan(folder, [{ id: '1' }])
  const found = { runId: 'r1', plan: { file: join(folder, 'other.md'), format: 'phase-table' } }
  for (const wanted of [path, relative(process.cwd(), path)])
    expect(
      await readEditedPlan({ quiet: true } as never, found as never, wanted, {
        repo: folder,
        attended: false,
      }),
    ).toMatchObject({ plan: { file: path } })
})
