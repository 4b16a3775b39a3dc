import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { type ProvenCommit, proveCommits } from '@amelia/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  composeStatement,
  createKey,
  sealChain,
  sha256,
  storeProof,
} from '../../../../test/fixtures/proof/compose-proof.ts'
import { commitFiles, proofRef, runId } from '../../../../test/fixtures/proof/proven-repository.ts'
import { git } from '../../../../test/fixtures/repository.ts'

/** A filter as Git LFS: the commit has a pointer, and the content is below the git dir. */
const filter = `#!/bin/sh
store=$(git rev-parse --git-common-dir)/store
if [ "$1" = clean ]; then
  mkdir -p "$store" && cat > "$store/new" && id=$(git hash-object "$store/new") && mv "$store/new" "$store/$id"
  echo "pointer $id"
else
  read -r _ id && cat "$store/$id"
fi
`
const inHead = ['-c', 'protocol.file.allow=always']

describe('a replay of files that the commits do not contain', () => {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'amelia-lent-'))
  const [author, key] = [join(root, 'author'), join(root, 'author-key')]
  const program = join(root, 'filter.sh')
  const allowed = join(root, 'author-key.allowed')

  beforeAll(() => {
    createKey(root, 'author-key')
    writeFileSync(program, filter)
    chmodSync(program, 0o755)
    const library = join(root, 'library')
    for (const dir of [library, author]) {
      git(root, 'init', '-qb', 'main', dir)
      git(dir, 'config', 'user.name', 'A Person')
      git(dir, 'config', 'user.email', 'person@example.org')
    }
    commitFiles(library, 'Begin', { 'two.txt': 'two\n' })
    setFilter(author, program)
    commitFiles(author, 'Begin', { '.gitattributes': '*.big filter=fake\n', 'a.big': 'content\n' })
    git(author, ...inHead, 'submodule', 'add', '-q', library, 'vendor/lib')
    const commit = commitFiles(author, 'Use it', { 'code.txt': 'code\n' })
    expect(git(author, 'show', 'HEAD:a.big')).toContain('pointer')
    const check = (name: string, ...argv: string[]) => ({
      ...{ name, argv, exitCode: 0, durationMs: 1, overlays: [] },
    })
    const checks = [
      check('submodule', 'grep', '-q', 'two', 'vendor/lib/two.txt'),
      check('filter', 'grep', '-q', 'content', 'a.big'),
      // A confined command sees nothing of the filter's state.
      ...(probeConfinement().works
        ? [check('state', 'sh', '-c', `test -z "$(ls ${join(root, 'clone/.git/store')})"`)]
        : []),
    ]
    const statement = composeStatement(author, commit, {
      ...{ runId, kind: 'phase', phase: { id: '1', title: 'Use it' }, plan: sha256('') },
      replay: { platform: {}, setup: [], checks },
    })
    storeProof(author, proofRef, sealChain([statement], key))
  })

  afterAll(() => rmSync(root, { recursive: true }))

  const setFilter = (dir: string, command: string): void => {
    for (const name of ['clean', 'smudge']) git(dir, 'config', `filter.fake.${name}`, `${command} ${name}`)
  }

  /** Clones the author's repository, and proves its last commit. */
  const prove = async (prepare: (clone: string) => void): Promise<ProvenCommit> => {
    const clone = join(root, 'clone')
    git(root, 'clone', '-q', '--no-checkout', author, clone)
    git(clone, 'fetch', '-q', 'origin', 'refs/amelia/proof/*:refs/amelia/proof/*')
    prepare(clone)
    const { commits } = await proveCommits({ repo: clone, allowedSigners: allowed, range: 'HEAD~1..HEAD' })
    rmSync(clone, { recursive: true })
    return commits[0]!
  }
  const lend = (clone: string): void => {
    mkdirSync(join(clone, '.git/store'))
    for (const name of readdirSync(join(author, '.git/store')))
      writeFileSync(join(clone, '.git/store', name), 'content\n')
    setFilter(clone, program)
  }
  const update = (clone: string): void => {
    git(clone, 'reset', '-q', '--hard')
    git(clone, ...inHead, 'submodule', 'update', '-q', '--init')
  }

  it('uses the submodules and the filters of the clone, with their state, and writes nothing there', async () => {
    const commit = await prove((clone) => {
      lend(clone)
      update(clone)
    })
    expect(commit).toMatchObject({ verdict: 'proven', reasons: [] })
  })

  it('is not possible without them, which contradicts nothing', async () => {
    const withoutModule = await prove(lend)
    expect(withoutModule).toMatchObject({
      verdict: 'not-reproducible',
      reasons: [
        'submodule: exited with 2 instead of 0 (the submodule "vendor/lib" is not in this clone: git submodule update --init --recursive)',
      ],
    })
    const withoutFilter = await prove(update)
    expect(withoutFilter).toMatchObject({
      verdict: 'not-reproducible',
      reasons: [
        'filter: exited with 1 instead of 0 (fake is used by .gitattributes, but is not set up. Configure filter.fake)',
      ],
    })
  })

  it('does not run a filter that is a file of the branch', async () => {
    const trace = join(root, 'trace')
    const commit = await prove((clone) => {
      lend(clone)
      update(clone)
      setFilter(clone, `touch ${trace}; cat code.txt #`)
      git(clone, 'config', 'filter.fake.required', 'true')
    })
    expect(commit.verdict).toBe('not-reproducible')
    expect(commit.reasons[0]).toContain('did not run, because its program is a file of the branch')
    expect(readdirSync(root)).not.toContain('trace')
  })
})
