import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../../../test/fixtures/cli.ts'
import { commonFolder } from './common-folder.ts'

afterAll(removeFolders)

it('names the git folder of a repository, and reports a folder outside one as a run does', async () => {
  const repo = makeRepository()
  expect(await commonFolder(repo)).toBe(join(repo, '.git'))
  await expect(commonFolder(makeFolder())).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
})
