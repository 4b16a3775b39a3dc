import { afterEach, expect, it } from 'vitest'
import {
  createRepository,
  type TemporaryRepository,
} from '../../../../../../test/fixtures/temporary-repository.ts'
import { runGit } from './run-git.ts'

let user: TemporaryRepository
afterEach(() => user.close())

it("the line that names the error comes first in an error's message, and the output is unchanged", async () => {
  user = createRepository()
  const output = 'warning: one\nhint: two\nfatal: three\nhint: four'
  const alias = `alias.broken=!printf '${output.replaceAll('\n', '\\n')}' >&2; exit 3`
  const call = runGit(['-c', alias, 'broken'], { gitDir: `${user.repo}/.git`, workTree: user.repo })
  await expect(call).rejects.toMatchObject({
    message: expect.stringMatching(/ in \S+\.git: fatal: three\nwarning: one\nhint: two\nhint: four$/),
    details: { output },
  })
})
