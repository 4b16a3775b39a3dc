import { conflictLabels } from '../../contract/name/conflict-labels.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { readAllFiles } from '../read-all-files.ts'
import { type GitCase, type GitCaseBody, gitContractFiles } from './git-case.ts'

type Changes = Record<string, string | null>

/** Merges two attempts that conflict, and reads the files of the marked tree. */
const conflict = async ({ git, attempt, open }: GitCase, sides: { ours: Changes; theirs: Changes }) => {
  const [ours, theirs] = [await attempt(sides.ours), await attempt(sides.theirs)]
  const merged = await git.merge({ ours, theirs })
  ensure('conflicts' in merged, 'it conflicts')
  ensure(merged.marked, 'the merge has a marked tree')
  const { tree, paths } = merged.marked
  const ref = 'refs/amelia/r1/merged/1/1'
  const kept = { ref, tree, parent: ours, files: {}, message: 'm\n', date: 1_700_000_000 }
  const id = await git.compose(kept)
  const files = await readAllFiles((await open(id)).fs)
  const labels = conflictLabels({ ours, theirs })
  const between = (mine: string, other: string): string =>
    `<<<<<<< ${labels.ours}\n${mine}=======\n${other}>>>>>>> ${labels.theirs}\n`
  return { conflicts: merged.conflicts, paths, files, labels, between }
}

/** Merges that leave conflicts to be resolved in files. */
export const gitConflictCases: GitCaseBody[] = [
  {
    name: 'fault 53: a marked merge has all that merges, and both sides of lines in conflict',
    needs: ['marks'],
    async body(subject) {
      const text = gitContractFiles['README.md'] ?? ''
      const { conflicts, paths, files, between } = await conflict(subject, {
        ours: { 'README.md': text.replace('line 4\n', 'ours\n'), 'ours.txt': 'x\n', 'both "ü".txt': '1\n' },
        theirs: {
          'README.md': text.replace('line 4\n', 'theirs\n'),
          'src/b.txt': null,
          'both "ü".txt': '2\n',
        },
      })
      ensureEqual(conflicts, ['README.md', 'both "ü".txt'], 'the conflicts')
      const expected = conflicts.map((path) => ({ path, conflict: 'lines' }))
      ensureEqual(paths, expected, 'the marked paths')
      const { 'src/b.txt': _gone, ...rest } = gitContractFiles
      ensureEqual(
        files,
        {
          ...rest,
          'README.md': text.replace('line 4\n', between('ours\n', 'theirs\n')),
          'ours.txt': 'x\n',
          'both "ü".txt': between('1\n', '2\n'),
        },
        'the files',
      )
    },
  },
  {
    name: 'fault 53: a marked merge keeps a file that one side deleted and the other changed',
    needs: ['marks'],
    async body(subject) {
      const { conflicts, paths, files } = await conflict(subject, {
        ours: { 'src/a.txt': null, 'src/b.txt': 'ours\n' },
        theirs: { 'src/a.txt': 'theirs\n', 'src/b.txt': null },
      })
      ensureEqual(conflicts, ['src/a.txt', 'src/b.txt'], 'the conflicts')
      ensureEqual(
        paths,
        [
          { path: 'src/a.txt', conflict: 'deleted', by: 'ours' },
          { path: 'src/b.txt', conflict: 'deleted', by: 'theirs' },
        ],
        'the marked paths',
      )
      ensureEqual([files['src/a.txt'], files['src/b.txt']], ['theirs\n', 'ours\n'], 'the files')
    },
  },
  {
    name: 'fault 53: a marked merge puts a file beside the folder that the other side has in its place',
    needs: ['marks'],
    async body(subject) {
      const { conflicts, paths, files, labels } = await conflict(subject, {
        ours: { 'src/a.txt': null, 'src/a.txt/x': 'ours\n' },
        theirs: { 'src/a.txt': 'theirs\n' },
      })
      const path = `src/a.txt~${labels.theirs}`
      ensureEqual(conflicts, ['src/a.txt'], 'the conflicts')
      ensureEqual(paths, [{ path, conflict: 'moved', by: 'theirs', from: 'src/a.txt' }], 'the marked paths')
      ensureEqual([files[path], files['src/a.txt/x']], ['theirs\n', 'ours\n'], 'the files')
    },
  },
]
