import type { Change } from '../../contract/git/change.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import type { GitCaseBody } from './git-case.ts'

const ref = 'refs/amelia/r1/attempt/2a/1'
const date = 1_700_000_000
const at = (path: string, kind: Change['kind'] = 'added'): Change => ({ path, kind })

/** Private commits of explicit paths on the base. */
export const gitAttemptCases: GitCaseBody[] = [
  {
    name: 'commitAttempt: commits only the given paths',
    async body({ git, base, open }) {
      const workspace = await open()
      for (const path of ['/one.txt', '/two.txt', '/src/a.txt']) await workspace.fs.writeFile(path, 'x\n')
      await workspace.fs.rm('/src/b.txt')
      const changes = [at('one.txt'), at('src/b.txt', 'deleted')]
      const { commit, tree } = await git.commitAttempt(workspace, { ref, message: 'Work\n', date, changes })
      const diff = await git.diff({ from: base, to: commit })
      ensureEqual(
        diff.map(({ path, status }) => [path, status]),
        [
          ['one.txt', 'added'],
          ['src/b.txt', 'deleted'],
        ],
        'the diff',
      )
      ensureEqual(await git.readTree(commit), tree, 'the tree')
      ensureEqual(await git.readRef(ref), commit, 'the ref')
      const left = (await git.changedPaths(workspace)).map(({ path }) => path).sort()
      ensureEqual(left, ['one.txt', 'src/a.txt', 'src/b.txt', 'two.txt'], 'the changes left in the workspace')
    },
  },
  {
    name: 'commitAttempt: builds on the base, also after a reset to an attempt',
    async body({ git, base, open, commit }) {
      const workspace = await open()
      await workspace.fs.writeFile('/one.txt', '1\n')
      const first = await commit(workspace, { message: 'One\n\nAmelia-Attempt: 1\n' })
      await git.resetWorkspace(workspace, first)
      await workspace.fs.writeFile('/two.txt', '2\n')
      const second = await commit(workspace, { message: 'Two\n\nAmelia-Attempt: 2\n' })
      const diff = (await git.diff({ from: base, to: second })).map(({ path }) => path)
      ensureEqual(diff, ['one.txt', 'two.txt'], 'the diff against the base')
      const find = (value: string) => git.findCommits({ from: second, trailer: 'Amelia-Attempt', value })
      ensureEqual(await find('2'), [second], 'the second attempt in its history')
      ensureEqual(await find('1'), [], 'the first attempt in its history')
    },
  },
  {
    name: 'commitAttempt: equal work has equal ids, unless the date or message differs',
    async body({ attempt, open, commit }) {
      const files = { 'src/a.txt': 'same\n', 'new.txt': 'same\n' }
      const first = await attempt(files, { ref: 'refs/amelia/r1/attempt/1/1' })
      ensureEqual(await attempt(files, { ref: 'refs/amelia/r2/attempt/9/9' }), first, 'the id')
      ensure(
        (await attempt(files, { message: 'Other\n' })) !== first,
        'another message results in another id',
      )
      const workspace = await open(first)
      ensure((await commit(workspace, { date: date + 1 })) !== first, 'another date results in another id')
      ensureEqual(await commit(workspace), first, 'the id of the same tree')
    },
  },
  {
    name: 'commitAttempt: creates and moves its ref unconditionally',
    async body({ git, attempt }) {
      const first = await attempt({ 'one.txt': '1\n' }, { ref })
      ensureEqual(await git.readRef(ref), first, 'the ref')
      const second = await attempt({ 'two.txt': '2\n' }, { ref })
      ensureEqual(await git.readRef(ref), second, 'the ref afterwards')
    },
  },
  {
    name: "commitAttempt: without changes, the tree is the base's",
    async body({ git, base, attempt }) {
      const id = await attempt({})
      ensure(id !== base, 'it is a new commit')
      ensureEqual(await git.readTree(id), await git.readTree(base), 'the tree')
    },
  },
  {
    name: 'commitAttempt: a file becomes a folder, a folder becomes a file',
    async body({ git, base, open, commit }) {
      const workspace = await open()
      await workspace.fs.rm('/src/a.txt')
      await workspace.fs.writeFile('/src/a.txt/inner.txt', 'x\n')
      await workspace.fs.rm('/src/deep', { recursive: true })
      await workspace.fs.writeFile('/src/deep', 'x\n')
      const id = await commit(workspace)
      const diff = await git.diff({ from: base, to: id })
      const expected = [
        'deleted src/a.txt',
        'added src/a.txt/inner.txt',
        'added src/deep',
        'deleted src/deep/c.txt',
      ]
      ensureEqual(diff.map(({ path, status }) => `${status} ${path}`).sort(), expected.sort(), 'the diff')
      const changes = (await git.changedPaths(workspace)).reverse()
      const { tree } = await git.commitAttempt(workspace, { ref, message: 'x\n', date, changes })
      ensureEqual(tree, await git.readTree(id), 'the tree for changes in another order')
    },
  },
  {
    name: 'commitAttempt: keeps binary contents',
    needs: ['binary'],
    async body({ git, open, commit }) {
      const bytes = Uint8Array.from({ length: 1024 }, (_, index) => index % 256)
      const workspace = await open()
      await workspace.fs.writeFile('/data.bin', bytes)
      const id = await commit(workspace)
      const other = await open(id)
      ensureEqual([...(await other.fs.readFile('/data.bin'))], [...bytes], 'the content')
      const [entry] = await git.diff({ from: workspace.base, to: id })
      ensureEqual(
        entry,
        { path: 'data.bin', status: 'added', added: null, removed: null },
        'the entry of the diff',
      )
    },
  },
]
