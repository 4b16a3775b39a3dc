import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { runGit } from '../src/lib/git/call/run-git.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
})
afterEach(() => user.close())

describe('fault 51: signed commits, with a key that needs a passphrase', () => {
  beforeEach(() => {
    const program = join(user.dir, 'gpg')
    writeFileSync(program, `#!/bin/sh\ntouch ${join(user.dir, 'asked')}\nexit 1\n`)
    chmodSync(program, 0o755)
    user.sh('config', 'commit.gpgsign', 'true')
    user.sh('config', 'gpg.program', program)
  })

  it('are not signed in a run, which notes it at the start', async () => {
    const git = nativeGit({ repo: user.repo, slots: user.slots })
    expect((await git.inspect()).notes).toEqual([
      expect.stringContaining('are not signed. To sign them: --sign'),
    ])
    const workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
    await workspace.fs.writeFile('/new.txt', 'x\n')
    const changes = await git.changedPaths(workspace)
    const ref = 'refs/amelia/r1/attempt/a/1'
    const { commit, tree } = await git.commitAttempt(workspace, { ref, message: 'x\n', date: 1, changes })
    const composed = await git.compose({
      ref: 'refs/amelia/r1/x',
      tree,
      parent: user.base,
      files: {},
      message: 'y\n',
      date: 1,
    })
    for (const id of [commit, composed]) expect(user.sh('cat-file', 'commit', id)).not.toContain('gpgsig')
    expect(existsSync(join(user.dir, 'asked'))).toBe(false)
  })

  it('stop a run before its start if it signs and git cannot', async () => {
    const git = nativeGit({ repo: user.repo, slots: user.slots, sign: true })
    const before = user.sh('count-objects')
    expect((await git.inspect()).obstacle).toMatch(/^Git cannot sign commits: .*gpg failed to sign the data/)
    // It reads the data first: git fails if its signer ends before.
    const signer = '#!/bin/sh\ncat > /dev/null\necho "[GNUPG:] SIG_CREATED " >&2\necho signature\n'
    writeFileSync(join(user.dir, 'gpg'), signer)
    expect(await git.inspect()).not.toHaveProperty('obstacle')
    expect(user.sh('count-objects')).toBe(before)
  })

  it('ask the user of the same repository for the passphrase', async () => {
    const call = { gitDir: join(user.repo, '.git'), workTree: user.repo }
    await runGit(['commit', '--allow-empty', '-q', '-m', 'x'], call)
    expect(existsSync(join(user.dir, 'asked'))).toBe(false)
    expect(() => user.sh('commit', '--allow-empty', '-q', '-m', 'x')).toThrow()
    expect(existsSync(join(user.dir, 'asked'))).toBe(true)
  })

  it('are not noted if the user does not sign commits', async () => {
    user.sh('config', 'commit.gpgsign', 'false')
    expect((await nativeGit({ repo: user.repo, slots: user.slots }).inspect()).notes).toEqual([])
  })
})

describe('fault 59: background gc', () => {
  const packs = (): string[] =>
    readdirSync(join(user.repo, '.git/objects/pack')).filter((name) => name.endsWith('.pack'))

  /** Contents whose object ids start with 17: `gc.auto` counts the objects of that folder. */
  const untidy = (): string[] => {
    const found: string[] = []
    for (let number = 0; found.length < 3; number += 1) {
      const text = `${number}\n`
      if (createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex').startsWith('17'))
        found.push(text)
    }
    return found
  }

  it("never starts from a call of the engine, whatever the user's limits", async () => {
    user.sh('config', 'gc.auto', '1')
    user.sh('config', 'gc.autoDetach', 'false')
    const call = { gitDir: join(user.repo, '.git'), workTree: user.repo }
    for (const input of untidy()) await runGit(['hash-object', '-w', '--stdin'], { ...call, input })
    await runGit(['branch', 'side'], call)
    await runGit(['commit', '--allow-empty', '-q', '-m', 'x'], call)
    await runGit(['merge', '-q', '--no-ff', '-m', 'y', 'side'], call)
    expect(packs()).toEqual([])
    user.sh('commit', '--allow-empty', '-q', '-m', 'z')
    expect(packs()).not.toEqual([])
  })
})
