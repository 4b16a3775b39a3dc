import { expect, it } from 'vitest'
import { explainLoadFailure } from './explain-load-failure.ts'

const failure = (code: string, url?: string) =>
  Object.assign(new Error('open x'), { code, ...(url !== undefined && { url }) })

it('explains too many open files and a module of Amelia that is missing, and nothing else', () => {
  const folder = 'file:///a/dist/'
  expect(explainLoadFailure(failure('EMFILE'))?.advice).toContain('ulimit -n 4096')
  expect(explainLoadFailure(failure('ENFILE'))?.message).toBe('Too many files are open: open x.')
  const own = failure('ERR_MODULE_NOT_FOUND', `${folder}run-command-1.js`)
  expect(explainLoadFailure(own, folder)?.advice).toBe('Repeat the command.')
  const plugin = failure('ERR_MODULE_NOT_FOUND', 'file:///project/driver.js')
  for (const other of [plugin, failure('ERR_MODULE_NOT_FOUND'), failure('ENOENT'), 'EMFILE', undefined])
    expect(explainLoadFailure(other, folder)).toBeUndefined()
})
