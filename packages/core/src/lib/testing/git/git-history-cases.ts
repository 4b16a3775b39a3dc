import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { type GitCaseBody, gitContractFiles } from './git-case.ts'
import { readAllFiles } from '../read-all-files.ts'

const date = 1_700_000_000

/** Merges, composed commits, diffs, and searches of the history. */
export const gitHistoryCases: GitCaseBody[] = [
  {
    name: 'readFile: the bytes of a file in a commit; null if it is not a file',
    async body({ git, attempt, base }) {
      const id = await attempt({ 'src/a.txt': 'other\n', 'src/b.txt': null, 'odd name (1).txt': 'ü\n' })
      const read = async (commit: string, path: string): Promise<string | null> => {
        const bytes = await git.readFile(commit, path)
        return bytes === null ? null : new TextDecoder().decode(bytes)
      }
      ensureEqual(await read(base, 'src/a.txt'), 'a\n', 'in the base')
      ensureEqual(await read(id, 'src/a.txt'), 'other\n', 'in the attempt')
      ensureEqual(await read(id, 'odd name (1).txt'), 'ü\n', 'an odd name')
      for (const path of ['src/b.txt', 'src', 'absent.txt', 'src/a.txt/x', '*.txt'])
        ensureEqual(await read(id, path), null, path)
    },
  },
  {
    name: 'merge: two sides that touch different files',
    async body({ git, attempt, open, base }) {
      const ours = await attempt({ 'src/a.txt': 'ours\n', 'ours.txt': 'x\n' })
      const theirs = await attempt({ 'src/b.txt': 'theirs\n', 'src/deep/c.txt': null })
      const merged = await git.merge({ ours, theirs })
      ensure('tree' in merged, 'it merges')
      const ref = 'refs/amelia/r1/candidate/1'
      const id = await git.compose({ ref, tree: merged.tree, parent: ours, files: {}, message: 'm\n', date })
      const { 'src/deep/c.txt': _gone, ...rest } = gitContractFiles
      const expected = { ...rest, 'src/a.txt': 'ours\n', 'ours.txt': 'x\n', 'src/b.txt': 'theirs\n' }
      ensureEqual(await readAllFiles((await open(id)).fs), expected, 'the merged files')
      const forward = await git.merge({ ours: base, theirs })
      ensureEqual(forward, { tree: await git.readTree(theirs) }, 'the merge with an unchanged side')
    },
  },
  {
    name: 'merge: the same change on both sides does not conflict',
    async body({ git, attempt }) {
      const ours = await attempt({ 'src/a.txt': 'same\n', 'x.txt': 'x\n' }, { message: 'Ours\n' })
      const theirs = await attempt({ 'src/a.txt': 'same\n', 'x.txt': 'x\n' }, { message: 'Theirs\n' })
      ensureEqual(await git.merge({ ours, theirs }), { tree: await git.readTree(ours) }, 'the tree')
    },
  },
  {
    name: 'merge: different lines of one file',
    needs: ['lines'],
    async body({ git, attempt, open }) {
      const text = gitContractFiles['README.md'] ?? ''
      const ours = await attempt({ 'README.md': text.replace('line 1', 'ours') })
      const theirs = await attempt({ 'README.md': text.replace('line 8', 'theirs') })
      const merged = await git.merge({ ours, theirs })
      ensure('tree' in merged, 'it merges')
      const id = await git.compose({
        ref: 'refs/amelia/r1/m',
        tree: merged.tree,
        parent: ours,
        files: {},
        message: 'm\n',
        date,
      })
      const files = await readAllFiles((await open(id)).fs)
      ensureEqual(
        files['README.md'],
        text.replace('line 1', 'ours').replace('line 8', 'theirs'),
        'the merged file',
      )
    },
  },
  {
    name: 'fault 53: conflicts are reported by path, and nothing moves',
    async body({ git, attempt }) {
      const ours = await attempt({
        'src/a.txt': 'ours\n',
        'src/b.txt': null,
        'fine.txt': 'x\n',
        'new "file".txt': 'ours\n',
      })
      const theirs = await attempt({
        'src/a.txt': 'theirs\n',
        'src/b.txt': 'changed\n',
        'other.txt': 'x\n',
        'new "file".txt': 'theirs\n',
      })
      const before = await git.listRefs('refs/')
      const merged = await git.merge({ ours, theirs })
      ensure('conflicts' in merged, 'it conflicts')
      ensureEqual([...merged.conflicts].sort(), ['new "file".txt', 'src/a.txt', 'src/b.txt'], 'the paths')
      ensureEqual(await git.listRefs('refs/'), before, 'the refs')
    },
  },
  {
    name: 'compose: adds files to a tree; equal requests have equal ids',
    async body({ git, base, attempt, open }) {
      const work = await attempt({ 'src/a.txt': 'work\n' })
      const files = { 'docs/ünï "x".md': 'née\n', 'README.md': 'replaced\n' }
      const request = {
        ref: 'refs/amelia/r1/candidate/2a',
        tree: await git.readTree(work),
        parent: base,
        files,
        message: 'Phase 2a: x\n\nAmelia-Phase: 2a\n',
        date,
      }
      const id = await git.compose(request)
      ensureEqual(await git.compose(request), id, 'the id')
      ensureEqual(await git.readRef(request.ref), id, 'the ref')
      ensure((await git.compose({ ...request, date: date + 1 })) !== id, 'another date results in another id')
      const found = await readAllFiles((await open(id)).fs)
      ensureEqual(found, { ...gitContractFiles, 'src/a.txt': 'work\n', ...files }, 'the files')
      ensureEqual(
        await git.findCommits({ from: id, trailer: 'Amelia-Phase', value: '2a' }),
        [id],
        'its trailer',
      )
      const bad = git.compose({ ...request, files: { '.git/config': 'x' } })
      await ensureRejects(bad, 'PATH_DENIED', 'a reserved path')
    },
  },
  {
    name: 'fault 15: compose refuses a file below a file or in place of a folder, and creates nothing',
    async body({ git, base }) {
      const ref = 'refs/amelia/r1/candidate/x'
      const compose = (files: Record<string, string>) =>
        git
          .readTree(base)
          .then((tree) => git.compose({ ref, tree, parent: base, files, message: 'x\n', date }))
      const bad: [string, Record<string, string>][] = [
        ['README.md/x.md', { 'fine.md': 'x', 'README.md/x.md': 'x' }],
        ['src/a.txt/deep/x.md', { 'src/a.txt/deep/x.md': 'x' }],
        ['src', { src: 'x' }],
        ['src/deep', { 'src/deep': 'x' }],
        ['new/x.md', { new: 'x', 'new/x.md': 'x' }],
      ]
      for (const [path, files] of bad) {
        const error = await ensureRejects(compose(files), 'PATH_DENIED', path)
        ensureEqual(error.details.path, path, 'the path in the error')
        ensureEqual(await git.readRef(ref), null, 'the ref')
      }
      const id = await compose({ 'src/deep/more/x.md': 'x', 'src/a.txt': 'x', 'src/ab.txt': 'x' })
      const diff = (await git.diff({ from: base, to: id })).map(({ path }) => path).sort()
      ensureEqual(diff, ['src/a.txt', 'src/ab.txt', 'src/deep/more/x.md'], 'a path that is free')
    },
  },
  {
    name: 'diff: paths, kinds of change, and lines',
    async body({ git, base, attempt }) {
      const readme = gitContractFiles['README.md'] ?? ''
      const id = await attempt({
        'README.md': `${readme.replace('line 2\n', '')}line 9\nline 10\n`,
        'new.txt': '1\n2\n3\n',
        'src/b.txt': null,
      })
      const expected = [
        { path: 'README.md', status: 'modified', added: 2, removed: 1 },
        { path: 'new.txt', status: 'added', added: 3, removed: 0 },
        { path: 'src/b.txt', status: 'deleted', added: 0, removed: 1 },
      ]
      ensureEqual(await git.diff({ from: base, to: id }), expected, 'the entry of the diff')
      ensureEqual(await git.diff({ from: id, to: id }), [], 'an empty diff')
    },
  },
  {
    name: 'isAncestor: true for the commit itself and its history',
    async body({ git, base, attempt }) {
      const tree = await git.readTree(base)
      const ref = 'refs/amelia/r1/c'
      const one = await git.compose({ ref, tree, parent: base, files: {}, message: 'One\n', date })
      const two = await git.compose({ ref, tree, parent: one, files: {}, message: 'Two\n', date })
      const beside = await attempt({ 'src/a.txt': 'beside\n' })
      const asked: [string, string, boolean][] = [
        [base, base, true],
        [base, two, true],
        [one, two, true],
        [one, ref, true],
        [two, one, false],
        [two, beside, false],
        [beside, two, false],
      ]
      for (const [index, [ancestor, commit, expected]] of asked.entries()) {
        ensureEqual(await git.isAncestor(ancestor, commit), expected, `question ${index}`)
      }
      for (const [ancestor, commit] of [
        ['refs/heads/none', base],
        [base, 'refs/heads/none'],
        ['--all', base],
        [base, '0'.repeat(base.length)],
      ] as const) {
        await ensureRejects(git.isAncestor(ancestor, commit), 'GIT_FAILED', `${ancestor} of ${commit}`)
      }
    },
  },
  {
    name: 'findCommits: by trailer, newest first',
    async body({ git, base }) {
      const tree = await git.readTree(base)
      const add = (parent: string, message: string) =>
        git.compose({ ref: 'refs/amelia/r1/c', tree, parent, files: {}, message, date })
      const one = await add(base, 'One\n\nAmelia-Run: r1\nAmelia-Phase: 1\n')
      const two = await add(one, 'Two\n\nText.\n\nAmelia-Run: r1\nAmelia-Phase: 2a\n')
      const three = await add(two, 'Three\n\nAmelia-Run: r1\nAmelia-Phase: 2a\n')
      const find = (trailer: string, value: string, from = three) => git.findCommits({ from, trailer, value })
      ensureEqual(await find('Amelia-Run', 'r1'), [three, two, one], 'of the run')
      ensureEqual(await find('Amelia-Phase', '2a'), [three, two], 'of the phase')
      ensureEqual(await find('Amelia-Phase', '2a', two), [two], 'below the second')
      ensureEqual(await find('Amelia-Phase', '2'), [], 'a part of a value')
      ensureEqual(await find('Amelia-Phase', '.*'), [], 'a pattern')
      ensureEqual(await find('Phase', '2a'), [], 'a part of a name')
    },
  },
  {
    name: 'fault 19: a forged trailer in the text is ignored',
    async body({ git, base }) {
      const tree = await git.readTree(base)
      const messages = [
        'Title\n\nAmelia-Phase: 9\n\nMore text after it.\n\nAmelia-Phase: 1\n',
        'Amelia-Phase: 9\n\nText.\n\nAmelia-Phase: 1\n',
        'Title with Amelia-Phase: 9\n\nAmelia-Phase: 1\n',
        'Title\n\n> Amelia-Phase: 9\n\nAmelia-Phase: 1\n',
      ]
      for (const [n, message] of messages.entries()) {
        const id = await git.compose({
          ref: `refs/amelia/r1/c${n}`,
          tree,
          parent: base,
          files: {},
          message,
          date,
        })
        const find = (value: string) => git.findCommits({ from: id, trailer: 'Amelia-Phase', value })
        ensureEqual(await find('9'), [], `the forged trailer of ${JSON.stringify(message)}`)
        ensureEqual(await find('1'), [id], `the true trailer of ${JSON.stringify(message)}`)
      }
    },
  },
]
