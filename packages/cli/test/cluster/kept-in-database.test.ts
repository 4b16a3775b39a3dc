import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})
afterAll(removeFolders)

it('clean and doctor report the size of journals in a database', async () => {
  const repository = makeRepository()
  const database = await server.createDatabase()
  const on = (...args: string[]) => cli([...args, '--database', database], { cwd: repository })
  expect((await on('doctor')).stdout).toMatch(/^info {2}runs +none$/m)
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
  expect(await on('run', plan, '--trust', 'autonomous', '--yes')).toMatchObject({ code: 0 })
  const { stdout } = await on('clean')
  expect(stdout).toMatch(
    /^RUN +STATUS +AGE .*REFS +JOURNAL .*BRANCH\n\S+ +completed .* \S+ kB .*not merged$/m,
  )
  expect(stdout).toMatch(/^1 run keeps [1-9]\S* kB and /m)
  expect((await on('doctor')).stdout).toMatch(
    /^info {2}runs +files and tables of 1 run: [1-9]\S* kB; amelia clean lists and removes them$/m,
  )
  const unusable = await cli(['doctor', '--database', `${database}-missing`], { cwd: repository })
  expect(unusable).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^fail {2}runs +.*does not exist/m),
  })
})
