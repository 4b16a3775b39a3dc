import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import type { Change } from '../../contract/git/change.ts'
import { conflictLabels } from '../../contract/name/conflict-labels.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { commitAttempt } from './commit-attempt.ts'

/** Built here, so that no file of this repository contains text that looks like a secret. */
const secret = `ghp_${'aB3'.repeat(12)}`
const attempt = { phaseId: 'a', attempt: 2 }

const commit = async (files: Record<string, string>, options: PerformerOptions = {}, changes?: Change[]) => {
  const fixture = createPerformer({
    ...options,
    git: (git) => ({ ...(changes ? { changedPaths: async () => changes } : {}), ...options.git?.(git) }),
  })
  const { performer, host, phase, open } = fixture
  const workspace = await open('a')
  for (const [path, content] of Object.entries(files)) await workspace.fs.writeFile(`/${path}`, content)
  Object.assign(phase('a').attempt, { number: 2, round: 2 })
  const input = await commitAttempt(performer, { ...attempt, dispatch: 1 })
  return { input, host, ref: host.git.refs.get('refs/amelia/r1/attempt/a/2') }
}

describe('commitAttempt', () => {
  it("commits the work to the attempt's ref", async () => {
    const { input, host, ref } = await commit({ 'a.txt': 'a', 'src/b.txt': 'b' })
    expect(input).toMatchObject({
      type: 'attempt_committed',
      ...attempt,
      commit: ref,
      files: ['a.txt', 'src/b.txt'],
    })
    expect(host.git.commitOf(ref!)).toMatchObject({
      message: 'Phase a: Phase a\n\nAmelia-Run: r1\nAmelia-Phase: a\nAmelia-Attempt: 2\n',
      date: Date.UTC(2026, 0, 1) / 1000,
      parent: host.git.refs.get('refs/heads/main'),
    })
    expect(host.git.filesOf(ref!).get('src/b.txt')).toBe('b')
  })

  it('fault 55: commits an attempt without changes', async () => {
    const { input, ref } = await commit({})
    expect(input).toMatchObject({ type: 'attempt_committed', commit: ref, files: [] })
  })

  it('fault 45: refuses a secret by path, before it enters the object store', async () => {
    const { input, ref } = await commit({ 'a.txt': 'a', '.env': `TOKEN=${secret}\n` })
    expect(input).toEqual({
      type: 'attempt_refused',
      ...attempt,
      dispatch: 1,
      blocker: 'secret_in_change',
      message: 'The changes of phase a seem to contain a secret.',
      details: ['.env:1: a GitHub token, ghp_...3aB3 with 40 characters, fingerprint 28da7f900ef5f630'],
      findings: ['28da7f900ef5f630'],
    })
    expect(ref).toBeUndefined()
  })

  it('searches only the changes of the attempt for secrets', async () => {
    const { input } = await commit({ 'a.txt': 'a' }, { world: { files: { 'fixture.txt': secret } } })
    expect(input).toMatchObject({ type: 'attempt_committed', files: ['a.txt'] })
  })

  it('names the files with markers of a conflict with the head, and no others', async () => {
    const labels = conflictLabels({ ours: 'a'.repeat(40), theirs: 'b'.repeat(40) })
    const git = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n'
    const files = {
      'a.txt': `<<<<<<< ${labels.ours}\na\n`,
      'b.txt': `>>>>>>> ${labels.theirs}`,
      'git.md': git,
    }
    const { input } = await commit(files)
    expect(input).toMatchObject({ type: 'attempt_committed', unresolved: ['a.txt', 'b.txt'] })
    expect((await commit({ 'git.md': git })).input).not.toHaveProperty('unresolved')
  })

  it.each<[string, Partial<Change>]>([
    ['deleted', { kind: 'deleted' }],
    ['very large', { kind: 'added', size: 1_000_001 }],
    ['a link that leaves the workspace', { kind: 'added', outside: '/etc/passwd' }],
  ])('does not read a file that is %s', async (_what, change) => {
    const { input } = await commit({ x: secret }, {}, [{ path: 'x', kind: 'added', ...change }])
    expect(input).toMatchObject({ type: 'attempt_committed' })
  })

  it('asks about programs that git runs, by path and content', async () => {
    const changes: Change[] = [
      { path: 'tools/clean', kind: 'modified', program: 'filter.up.clean' },
      { path: 'tools/old', kind: 'deleted', program: 'filter.up.smudge' },
      { path: 'a.txt', kind: 'added' },
    ]
    const { input, ref } = await commit({ 'tools/clean': 'cat', 'a.txt': 'a' }, {}, changes)
    expect(input).toMatchObject({
      type: 'attempt_refused',
      blocker: 'path_refused',
      message: expect.stringContaining('Phase a changed programs that git runs'),
      details: [
        'tools/clean, which git runs (filter.up.clean)',
        'tools/old, which git runs (filter.up.smudge)',
      ],
    })
    expect(ref).toBeUndefined()
    const asked = async (content: string): Promise<unknown> =>
      'findings' in input && (await commit({ 'tools/clean': content }, {}, changes.slice(0, 1))).input
    expect(await asked('cat')).toMatchObject({ findings: [(input as { findings: string[] }).findings[0]] })
    expect(await asked('cat -n')).not.toMatchObject({
      findings: [(input as { findings: string[] }).findings[0]],
    })
  })

  it('refuses a nested repository by path', async () => {
    const changes: Change[] = [
      { path: 'a.txt', kind: 'added' },
      { path: 'vendor/lib', kind: 'nested_repository' },
    ]
    const { input, ref } = await commit({ 'a.txt': 'a' }, {}, changes)
    expect(input).toMatchObject({
      type: 'attempt_refused',
      ...attempt,
      blocker: 'path_refused',
      details: ['vendor/lib'],
    })
    expect(ref).toBeUndefined()
  })

  it('fault 16: refuses a name that git reserves, whoever finds it', async () => {
    const refused = { type: 'attempt_refused', ...attempt, blocker: 'path_refused' }
    const looked = await commit({}, {}, [{ path: '.GIT/hooks/pre-commit', kind: 'added' }])
    expect(looked.input).toMatchObject({ ...refused, details: ['/.GIT/hooks/pre-commit'] })
    const denied = new AmeliaError('PATH_DENIED', '.git. is refused.', { path: '.git.' })
    const committed = await commit({}, { git: () => ({ commitAttempt: () => Promise.reject(denied) }) })
    expect(committed.input).toMatchObject({ ...refused, message: '.git. is refused.', details: ['.git.'] })
  })

  it('fault 58: throws unexpected errors', async () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    await expect(commit({}, { git: () => ({ commitAttempt: () => Promise.reject(full) }) })).rejects.toBe(
      full,
    )
  })
})
