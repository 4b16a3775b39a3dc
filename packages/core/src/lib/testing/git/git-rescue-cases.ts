import { ensure, ensureEqual } from '../ensure.ts'
import { readAllFiles } from '../read-all-files.ts'
import { type GitCaseBody, kindsOf } from './git-case.ts'
import { gitSlotWork, kept, moreWorked, rest, slotOf, worked, workOn } from './git-slot-work.ts'

/** Trees that a process left when it ended in the middle of an attempt. */
export const gitRescueCases: GitCaseBody[] = [
  {
    name: 'rescueWorkspace: opens the tree that another process left, out of its reach',
    needs: ['slots'],
    async body(subject) {
      const { git, base, commit } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await workOn(workspace)
      await git.removeWorkspaces!('r1', { lease: 't1', rescuable: true })
      // A process that rescues nothing yet keeps it.
      await git.removeWorkspaces!('r1', { lease: 't2' })
      const request = { runId: 'r1', lease: 't3', slot: slotOf(workspace), base, tree }
      const rescued = await git.rescueWorkspace!(request)
      ensure(rescued !== undefined, 'the tree is there')
      await workspace.fs.writeFile('/late.txt', 'late\n').catch(() => {})
      const expected = ['added loose.txt', 'deleted src/b.txt', 'modified README.md', 'modified src/a.txt']
      ensureEqual(kindsOf(await git.changedPaths(rescued)), expected, 'the changes')
      const saved = await commit(rescued)
      ensure((await git.rescueWorkspace!(request)) === undefined, 'it is not rescued while it is open')
      await git.closeWorkspace(rescued)
      const slot = slotOf(rescued)
      const again = await git.openWorkspace({ runId: 'r1', lease: 't3', base, tree: saved, slot })
      ensureEqual(await readAllFiles(again.fs), { ...moreWorked, ...kept(subject) }, 'the files')
    },
  },
  {
    name: 'rescueWorkspace: a moved tree is found by its earlier names',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await workOn(workspace)
      const slot = slotOf(workspace)
      for (const lease of ['t1', 't2', 't3']) {
        await git.removeWorkspaces!('r1', { lease, rescuable: true })
        // The process dies before it has told the slot's new name.
        const next = `t${Number(lease[1]) + 1}`
        const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: next, slot, base, tree })
        ensureEqual(await readAllFiles(rescued!.fs), { ...moreWorked, ...kept(subject) }, 'the files')
        if (lease === 't3') await git.closeWorkspace(rescued!)
      }
      const again = await git.openWorkspace({ runId: 'r1', lease: 't4', base, tree, slot })
      ensureEqual(await readAllFiles(again.fs), { ...worked, ...kept(subject) }, 'the files of the tree')
      await git.removeWorkspaces!('r1', { lease: 't4', over: true })
    },
  },
  {
    name: 'rescueWorkspace: leaves the tree of a living process alone',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace } = await gitSlotWork(subject)
      const slot = slotOf(workspace)
      for (const lease of ['t1', 't2']) {
        const found = await git.rescueWorkspace!({ runId: 'r1', lease, slot, base })
        ensure(found === undefined, `lease ${lease} rescues nothing`)
      }
      ensureEqual(await readAllFiles(workspace.fs), { ...worked, ...kept(subject) }, 'the files')
    },
  },
  {
    name: 'rescueWorkspace: a tree that the run no longer needs is gone',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace } = await gitSlotWork(subject)
      await git.removeWorkspaces!('r1', { lease: 't1', rescuable: true })
      await git.removeWorkspaces!('r1', { lease: 't2', over: true })
      const found = await git.rescueWorkspace!({ runId: 'r1', lease: 't3', slot: slotOf(workspace), base })
      ensure(found === undefined, 'the tree is gone')
    },
  },
  {
    name: "rescueWorkspace: in place, the work is the attempt's, and the user's own changes stay",
    needs: ['slots', 'inPlace'],
    async body({ git, base, branch, writeUserFile, readUserState, readUserFiles, commit }) {
      await writeUserFile?.('mine.txt', 'mine\n')
      const before = await readUserState?.()
      const ref = 'refs/amelia/r1/attempt/a/1'
      const inPlace = { branch, head: base, attempt: ref, left: 'refs/amelia/r1/left/a/1' }
      const workspace = await git.openWorkspace({ runId: 'r1', lease: 't1', base, inPlace })
      await workOn(workspace, '/src/b.txt')
      const slot = slotOf(workspace)
      const alive = await git.rescueWorkspace!({ runId: 'r1', lease: 't2', slot, base })
      ensure(alive === undefined, 'a living process is left alone')
      await git.removeWorkspaces!('r1', { lease: 't1', rescuable: true })
      const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: 't2', slot, base })
      const expected = ['added loose.txt', 'deleted src/b.txt', 'modified README.md']
      ensureEqual(kindsOf(await git.changedPaths(rescued!)), expected, 'the changes')
      const tree = await commit(rescued!, { ref })
      await git.closeWorkspace(rescued!)
      ensureEqual(await readUserState?.(), before, "the user's state")
      ensureEqual([...(await git.listRefs('refs/amelia/r1/left/')).keys()], [], 'the discarded work')
      const again = await git.openWorkspace({ runId: 'r1', lease: 't2', base, tree, inPlace })
      const files = { ...rest, 'README.md': 'more\n', 'loose.txt': 'loose\n', 'mine.txt': 'mine\n' }
      ensureEqual(await readUserFiles?.(), files, 'the files')
      await git.closeWorkspace(again)
    },
  },
]
