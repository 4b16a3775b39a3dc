import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { type GitCase, type GitCaseBody, gitContractFiles } from './git-case.ts'

const attempt = 'refs/amelia/r1/attempt/a/1'
const left = 'refs/amelia/r1/left/a/1'

const open = ({ git, base, branch }: GitCase, tree?: string): Promise<Workspace> =>
  git.openWorkspace({
    runId: 'r1',
    base,
    ...(tree === undefined ? {} : { tree }),
    inPlace: { branch, head: base, attempt, left },
  })

const write = async (workspace: Workspace, files: Record<string, string | null>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) await workspace.fs.rm(`/${path}`)
    else await workspace.fs.writeFile(`/${path}`, content)
  }
}

const work = { 'src/a.txt': 'work\n', 'src/b.txt': null, 'new/x.txt': 'new\n' }
const { 'src/b.txt': _b, ...others } = gitContractFiles
const done = { ...others, 'src/a.txt': 'work\n', 'new/x.txt': 'new\n' }

const isMoved = (error: unknown): boolean => AmeliaError.is(error, 'REF_MOVED')

/** Phases in the user's checkout: the user's changes stay, and discarded work is kept under a ref. */
export const gitInPlaceCases: GitCaseBody[] = [
  {
    name: 'in place: closing an attempt restores the checkout, and keeps its work under its ref',
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, writeUserFile, readUserState } = subject
      await writeUserFile?.('mine.txt', 'mine\n')
      const before = await readUserState?.()
      const workspace = await open(subject)
      await write(workspace, work)
      await git.closeWorkspace(workspace)
      ensureEqual(await readUserState?.(), before, "the user's state")
      const kept = await git.diff({ from: base, to: attempt })
      ensureEqual(kept.map(({ path }) => path).sort(), Object.keys(work).sort(), 'the kept files')
    },
  },
  {
    name: "fault 44: in place, the user's changes are not work, and are reported if touched",
    needs: ['inPlace'],
    async body(subject) {
      const { git, writeUserFile, readUserFiles } = subject
      await writeUserFile?.('README.md', 'mine\n')
      await writeUserFile?.('mine.txt', 'mine\n')
      ensureEqual(await git.readOwnPaths?.(), ['README.md', 'mine.txt'], "the user's own paths")
      const workspace = await open(subject)
      await write(workspace, work)
      const untouched = await git.changedPaths(workspace)
      ensureEqual(untouched.map(({ path }) => path).sort(), Object.keys(work).sort(), 'the changes')
      await write(workspace, { 'mine.txt': 'theirs\n' })
      const own = (await git.changedPaths(workspace)).filter((change) => change.own)
      ensureEqual(
        own.map(({ path }) => path),
        ['mine.txt'],
        'the touched paths',
      )
      await git.closeWorkspace(workspace)
      const files = { ...gitContractFiles, 'README.md': 'mine\n', 'mine.txt': 'mine\n' }
      ensureEqual(await readUserFiles?.(), files, 'the files afterwards')
      const kept = await git.readFile(attempt, 'mine.txt')
      ensureEqual(new TextDecoder().decode(kept ?? new Uint8Array()), 'theirs\n', 'the kept files')
    },
  },
  {
    name: "in place: a reset restores the files of a commit, and keeps the user's changes",
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, writeUserFile, readUserFiles } = subject
      const commit = await subject.attempt(work)
      await writeUserFile?.('mine.txt', 'mine\n')
      const workspace = await open(subject, commit)
      ensureEqual(await readUserFiles?.(), { ...done, 'mine.txt': 'mine\n' }, 'the files of the attempt')
      await write(workspace, { 'trash.txt': 'x\n' })
      await git.resetWorkspace(workspace, commit)
      ensureEqual(await readUserFiles?.(), { ...done, 'mine.txt': 'mine\n' }, 'the files after the reset')
      await git.resetWorkspace(workspace, base, [{ from: commit, paths: ['new/x.txt'] }])
      const expected = { ...gitContractFiles, 'new/x.txt': 'new\n', 'mine.txt': 'mine\n' }
      ensureEqual(await readUserFiles?.(), expected, 'the files with an overlay')
      await git.closeWorkspace(workspace)
      ensureEqual(
        await readUserFiles?.(),
        { ...gitContractFiles, 'mine.txt': 'mine\n' },
        'the files at the end',
      )
    },
  },
  {
    name: 'in place: index and files follow when the branch moves to the commit, and the checkout is clean',
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, branch, writeUserFile, readUserFiles } = subject
      await writeUserFile?.('mine.txt', 'mine\n')
      const workspace = await open(subject)
      await write(workspace, work)
      const changes = await git.changedPaths(workspace)
      const request = { ref: attempt, message: 'Work\n', date: 1_700_000_000, changes }
      const made = await git.commitAttempt(workspace, request)
      const files = { 'docs/summary.md': 'Summary\n' }
      const composed = { ref: 'refs/amelia/r1/candidate/a', tree: made.tree, parent: base, files }
      const commit = await git.compose({ ...composed, message: 'Phase a\n', date: 1_700_000_000 })
      ensureEqual(await git.whyLocked(branch, { inPlace: true }), null, 'why the branch must not be moved')
      await git.updateRefs([
        { ref: branch, new: commit, old: base },
        { ref: 'refs/amelia/r1/head', new: commit, old: null },
      ])
      ensureEqual(
        await git.followBranch?.({ branch, from: base, to: commit }),
        { kept: [] },
        'the kept files',
      )
      await git.closeWorkspace(workspace)
      const expected = { ...done, ...files, 'mine.txt': 'mine\n' }
      ensureEqual(await readUserFiles?.(), expected, 'the files')
      ensureEqual(await git.readRef(left), null, 'the ref for discarded work: every file is in the commit')
      const { dirty, head } = await git.inspect()
      ensureEqual([dirty, head], [false, commit], 'whether git reports changes')
      ensureEqual(await git.readOwnPaths?.(), ['mine.txt'], "the user's own paths")
    },
  },
  {
    name: 'in place: closing a workspace while the branch moves leaves the files of the new commit',
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, branch, readUserFiles } = subject
      const head = 'refs/amelia/r1/head'
      const workspace = await open(subject)
      await write(workspace, work)
      const changes = await git.changedPaths(workspace)
      const request = { ref: attempt, message: 'Work\n', date: 1_700_000_000, changes }
      const { commit, tree } = await git.commitAttempt(workspace, request)
      await git.updateRefs([
        { ref: branch, new: commit, old: base },
        { ref: head, new: commit, old: null },
      ])
      await git.followBranch?.({ branch, from: base, to: commit })
      const report = await git.compose({
        ref: 'refs/amelia/r1/candidate/end',
        tree,
        parent: commit,
        files: { 'docs/report.md': 'Done\n', 'README.md': 'Report\n' },
        message: 'Report\n',
        date: 1_700_000_000,
      })
      const closing = git.closeWorkspace(workspace)
      await git.updateRefs([
        { ref: branch, new: report, old: commit },
        { ref: head, new: report, old: commit },
      ])
      await git.followBranch?.({ branch, from: commit, to: report })
      await closing
      const expected = { ...done, 'docs/report.md': 'Done\n', 'README.md': 'Report\n' }
      ensureEqual(await readUserFiles?.(), expected, 'the files')
      ensureEqual(await git.readOwnPaths?.(), [], 'the diff against the branch')
      ensureEqual([...(await git.listRefs('refs/amelia/r1/checkout')).keys()], [], 'the snapshot')
    },
  },
  {
    name: 'in place: an abandoned phase does not change the checkout, even when the workspaces of its lease are removed',
    needs: ['inPlace'],
    async body({ git, base, branch, readUserFiles }) {
      const inPlace = { branch, head: base, attempt, left }
      const workspace = await git.openWorkspace({ runId: 'r1', lease: 't1', base, inPlace })
      await write(workspace, work)
      await git.closeWorkspace(workspace, { abandoned: true })
      await git.removeWorkspaces?.('r1', { lease: 't1' })
      ensureEqual(await readUserFiles?.(), done, 'the files')
    },
  },
  {
    name: 'fault 54: in place, an unexpected HEAD is refused, and nothing is touched',
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, branch, readUserFiles } = subject
      const commit = await subject.attempt(work)
      const asked = { branch, head: commit, attempt: 'refs/amelia/r1/attempt/b/1', left }
      const refused = await git.openWorkspace({ runId: 'r1', base, inPlace: asked }).catch(isMoved)
      ensure(refused === true, 'it is REF_MOVED')
      ensureEqual(await readUserFiles?.(), gitContractFiles, 'the files')
      const workspace = await open(subject)
      await git.updateRefs([{ ref: branch, new: commit, old: base }])
      ensure(
        (await git.changedPaths(workspace).catch(isMoved)) === true,
        'it is REF_MOVED also for an open workspace',
      )
      await git.closeWorkspace(workspace)
      await git.updateRefs([{ ref: branch, new: base, old: commit }])
    },
  },
  {
    name: 'followBranch: moves unchanged paths, names the others, and changes nothing in a preflight',
    needs: ['inPlace'],
    async body(subject) {
      const { git, base, branch, writeUserFile, readUserFiles, readUserState } = subject
      const commit = await subject.attempt(work)
      await writeUserFile?.('new/x.txt', 'mine\n')
      const before = await readUserState?.()
      const request = { branch, from: base, to: commit }
      ensureEqual(
        await git.followBranch?.({ ...request, preflight: true }),
        { kept: ['new/x.txt'] },
        'the reported paths',
      )
      ensureEqual(await readUserState?.(), before, "the user's state after a preflight")
      ensureEqual(await git.followBranch?.(request), { kept: ['new/x.txt'] }, 'the kept files')
      ensureEqual(await readUserFiles?.(), { ...done, 'new/x.txt': 'mine\n' }, 'the files')
      ensureEqual(
        await git.followBranch?.(request),
        { kept: ['new/x.txt'] },
        'the kept paths of a second call',
      )
      await git.updateRefs([{ ref: branch, new: commit, old: base }])
      ensureEqual(await git.readOwnPaths?.(), ['new/x.txt'], 'the diff after the branch moved')
      await git.updateRefs([{ ref: branch, new: base, old: commit }])
      await git.followBranch?.({ branch, from: commit, to: base })
      ensureEqual(
        await readUserFiles?.(),
        { ...gitContractFiles, 'new/x.txt': 'mine\n' },
        'the files on the way back',
      )
      ensureEqual(
        await git.followBranch?.({ ...request, branch: 'refs/heads/other' }),
        { kept: [] },
        'the kept paths of another branch',
      )
    },
  },
]
