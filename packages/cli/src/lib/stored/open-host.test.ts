import { expect, it } from 'vitest'
import { openHost } from './open-host.ts'

it('replaces only the store of a host by a database', async () => {
  const files = await openHost({ repo: '.' })
  const database = await openHost({ repo: '.', database: 'postgresql://me@127.0.0.1:1/runs' })
  expect(Object.keys(database).toSorted()).toEqual(Object.keys(files).toSorted())
  expect(database.machine).toBe(files.machine)
  expect(files.store).not.toHaveProperty('migrate')
  expect(database.store).toHaveProperty('migrate')
})

it('refuses an address that is not of PostgreSQL, without repeating it', async () => {
  const refused = openHost({ repo: '.', database: 'mysql://me:secret@db/runs' })
  await expect(refused).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.not.stringContaining('secret') as string,
  })
})
