import { ensureEqual } from '../ensure.ts'
import { type GitCaseBody, kindsOf } from './git-case.ts'

/** Changes of a workspace against its base. */
export const gitChangedPathsCases: GitCaseBody[] = [
  {
    name: 'changedPaths: added, modified and deleted files, with sizes',
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/src/a.txt', 'longer\n')
      await workspace.fs.writeFile('/src/other/new.txt', 'né\n')
      await workspace.fs.rm('/src/deep', { recursive: true })
      const changes = await git.changedPaths(workspace)
      const expected = ['added src/other/new.txt', 'deleted src/deep/c.txt', 'modified src/a.txt']
      ensureEqual(kindsOf(changes), expected, 'the changes')
      ensureEqual(changes.find(({ path }) => path === 'src/other/new.txt')?.size, 4, 'the size in bytes')
    },
  },
  {
    name: 'changedPaths: rewriting a file with its content is not a change',
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/src/a.txt', 'x\n')
      await workspace.fs.writeFile('/src/a.txt', 'a\n')
      await workspace.fs.rm('/src/b.txt')
      await workspace.fs.writeFile('/src/b.txt', 'b\n')
      ensureEqual(await git.changedPaths(workspace), [], 'the changes')
    },
  },
  {
    name: 'changedPaths: detects another content of the same length at the same time',
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/src/a.txt', 'A\n')
      ensureEqual(kindsOf(await git.changedPaths(workspace)), ['modified src/a.txt'], 'the changes')
      await workspace.fs.writeFile('/src/a.txt', 'B\n')
      await workspace.fs.writeFile('/src/b.txt', 'B\n')
      const expected = ['modified src/a.txt', 'modified src/b.txt']
      ensureEqual(kindsOf(await git.changedPaths(workspace)), expected, 'the changes')
    },
  },
  {
    name: 'changedPaths: compares with the base also after a reset to an attempt',
    async body({ git, base, open, commit }) {
      const workspace = await open()
      await workspace.fs.writeFile('/src/a.txt', 'attempt\n')
      await workspace.fs.writeFile('/src/b.txt', 'attempt\n')
      await workspace.fs.writeFile('/new.txt', 'new\n')
      await workspace.fs.rm('/src/deep/c.txt')
      const id = await commit(workspace)
      await git.resetWorkspace(workspace, id)
      ensureEqual(workspace.base, base, 'the base')
      const all = ['added new.txt', 'deleted src/deep/c.txt', 'modified src/a.txt', 'modified src/b.txt']
      ensureEqual(kindsOf(await git.changedPaths(workspace)), all, 'the changes after the reset')
      // Reverts or replaces each change of the attempt.
      await workspace.fs.writeFile('/src/a.txt', 'a\n')
      await workspace.fs.writeFile('/src/b.txt', 'more\n')
      await workspace.fs.rm('/new.txt')
      await workspace.fs.writeFile('/src/deep/c.txt', 'c\n')
      await workspace.fs.writeFile('/newer.txt', 'newer\n')
      const now = ['added newer.txt', 'modified src/b.txt']
      ensureEqual(kindsOf(await git.changedPaths(workspace)), now, 'the changes of the later work')
      await workspace.fs.writeFile('/src/deep/c.txt', 'other\n')
      const then = ['added newer.txt', 'modified src/b.txt', 'modified src/deep/c.txt']
      ensureEqual(
        kindsOf(await git.changedPaths(workspace)),
        then,
        'the changes with a deleted file written again',
      )
    },
  },
  {
    name: 'changedPaths: omits ignored files',
    needs: ['ignore'],
    async body({ git, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/ignored/x.txt', 'x')
      await workspace.fs.writeFile('/src/debug.log', 'x')
      await workspace.fs.writeFile('/kept.txt', 'x')
      ensureEqual(kindsOf(await git.changedPaths(workspace)), ['added kept.txt'], 'the changes')
    },
  },
  {
    name: 'removeHidden: removes ignored files below the given folders only',
    needs: ['ignore'],
    async body({ git, open }) {
      if (!git.removeHidden) return
      const workspace = await open()
      for (const path of ['/src/debug.log', '/src/ignored/deep/x.txt', '/src/new.txt', '/debug.log'])
        await workspace.fs.writeFile(path, 'x')
      const removed = await git.removeHidden(workspace, ['src', 'missing'])
      ensureEqual(removed.sort(), ['src/debug.log', 'src/ignored/deep/x.txt'], 'the removed paths')
      const names = await workspace.fs.readdir('/src')
      ensureEqual(names.includes('debug.log'), false, 'whether the ignored file exists')
      ensureEqual(kindsOf(await git.changedPaths(workspace)), ['added src/new.txt'], 'the changes')
      ensureEqual((await workspace.fs.readdir('/')).includes('debug.log'), true, 'the file outside')
      await workspace.fs.writeFile('/.gitignore', 'src\n')
      ensureEqual(
        await git.removeHidden(workspace, ['src']),
        ['src/new.txt'],
        'the files of an ignored folder',
      )
    },
  },
]
