import type { Change } from '../../contract/git/change.ts'
import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import type { GitCaseBody } from './git-case.ts'

const ref = 'refs/amelia/r1/attempt/2a/1'
const date = 1_700_000_000
const at = (path: string, kind: Change['kind'] = 'added'): Change => ({ path, kind })

/** Names that a careless call would interpret as options, patterns or refs. */
const names = [
  'a b.txt',
  'quo"te\'.txt',
  'new\nline.txt',
  'tab\t.txt',
  '*.txt',
  '[a-z]?.txt',
  ':(top)x.txt',
  '-rf',
  '--all',
  'ünï/ça va 👩‍💻.txt',
  ' lead.txt',
  'back\u00a0space',
  '#hash',
  '!bang',
  '~tilde',
  '$(id)',
  'HEAD',
  'refs/heads/main',
]

/** Paths and refs that a private commit refuses, and user state that it leaves alone. */
export const gitAttemptSafetyCases: GitCaseBody[] = [
  {
    name: 'fault 16: commitAttempt refuses paths that git reserves, and creates nothing',
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/fine.txt', 'x')
      const bad = [
        '.git',
        '.git/config',
        'a/.GIT/hooks/x',
        'git~1',
        'src/.git ',
        'src/.git.',
        '../x',
        'a//b',
        '/x',
        'a/../b',
        '',
      ]
      for (const path of bad) {
        const changes = [at('fine.txt'), at(path)]
        const request = git.commitAttempt(workspace, { ref, message: 'x\n', date, changes })
        await ensureRejects(request, 'PATH_DENIED', JSON.stringify(path))
      }
      ensureEqual(await git.readRef(ref), null, 'the ref')
    },
  },
  {
    name: 'commitAttempt: refuses a nested repository',
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/sub/x.txt', 'x')
      const changes = [at('sub', 'nested_repository')]
      const request = git.commitAttempt(workspace, { ref, message: 'x\n', date, changes })
      const error = await ensureRejects(request, 'PATH_DENIED', 'a nested repository')
      ensureEqual(error.details.path, 'sub', 'the path in the error')
      ensureEqual(await git.readRef(ref), null, 'the ref')
    },
  },
  {
    name: 'fault 18: spaces, quotes, newlines, patterns and dashes in names have no special meaning',
    async body({ git, base, open, commit }) {
      const workspace = await open()
      for (const name of names) await workspace.fs.writeFile(`/${name}`, `${name}\n`)
      ensureEqual(
        (await git.changedPaths(workspace)).map(({ path }) => path).sort(),
        [...names].sort(),
        'the changes',
      )
      const id = await commit(workspace)
      const diff = await git.diff({ from: base, to: id })
      ensureEqual(diff.map(({ path }) => path).sort(), [...names].sort(), 'the diff')
      await git.resetWorkspace(workspace, id)
      for (const name of names) {
        const text = new TextDecoder().decode(await workspace.fs.readFile(`/${name}`))
        ensureEqual(text, `${name}\n`, `the content of ${JSON.stringify(name)}`)
        await workspace.fs.rm(`/${name}`)
      }
      ensureEqual(await git.changedPaths(workspace), [], 'the changes after removing all of them')
    },
  },
  {
    name: 'fault 17: commitAttempt and compose write only valid names below refs/amelia/',
    async body({ git, base, open, branch }) {
      const workspace = await open()
      const tree = await git.readTree(base)
      const bad = [
        branch,
        'refs/heads/x',
        'HEAD',
        'refs/amelia',
        'refs/amelia/a b',
        'refs/amelia/a..b',
        'refs/amelia/x\ny',
        'refs/amelia/x.lock',
        '-x',
      ]
      for (const name of bad) {
        const attempt = git.commitAttempt(workspace, { ref: name, message: 'x\n', date, changes: [] })
        await ensureRejects(attempt, 'TARGET_INVALID', `commitAttempt ${name}`)
        const compose = git.compose({ ref: name, tree, parent: base, files: {}, message: 'x\n', date })
        await ensureRejects(compose, 'TARGET_INVALID', `compose ${name}`)
      }
      ensureEqual(await git.readRef(branch), base, 'the branch')
    },
  },
  {
    name: "fault 44: the user's files, index and branch do not change, uncommitted changes included",
    needs: ['checkout'],
    async body({ git, base, branch, open, commit, writeUserFile, readUserState }) {
      ensure(writeUserFile && readUserState, 'the subject reads its checkout')
      ensureEqual((await git.inspect()).dirty, false, 'dirty before')
      await writeUserFile('src/a.txt', 'mine, not committed\n')
      await writeUserFile('untracked.txt', 'mine\n')
      const before = await readUserState()
      ensureEqual((await git.inspect()).dirty, true, 'dirty')
      const workspace = await open()
      ensureEqual(await git.changedPaths(workspace), [], 'the changes of a workspace')
      await workspace.fs.writeFile('/src/a.txt', 'theirs\n')
      const id = await commit(workspace)
      await git.resetWorkspace(workspace, id)
      await git.updateRefs([{ ref: 'refs/heads/amelia/x', new: id, old: null }])
      await git.merge({ ours: base, theirs: id })
      await git.compose({
        ref: 'refs/amelia/r1/c',
        tree: await git.readTree(id),
        parent: base,
        files: { 'n.md': 'n' },
        message: 'n\n',
        date,
      })
      await git.diff({ from: base, to: id })
      await git.closeWorkspace(workspace)
      await git.removeWorkspaces?.('r1')
      await git.updateRefs([{ ref: 'refs/heads/amelia/x', new: null, old: id }])
      ensureEqual(await readUserState(), before, "the user's state")
      ensureEqual(await git.readRef(branch), base, 'the branch')
    },
  },
]
