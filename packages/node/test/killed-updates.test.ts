import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createKilledGit, type KilledGit, type Moment } from './killed-git.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const realGit = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const path = process.env['PATH']

let user: TemporaryRepository
let killed: KilledGit
let git: GitBackendV1
let warnings: string[]

beforeEach(() => {
  user = createRepository()
  killed = createKilledGit(user.dir, realGit)
  process.env['PATH'] = killed.path
  warnings = []
  git = nativeGit({
    repo: user.repo,
    slots: user.slots,
    onGitWarning: (message) => warnings.push(message),
  })
})
afterEach(() => {
  process.env['PATH'] = path
  user.close()
})

const moments: Moment[] = ['before', 'after', 'code']

describe('updateRefs', () => {
  const refs = ['refs/amelia/r1/head', 'refs/heads/amelia/one', 'refs/heads/amelia/two'] as const
  const updates = refs.map((ref) => ({ ref, new: '', old: null as string | null }))
  const moveAll = (): Promise<void> => git.updateRefs(updates.map((one) => ({ ...one, new: user.base })))
  const lock = (ref: string): string => join(user.repo, '.git', `${ref}.lock`)
  const expectMoved = async (): Promise<void> => {
    for (const ref of refs) {
      expect(await git.readRef(ref)).toBe(user.base)
      expect(existsSync(lock(ref))).toBe(false)
    }
  }

  it.each(moments)('succeeds if its process is killed: %s', async (moment) => {
    killed.kill('update-ref', { moment })
    await moveAll()
    expect(killed.kills()).toBe(1)
    expect(warnings).toHaveLength(1)
    await expectMoved()
  })

  it('completes a transaction that was half applied, and removes the locks of the killed process', async () => {
    const [done, full, empty] = refs
    const lines = [
      `mkdir -p '${join(user.repo, '.git/refs/amelia/r1')}' '${join(user.repo, '.git/refs/heads/amelia')}'`,
      `echo ${user.base} > '${join(user.repo, '.git', done)}'`,
      `echo ${user.base} > '${lock(full)}'`,
      `: > '${lock(empty)}'`,
    ]
    killed.kill('update-ref', { script: lines.join('; ') })
    await moveAll()
    await expectMoved()
  })

  it.each([
    ['of another value', refs[1], `echo ${'1'.repeat(40)}`],
    ['of another ref', 'refs/heads/other', ':'],
  ])('leaves a lock %s', async (_, ref, print) => {
    killed.kill('update-ref', {
      script: `mkdir -p '${join(user.repo, '.git/refs/heads/amelia')}'; ${print} > '${lock(ref)}'`,
    })
    await moveAll().catch((error: unknown) => expect(error).toMatchObject({ code: 'GIT_LOCKED' }))
    expect(existsSync(lock(ref))).toBe(true)
  })

  it('leaves an empty lock that existed before the call', async () => {
    user.sh('update-ref', refs[1], user.base)
    user.sh('update-ref', '-d', refs[1])
    execFileSync('mkdir', ['-p', join(user.repo, '.git/refs/heads/amelia')])
    writeFileSync(lock(refs[1]), '')
    killed.kill('update-ref')
    await expect(moveAll()).rejects.toMatchObject({ code: 'GIT_LOCKED' })
    expect(existsSync(lock(refs[1]))).toBe(true)
  })

  it('throws REF_MOVED if someone else moved a ref since then', async () => {
    const other = user.sh('commit-tree', '-m', 'Other', `${user.base}^{tree}`)
    killed.kill('update-ref', { script: `'${realGit}' -C '${user.repo}' update-ref ${refs[2]} ${other}` })
    await expect(moveAll()).rejects.toMatchObject({ code: 'REF_MOVED', details: { refs: [refs[2]] } })
    expect(await git.readRef(refs[2])).toBe(other)
    expect(await git.readRef(refs[0])).toBeNull()
  })

  it.each(moments)('deletes a ref if its process is killed: %s', async (moment) => {
    await moveAll()
    user.sh('pack-refs', '--all')
    const script = moment === 'before' ? `: > '${join(user.repo, '.git/packed-refs.lock')}'` : ':'
    killed.kill('update-ref', { moment, script })
    await git.updateRefs(updates.map((one) => ({ ...one, new: null, old: user.base })))
    expect(await git.listRefs('refs/heads/amelia/')).toEqual(new Map())
    expect(existsSync(join(user.repo, '.git/packed-refs.lock'))).toBe(false)
  })

  it('removes the lock of HEAD that a killed process left', async () => {
    const head = user.sh('symbolic-ref', 'HEAD')
    const next = user.sh('commit-tree', '-m', 'Next', '-p', user.base, `${user.base}^{tree}`)
    killed.kill('update-ref', { script: `: > '${join(user.repo, '.git/HEAD.lock')}'` })
    await git.updateRefs([{ ref: head, new: next, old: user.base }])
    expect(await git.readRef(head)).toBe(next)
    expect(existsSync(join(user.repo, '.git/HEAD.lock'))).toBe(false)
  })
})
