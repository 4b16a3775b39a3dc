import { expect, it } from 'vitest'
import { checkRemote } from '../../src/lib/git/check-remote.ts'
import { sharedRepository } from '../shared-repository.ts'

it('accepts a bare repository and leaves no ref there', async () => {
  const shared = sharedRepository()
  await checkRemote(shared.clone().repo, shared.remote)
  expect(shared.run('for-each-ref', 'refs/amelia')).toBe('')
})

it('accepts a remote that takes only the refs of workers', async () => {
  const shared = sharedRepository()
  shared.hook('update', 'case $1 in refs/amelia/*/attempt/*|refs/amelia/*/kept/*) ;; *) exit 1;; esac')
  await checkRemote(shared.clone().repo, shared.remote)
  expect(shared.run('for-each-ref', 'refs/amelia')).toBe('')
})

it.each([
  ['receive.advertiseAtomic', 'false', 'does not accept atomic pushes'],
  ['receive.hideRefs', 'refs/amelia', 'does not accept refs below refs/amelia/'],
  ['uploadpack.hideRefs', 'refs/amelia', 'hides refs below refs/amelia/'],
])('refuses a remote with %s=%s', async (key, value, why) => {
  const shared = sharedRepository()
  shared.run('config', key, value)
  await expect(checkRemote(shared.clone().repo, shared.remote)).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: 'remote' },
    message: expect.stringContaining(why) as string,
  })
})

it.each([
  '',
  '--upload-pack=touch x',
  'ext::sh -c touch% x',
  '/nothing/here',
  'https://me:secret@127.0.0.1:1/x',
])('refuses %j without its password', async (address) => {
  const { repo } = sharedRepository().clone()
  const checking = checkRemote(repo, address)
  await expect(checking).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  await checking.catch((error: unknown) => expect(String(error)).not.toContain('secret'))
})

it('refuses a remote that keeps refs which are deleted', async () => {
  const shared = sharedRepository()
  shared.hook('update', 'case $3 in 0000*) exit 1;; esac')
  const checking = checkRemote(shared.clone().repo, shared.remote)
  await expect(checking).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining('does not delete refs below refs/amelia/') as string,
  })
})
