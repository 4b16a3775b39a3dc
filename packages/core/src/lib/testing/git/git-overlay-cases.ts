import { ensureEqual, ensureRejects } from '../ensure.ts'
import { type GitCaseBody, gitContractFiles } from './git-case.ts'
import { readAllFiles } from '../read-all-files.ts'

const without = (files: Readonly<Record<string, string>>, ...paths: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

/** Workspaces with some paths from another commit, to run tests against other code. */
export const gitOverlayCases: GitCaseBody[] = [
  {
    name: 'resetWorkspace: the paths of an overlay come from its commit',
    async body({ git, base, open, attempt }) {
      const id = await attempt({
        'src/a.txt': 'attempt\n',
        'src/b.txt': null,
        'new.txt': 'new\n',
        'src/deep/c.txt': 'attempt\n',
      })
      const workspace = await open()
      const paths = ['src/a.txt', 'src/b.txt', 'new.txt', 'nowhere.txt', 'src/nowhere/at/all.txt']
      await git.resetWorkspace(workspace, id, [{ from: base, paths }])
      const expected = { ...gitContractFiles, 'src/deep/c.txt': 'attempt\n' }
      ensureEqual(await readAllFiles(workspace.fs), expected, "the attempt's files with paths of the base")
      await git.resetWorkspace(workspace, base, [{ from: id, paths }])
      const other = {
        ...without(gitContractFiles, 'src/b.txt'),
        'src/a.txt': 'attempt\n',
        'new.txt': 'new\n',
      }
      ensureEqual(await readAllFiles(workspace.fs), other, "the base's files with paths of the attempt")
    },
  },
  {
    name: 'resetWorkspace: applies overlays in order, and without any restores exactly the commit',
    async body({ git, base, open, attempt }) {
      const one = await attempt({ 'src/a.txt': 'one\n', 'x.txt': 'one\n', 'y.txt': 'one\n' })
      const two = await attempt({ 'src/a.txt': 'two\n', 'x.txt': 'two\n' })
      const workspace = await open()
      await git.resetWorkspace(workspace, base, [
        { from: one, paths: ['src/a.txt', 'x.txt', 'y.txt'] },
        { from: two, paths: ['x.txt', 'y.txt'] },
        { from: base, paths: [] },
      ])
      const expected = { ...gitContractFiles, 'src/a.txt': 'one\n', 'x.txt': 'two\n' }
      ensureEqual(await readAllFiles(workspace.fs), expected, 'the files')
      await workspace.fs.writeFile('/z.txt', 'z\n')
      await git.resetWorkspace(workspace, two)
      const plain = { ...gitContractFiles, 'src/a.txt': 'two\n', 'x.txt': 'two\n' }
      ensureEqual(await readAllFiles(workspace.fs), plain, 'the files without overlays')
      await git.resetWorkspace(workspace, two, [])
      ensureEqual(await readAllFiles(workspace.fs), plain, 'the files without overlays, again')
    },
  },
  {
    name: 'resetWorkspace: changes and commits after an overlay are relative to the base',
    async body({ git, base, open, attempt, commit }) {
      const id = await attempt({ 'src/a.txt': 'attempt\n', 'new.txt': 'new\n', 'src/deep/c.txt': null })
      const workspace = await open()
      await git.resetWorkspace(workspace, id, [{ from: base, paths: ['src/a.txt'] }])
      const seen = async (): Promise<string[]> =>
        (await git.changedPaths(workspace)).map(({ kind, path }) => `${kind} ${path}`)
      ensureEqual(await seen(), ['added new.txt', 'deleted src/deep/c.txt'], 'the changes')
      await workspace.fs.writeFile('/src/a.txt', 'later\n')
      await workspace.fs.rm('/new.txt')
      ensureEqual(await seen(), ['modified src/a.txt', 'deleted src/deep/c.txt'], 'the changes of later work')
      const later = await commit(workspace)
      const diff = await git.diff({ from: base, to: later })
      ensureEqual(
        diff.map(({ path, status }) => `${status} ${path}`),
        ['modified src/a.txt', 'deleted src/deep/c.txt'],
        'the committed paths',
      )
      await git.resetWorkspace(workspace, base)
      ensureEqual(await seen(), [], 'the changes with the files of the base')
    },
  },
  {
    name: 'resetWorkspace: an overlay replaces files in its way, and removes folders that it empties',
    async body({ git, base, open, commit }) {
      const workspace = await open()
      await workspace.fs.rm('/src/deep', { recursive: true })
      await workspace.fs.writeFile('/src/deep', 'a file\n')
      await workspace.fs.rm('/src/a.txt')
      await workspace.fs.writeFile('/src/a.txt/inner/x.txt', 'x\n')
      await workspace.fs.writeFile('/made/for/it.txt', 'x\n')
      const id = await commit(workspace)
      const paths = ['src/deep/c.txt', 'src/a.txt', 'made/for/it.txt']
      await git.resetWorkspace(workspace, id, [{ from: base, paths }])
      ensureEqual(await readAllFiles(workspace.fs), gitContractFiles, 'the files')
      const names = await workspace.fs.readdir('/')
      ensureEqual(names, ['.gitignore', 'README.md', 'src'], 'the names at the root')
      // An overlay of a folder has no effect.
      await git.resetWorkspace(workspace, base, [{ from: id, paths: ['src/a.txt', 'made', 'src'] }])
      ensureEqual(await readAllFiles(workspace.fs), without(gitContractFiles, 'src/a.txt'), 'without a file')
    },
  },
  {
    name: 'resetWorkspace: an overlay of names that look like options, patterns or refs',
    async body({ git, base, open, attempt }) {
      const names = ['*.txt', ':(top)x', '-rf', 'new\nline', 'quo"te', 'ünï', ' lead', 'tab\t']
      const id = await attempt(Object.fromEntries(names.map((name) => [name, `${name}\n`])))
      const workspace = await open()
      await git.resetWorkspace(workspace, base, [{ from: id, paths: names }])
      const found = await git.changedPaths(workspace)
      ensureEqual(found.map(({ path }) => path).sort(), [...names].sort(), 'the files that were added')
      await git.resetWorkspace(workspace, id, [{ from: base, paths: names }])
      ensureEqual(await readAllFiles(workspace.fs), gitContractFiles, 'the files without them')
    },
  },
  {
    name: 'fault 16: an overlay of reserved paths, or of paths outside the workspace, is refused',
    async body({ git, base, open }) {
      const workspace = await open()
      await workspace.fs.writeFile('/mine.txt', 'x\n')
      for (const path of ['.git/config', 'a/.GIT/x', '../x', '/x', 'a//b', 'a/../b', '', 'src/.git.']) {
        const reset = git.resetWorkspace(workspace, base, [{ from: base, paths: ['src/a.txt', path] }])
        await ensureRejects(reset, 'PATH_DENIED', JSON.stringify(path))
      }
      await ensureRejects(
        git.resetWorkspace(workspace, base, [{ from: 'no-such-commit', paths: ['src/a.txt'] }]),
        'GIT_FAILED',
        'an unknown commit',
      )
      ensureEqual(
        (await git.changedPaths(workspace)).map(({ path }) => path),
        ['mine.txt'],
        'the files of the workspace',
      )
    },
  },
]
