import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { type GitCaseBody, gitContractFiles, kindsOf } from './git-case.ts'
import { readAllFiles } from '../read-all-files.ts'

const code = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return 'nothing was thrown'
}

/** Workspaces and their files. */
export const gitWorkspaceCases: GitCaseBody[] = [
  {
    name: "openWorkspace: has exactly the base's files, and no changes",
    async body({ git, open, base }) {
      const workspace = await open()
      ensureEqual(workspace.base, base, 'the base')
      ensureEqual(await readAllFiles(workspace.fs), gitContractFiles, 'the files')
      ensureEqual(await git.changedPaths(workspace), [], 'the changes')
    },
  },
  {
    name: 'openWorkspace: workspaces are isolated from each other',
    async body({ git, open }) {
      const [one, two] = await Promise.all([open(), open()])
      ensure(one.id !== two.id, 'the ids differ')
      await one.fs.writeFile('/src/a.txt', 'one\n')
      await one.fs.rm('/src/b.txt')
      ensureEqual(await readAllFiles(two.fs), gitContractFiles, 'the files of the other workspace')
      ensureEqual(await git.changedPaths(two), [], 'the changes of the other workspace')
    },
  },
  {
    name: 'openWorkspace: has nothing of a closed workspace',
    async body({ git, open }) {
      const first = await open()
      await first.fs.writeFile('/src/a.txt', 'other\n')
      await first.fs.writeFile('/new/file.txt', 'new\n')
      await first.fs.writeFile('/ignored/file.txt', 'ignored\n')
      await first.fs.rm('/README.md')
      await git.closeWorkspace(first)
      const second = await open()
      ensureEqual(await readAllFiles(second.fs), gitContractFiles, 'the files')
      ensureEqual(await git.changedPaths(second), [], 'the changes')
    },
  },
  {
    name: 'fault 62: leases of a run have separate workspaces, and removing those of one keeps the others',
    async body({ git, base, commit }) {
      const openAs = (lease?: string) =>
        git.openWorkspace({ runId: 'r1', base, ...(lease === undefined ? {} : { lease }) })
      const [first, second, none] = [await openAs('t1'), await openAs('t2'), await openAs()]
      if (second.dir !== undefined) {
        ensure(second.dir.includes('/t2/'), 'the path contains the token')
        ensure(first.dir !== second.dir, 'the folders differ')
      }
      await first.fs.writeFile('/src/a.txt', 'first\n')
      await second.fs.writeFile('/src/a.txt', 'second\n')
      await none.fs.writeFile('/src/a.txt', 'none\n')
      await git.removeWorkspaces?.('r1', { lease: 't1' })
      await commit(second)
      ensureEqual(
        await readAllFiles(second.fs),
        { ...gitContractFiles, 'src/a.txt': 'second\n' },
        'the files',
      )
      await git.removeWorkspaces?.('r1')
      ensureEqual(kindsOf(await git.changedPaths(second)), ['modified src/a.txt'], 'the changes')
      await git.removeWorkspaces?.('r1', { lease: 't2', all: true })
    },
  },
  {
    name: 'openWorkspace: with a tree, has its files, and compares changes with the base',
    async body({ git, base, attempt, open }) {
      const earlier = await attempt({ 'src/a.txt': 'earlier\n', 'new.txt': 'new\n', 'src/b.txt': null })
      const workspace = await open(earlier)
      ensureEqual(workspace.base, base, 'the base')
      const expected = ['added new.txt', 'deleted src/b.txt', 'modified src/a.txt']
      ensureEqual(kindsOf(await git.changedPaths(workspace)), expected, 'the changes')
    },
  },
  {
    name: 'closeWorkspace: a second call does nothing, and does not close a later workspace',
    async body({ git, open }) {
      const first = await open()
      await git.closeWorkspace(first)
      await git.closeWorkspace(first)
      const second = await open()
      await git.closeWorkspace(first)
      const third = await open()
      await second.fs.writeFile('/src/a.txt', 'second\n')
      ensureEqual(
        kindsOf(await git.changedPaths(second)),
        ['modified src/a.txt'],
        'the changes of the second',
      )
      ensureEqual(await git.changedPaths(third), [], 'the changes of the third')
    },
  },
  {
    name: 'closeWorkspace: an abandoned folder is not reused',
    async body({ git, open }) {
      const first = await open()
      await git.closeWorkspace(first, { abandoned: true })
      const second = await open()
      if (first.dir !== undefined) ensure(second.dir !== first.dir, 'the folders differ')
      await first.fs.writeFile('/src/a.txt', 'late\n').catch(() => {})
      ensureEqual(await git.changedPaths(second), [], 'the changes')
    },
  },
  {
    name: 'resetWorkspace: restores the tree and removes everything else, ignored files too',
    async body({ git, base, open }) {
      const workspace = await open()
      for (const path of ['/ignored/x.txt', '/src/debug.log', '/new/deep/y.txt', '/src/a.txt']) {
        await workspace.fs.writeFile(path, 'x')
      }
      await workspace.fs.rm('/README.md')
      await git.resetWorkspace(workspace, base)
      ensureEqual(await readAllFiles(workspace.fs), gitContractFiles, 'the files')
      ensureEqual(await git.changedPaths(workspace), [], 'the changes')
    },
  },
  {
    name: 'resetWorkspace: switches between a file and a folder of one name',
    async body({ git, base, open, attempt }) {
      const workspace = await open()
      const id = await attempt({ 'src/a.txt': null, 'src/a.txt/inner': 'x\n', 'src/deep/c.txt': null })
      await git.resetWorkspace(workspace, id)
      const { 'src/a.txt': _file, 'src/deep/c.txt': _deep, ...rest } = gitContractFiles
      ensureEqual(await readAllFiles(workspace.fs), { ...rest, 'src/a.txt/inner': 'x\n' }, 'the files')
      const expected = ['added src/a.txt/inner', 'deleted src/a.txt', 'deleted src/deep/c.txt']
      ensureEqual(kindsOf(await git.changedPaths(workspace)), expected, 'the changes')
      await git.resetWorkspace(workspace, base)
      ensureEqual(await readAllFiles(workspace.fs), gitContractFiles, 'the files of the base')
    },
  },
  {
    name: "fault 16: the files of a workspace exclude git's",
    async body({ open }) {
      const { fs } = await open()
      for (const path of ['/.git/config', '/.GIT/hooks/x', '/src/.git/x', '/.git', '/src/.Git']) {
        await ensureRejects(fs.writeFile(path, 'x'), 'PATH_DENIED', `writing ${path}`)
        await ensureRejects(fs.readFile(path), 'PATH_DENIED', `reading ${path}`)
      }
      ensureEqual(
        (await fs.readdir('/')).filter((name) => /git/i.test(name)),
        ['.gitignore'],
        'the names',
      )
    },
  },
  {
    name: 'fault 14: the files of a workspace end at its root',
    async body({ open }) {
      const { fs } = await open()
      for (const path of ['/../x', '/src/../../x', '/src/../../../../x']) {
        await ensureRejects(fs.writeFile(path, 'x'), 'PATH_DENIED', `writing ${path}`)
        await ensureRejects(fs.rm(path, { recursive: true, force: true }), 'PATH_DENIED', `removing ${path}`)
      }
    },
  },
  {
    name: "files: errors carry Node's codes",
    async body({ open }) {
      const { fs } = await open()
      ensureEqual(await code(fs.readFile('/none')), 'ENOENT', 'reading a missing file')
      ensureEqual(await code(fs.stat('/none/below')), 'ENOENT', 'stat of a missing file')
      ensureEqual(await code(fs.readFile('/src')), 'EISDIR', 'reading a folder')
      ensureEqual(await code(fs.rm('/none')), 'ENOENT', 'removing a missing file')
      await fs.rm('/none', { force: true })
      await fs.writeFile('/made/on/the/way.txt', new TextEncoder().encode('bytes'))
      ensureEqual(await fs.readdir('/made'), ['on'], 'the created folder')
      const stat = await fs.stat('/made/on/the/way.txt')
      ensureEqual([stat.size, stat.isFile(), stat.isDirectory()], [5, true, false], 'the stat of the file')
      ensure((await fs.lstat('/made')).isDirectory(), 'the folder is a directory')
      await fs.rm('/made', { recursive: true })
      ensureEqual(await code(fs.stat('/made')), 'ENOENT', 'stat of a removed folder')
    },
  },
]
