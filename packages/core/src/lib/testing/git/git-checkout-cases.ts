import type { CheckoutOutcome } from '../../contract/git-backend.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { type GitCase, type GitCaseBody, gitContractFiles } from './git-case.ts'

const message = 'Phases 1 and 2\n\nAmelia-Run: r1\n'

const work = {
  'src/a.txt': 'work\n',
  'src/b.txt': null,
  'src/deep/c.txt': null,
  'docs/amelia/x.md': 'new\n',
  'ünï "x".txt': 'new\n',
}

const apply = async (
  { git, base }: GitCase,
  commit: string,
  more: { head?: string } = {},
): Promise<CheckoutOutcome> => {
  ensure(git.applyToCheckout, 'the backend has applyToCheckout')
  return git.applyToCheckout({ commit, head: base, message, ...more })
}

/** Throws unless the outcome is `kept` with a reason, and the user's state is unchanged. */
const ensureKept = async (subject: GitCase, outcome: () => Promise<CheckoutOutcome>): Promise<void> => {
  const before = await subject.readUserState?.()
  const found = await outcome()
  ensure(found.outcome === 'kept', 'the outcome is kept')
  ensure(
    /\S/.test(found.reason) && !/[.\n]$/.test(found.reason),
    'the reason is a clause without a full stop',
  )
  ensureEqual(await subject.readUserState?.(), before, "the user's state")
  ensureEqual(await subject.readPreparedMessage?.(), null, 'the prepared message')
}

/** Applying a commit to the user's checkout. */
export const gitCheckoutCases: GitCaseBody[] = [
  {
    name: "applyToCheckout: puts the commit's files there uncommitted, with a message",
    needs: ['apply'],
    async body(subject) {
      const { git, base, branch, attempt, readUserFiles, readPreparedMessage, writeUserFile } = subject
      ensure(readUserFiles && readPreparedMessage && writeUserFile, 'the subject reads its checkout')
      await writeUserFile('untracked.txt', 'mine\n')
      const commit = await attempt(work)
      ensureEqual(await apply(subject, commit), { outcome: 'applied' }, 'the outcome')
      const { 'src/b.txt': _b, 'src/deep/c.txt': _c, ...rest } = gitContractFiles
      const expected = {
        ...rest,
        'src/a.txt': 'work\n',
        'docs/amelia/x.md': 'new\n',
        'ünï "x".txt': 'new\n',
        'untracked.txt': 'mine\n',
      }
      ensureEqual(await readUserFiles(), expected, 'the files')
      ensureEqual(await readPreparedMessage(), message, 'the prepared message')
      const { head, branch: now, dirty, operation } = await git.inspect()
      ensureEqual([head, now, dirty, operation], [base, branch, true, null], 'whether git reports changes')
      ensureEqual(await git.readRef(branch), base, 'the branch')
      ensureEqual(await apply(subject, commit), { outcome: 'applied' }, 'the outcome of a second call')
      ensureEqual(await readUserFiles(), expected, 'the files afterwards')
      const other = await apply(subject, await attempt({ 'src/a.txt': 'other\n' }))
      ensureEqual(other.outcome, 'kept', 'the outcome of a later commit')
      ensureEqual(await readUserFiles(), expected, 'the files after that')
    },
  },
  {
    name: 'applyToCheckout: refused if HEAD is at another commit',
    needs: ['apply'],
    async body(subject) {
      const { git, base } = subject
      const commit = await subject.attempt(work)
      await ensureKept(subject, () => apply(subject, commit, { head: commit }))
      const tree = await git.readTree(base)
      const ref = 'refs/amelia/r1/same'
      const same = await git.compose({ ref, tree, parent: base, files: {}, message: 'Same tree\n', date: 1 })
      await ensureKept(subject, () => apply(subject, commit, { head: same }))
    },
  },
  {
    name: 'fault 44: applyToCheckout is refused because of a change of the user, even to a file outside the commit',
    needs: ['apply'],
    async body(subject) {
      const commit = await subject.attempt(work)
      await subject.writeUserFile?.('README.md', 'mine\n')
      await ensureKept(subject, () => apply(subject, commit))
    },
  },
  {
    name: 'fault 44: applyToCheckout is refused because of untracked files in the way, ignored ones too',
    needs: ['apply'],
    async body(subject) {
      const { git, attempt, open, commit, readUserFiles, writeUserFile } = subject
      const files = await attempt({ 'new/x.txt': 'x\n', 'fine.txt': 'x\n' })
      const workspace = await open()
      await workspace.fs.rm('/src/deep', { recursive: true })
      await workspace.fs.writeFile('/src/deep', 'a file now\n')
      const file = await commit(workspace)
      await git.closeWorkspace(workspace)
      await writeUserFile?.('src/deep/kept.log', 'mine\n')
      await ensureKept(subject, () => apply(subject, file))
      await writeUserFile?.('new/x.txt', 'mine\n')
      await ensureKept(subject, () => apply(subject, files))
      ensureEqual((await readUserFiles?.())?.['new/x.txt'], 'mine\n', "the user's file")
    },
  },
  {
    name: 'fault 44: applyToCheckout is refused because of an untracked file in place of a folder, and vice versa',
    needs: ['apply'],
    async body(subject) {
      const below = await subject.attempt({ 'new/x.txt': 'x\n' })
      const above = await subject.attempt({ other: 'x\n' })
      await subject.writeUserFile?.('new', 'mine\n')
      await subject.writeUserFile?.('other/mine.txt', 'mine\n')
      await ensureKept(subject, () => apply(subject, below))
      await ensureKept(subject, () => apply(subject, above))
    },
  },
]
