import fs, { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIsomorphicGit, type PromiseFileSystem } from '../src/index.ts'
import { createDiskRepository, git } from './disk-repository.ts'

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const denied = { code: 'PATH_DENIED' }

const openWithLinks = async () => {
  const repo = createDiskRepository((folder) => {
    mkdirSync(join(folder, 'src/deep'), { recursive: true })
    writeFileSync(join(folder, 'src/a.txt'), 'a\n')
    writeFileSync(join(folder, 'src/run.sh'), 'x\n', { mode: 0o755 })
    const links = {
      'src/deep/up': '../a.txt',
      folder: 'src/deep/..',
      twice: 'folder/deep/up',
      absolute: '/etc/passwd',
      outside: 'src/../../secret',
      nowhere: 'src/none',
      circle: 'circle',
      git: '.git/config',
    }
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path))
  })
  const backend = createIsomorphicGit({ fs, dir: repo })
  const workspace = await backend.openWorkspace({ runId: 'r1', base: (await backend.inspect()).head! })
  return { repo, backend, workspace, files: workspace.fs }
}

describe('links in an overlay', () => {
  it('are followed inside it, and writes through a link change its target', async () => {
    const { files, backend, workspace } = await openWithLinks()
    expect(text(await files.readFile('/twice'))).toBe('a\n')
    expect(await files.readdir('/folder')).toEqual(['a.txt', 'deep', 'run.sh'])
    expect((await files.lstat('/twice')).isSymbolicLink()).toBe(true)
    expect((await files.stat('/twice')).isFile()).toBe(true)
    expect(await files.readlink('/src/deep/up')).toBe('../a.txt')
    await files.writeFile('/folder/deep/up', 'through\n')
    await files.writeFile('/folder/new.txt', 'new\n')
    const changes = await backend.changedPaths(workspace)
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'modified src/a.txt',
      'added src/new.txt',
    ])
    await files.rm('/folder', { recursive: true })
    expect(text(await files.readFile('/src/a.txt'))).toBe('through\n')
  })

  it('that lead outside, to git, nowhere or in a cycle are denied (fault 14)', async () => {
    const { files } = await openWithLinks()
    for (const path of ['/absolute', '/outside', '/nowhere', '/circle', '/git', '/outside/x', '/nowhere/x']) {
      await expect(files.readFile(path), path).rejects.toMatchObject(denied)
      await expect(files.writeFile(path, 'x'), path).rejects.toMatchObject(denied)
      await expect(files.stat(path), path).rejects.toMatchObject(denied)
    }
    await files.rm('/outside')
    await files.writeFile('/outside', 'a file now\n')
    expect(text(await files.readFile('/outside'))).toBe('a file now\n')
  })

  it('of an attempt are reported if they leave the workspace', async () => {
    const { repo, backend } = await openWithLinks()
    const before = git(repo, 'rev-parse', 'HEAD')
    symlinkSync('../../beside', join(repo, 'src/added'))
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'Link')
    const tree = git(repo, 'rev-parse', 'HEAD')
    const workspace = await backend.openWorkspace({ runId: 'r1', base: before, tree })
    expect(await backend.changedPaths(workspace)).toEqual([
      { path: 'src/added', kind: 'added', outside: '../../beside' },
    ])
  })
})

describe('an overlay', () => {
  it('keeps the executable bit of rewritten files', async () => {
    const { repo, files, backend, workspace } = await openWithLinks()
    await files.writeFile('/src/run.sh', 'y\n')
    await files.writeFile('/src/other.sh', 'y\n')
    const changes = await backend.changedPaths(workspace)
    const request = { ref: 'refs/amelia/r1/a', message: 'x\n', date: 1, changes }
    const { commit } = await backend.commitAttempt(workspace, request)
    expect(git(repo, 'ls-tree', '-r', '--format=%(objectmode) %(path)', commit, 'src/')).toContain(
      '100644 src/other.sh\n100755 src/run.sh',
    )
  })

  it('reads nothing when opened, and then only what is requested', async () => {
    const repo = createDiskRepository((folder) => {
      for (const name of ['a', 'b', 'c']) {
        mkdirSync(join(folder, name))
        writeFileSync(join(folder, name, 'x.txt'), `${name}\n`)
      }
    })
    let reads = 0
    const counting: PromiseFileSystem = {
      ...fs.promises,
      readFile: (path: string) => {
        reads += /objects\/[0-9a-f]{2}\//.test(path) ? 1 : 0
        return fs.promises.readFile(path)
      },
    }
    const backend = createIsomorphicGit({ fs: counting, dir: repo })
    const workspace = await backend.openWorkspace({ runId: 'r1', base: git(repo, 'rev-parse', 'HEAD') })
    // The commit.
    expect(reads).toBe(1)
    await workspace.fs.writeFile('/b/x.txt', 'changed\n')
    expect(await backend.changedPaths(workspace)).toHaveLength(1)
    // The root and the folder `b`: `a` and `c` are never read.
    expect(reads).toBe(3)
  })

  it('shows a submodule as an empty, read-only folder', async () => {
    const repo = createDiskRepository((folder) => writeFileSync(join(folder, 'a.txt'), 'a\n'))
    const head = git(repo, 'rev-parse', 'HEAD')
    git(repo, 'update-index', '--add', '--cacheinfo', `160000,${head},sub`)
    git(repo, 'commit', '-qm', 'Submodule')
    const backend = createIsomorphicGit({ fs, dir: repo })
    const workspace = await backend.openWorkspace({ runId: 'r1', base: 'HEAD' })
    expect(await workspace.fs.readdir('/')).toEqual(['a.txt', 'sub'])
    expect(await workspace.fs.readdir('/sub')).toEqual([])
    await expect(workspace.fs.writeFile('/sub/x', 'x')).rejects.toMatchObject({ code: 'ENOTDIR' })
    expect(await backend.changedPaths(workspace)).toEqual([])
  })

  it('keeps names that are not UTF-8, which no path can refer to', async () => {
    const repo = createDiskRepository((folder) => {
      fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xe9, 0x2e, 0x74])]), 'x\n')
      writeFileSync(join(folder, 'a.txt'), 'a\n')
    })
    const backend = createIsomorphicGit({ fs, dir: repo })
    const workspace = await backend.openWorkspace({ runId: 'r1', base: 'HEAD' })
    expect(await workspace.fs.readdir('/')).toEqual(['a.txt'])
    await workspace.fs.writeFile('/a.txt', 'b\n')
    const changes = await backend.changedPaths(workspace)
    const request = { ref: 'refs/amelia/r1/a', message: 'x\n', date: 1, changes }
    const { commit } = await backend.commitAttempt(workspace, request)
    expect(git(repo, 'diff', '--stat', '--raw', '--format=', 'HEAD', commit)).not.toContain('351')
    expect(git(repo, 'ls-tree', commit)).toContain('"\\351.t"')
    git(repo, 'fsck', '--strict', '--no-dangling')
  })

  it('applies nested patterns and their exceptions, except to tracked files', async () => {
    const repo = createDiskRepository((folder) => {
      mkdirSync(join(folder, 'src'))
      writeFileSync(join(folder, '.gitignore'), '*.log\n/build/\n!keep.log\n')
      writeFileSync(join(folder, 'src/.gitignore'), '!wanted.log\nlocal\n')
    })
    writeFileSync(join(repo, '.git/info/exclude'), 'private\n')
    writeFileSync(join(repo, 'tracked.log'), 'x\n')
    git(repo, 'add', '-f', 'tracked.log')
    git(repo, 'commit', '-qm', 'Tracked')
    const backend = createIsomorphicGit({ fs, dir: repo })
    const workspace = await backend.openWorkspace({ runId: 'r1', base: 'HEAD' })
    const paths = [
      'a.log',
      'keep.log',
      'src/wanted.log',
      'src/other.log',
      'local',
      'src/local/x',
      'build/keep.log',
      'src/build/x',
      'private',
      'tracked.log',
      'A.LOG',
    ]
    for (const path of paths) {
      await workspace.fs.writeFile(`/${path}`, 'y\n')
      mkdirSync(join(repo, path, '..'), { recursive: true })
      writeFileSync(join(repo, path), 'y\n')
    }
    const found = (await backend.changedPaths(workspace)).map(({ path }) => path)
    const byGit = git(repo, 'status', '--porcelain', '--untracked-files=all').split('\n')
    expect(found.sort()).toEqual(byGit.map((line) => line.trim().replace(/^\S+ /, '')).sort())
  })
})
