import { ensure, ensureEqual } from '../ensure.ts'
import { readAllFiles } from '../read-all-files.ts'
import { type GitCaseBody, gitContractFiles, kindsOf } from './git-case.ts'
import { changesOfWork, gitSlotWork, kept, moreWorked, slotOf, worked, workOn } from './git-slot-work.ts'

/** Slots: a continuation uses its old one, and kept ones stay. */
export const gitSlotCases: GitCaseBody[] = [
  {
    name: 'slots: a continuation gets its old slot, with the tree and what the tree does not describe',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await workOn(workspace)
      await git.closeWorkspace(workspace)
      const slot = slotOf(workspace)
      const again = await git.openWorkspace({ runId: 'r1', lease: 't1', base, tree, slot })
      ensureEqual([again.slot, again.dir], [slot, workspace.dir], 'the slot and its folder')
      ensureEqual(await readAllFiles(again.fs), { ...worked, ...kept(subject) }, 'the files')
      ensureEqual(kindsOf(await git.changedPaths(again)), changesOfWork, 'the changes')
    },
  },
  {
    name: 'slots: a new attempt in a slot that was used again has nothing of the earlier ones',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await git.closeWorkspace(workspace)
      const slot = slotOf(workspace)
      const again = await git.openWorkspace({ runId: 'r1', lease: 't1', base, tree, slot })
      await git.resetWorkspace(again, base)
      ensureEqual(await readAllFiles(again.fs), gitContractFiles, 'the files')
      ensureEqual(await git.changedPaths(again), [], 'the changes')
    },
  },
  {
    name: 'slots: a continuation whose slot is in use gets another one',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      const slot = slotOf(workspace)
      const other = await git.openWorkspace({ runId: 'r1', lease: 't1', base, tree, slot })
      ensure(slotOf(other) !== slot, 'the slots differ')
      await other.fs.writeFile('/src/a.txt', 'other\n')
      ensureEqual(await readAllFiles(workspace.fs), { ...worked, ...kept(subject) }, 'the files of the first')
      await other.fs.writeFile('/src/a.txt', 'half\n')
      ensureEqual(await readAllFiles(other.fs), worked, 'the files of the other')
    },
  },
  {
    name: 'slots: attempts that start together never share a free slot',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace } = await gitSlotWork(subject)
      await git.closeWorkspace(workspace)
      const open = () => git.openWorkspace({ runId: 'r1', lease: 't1', base })
      const [one, two, three] = await Promise.all([open(), open(), open()])
      ensure(new Set([one, two, three].map(slotOf)).size === 3, 'the slots differ')
      await one.fs.writeFile('/src/a.txt', 'one\n')
      ensureEqual(kindsOf(await git.changedPaths(one)), ['modified src/a.txt'], 'the changes of one')
      ensureEqual(await git.changedPaths(two), [], 'the changes of another')
    },
  },
  {
    name: 'slots: a name that is not a slot of the run opens a fresh one, and rescues nothing',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace } = await gitSlotWork(subject)
      await git.closeWorkspace(workspace)
      const mine = slotOf(workspace)
      for (const slot of [
        '',
        '.',
        '..',
        '/',
        '../t1',
        't1',
        't1/',
        't1/..',
        `t1/../${mine}`,
        `/${mine}`,
        `${mine}/x`,
        't1/slot-999',
        `t9${mine}`,
        'x\0y',
      ]) {
        const shown = JSON.stringify(slot)
        ensure(
          (await git.rescueWorkspace?.({ runId: 'r1', lease: 't1', slot, base })) === undefined,
          `${shown} is not rescued`,
        )
        const place = await git.openWorkspace({ runId: 'r1', lease: 't1', base, slot })
        ensureEqual(await readAllFiles(place.fs), gitContractFiles, `the files for ${shown}`)
      }
      const foreign = await git.openWorkspace({ runId: 'r2', lease: 't1', base, slot: mine })
      ensureEqual(await readAllFiles(foreign.fs), gitContractFiles, 'the files of another run')
      await git.removeWorkspaces?.('r2', { lease: 't1', all: true })
    },
  },
  {
    name: 'slots: a kept tree stays for a person, and continues under the next lease',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await git.closeWorkspace(workspace, { keep: true })
      const slot = slotOf(workspace)
      const other = await git.openWorkspace({ runId: 'r1', lease: 't1', base })
      ensure(slotOf(other) !== slot, 'a kept slot is not used for another attempt')
      await git.removeWorkspaces?.('r1', { lease: 't1', over: true })
      const next = await git.openWorkspace({ runId: 'r1', lease: 't2', base })
      await git.removeWorkspaces?.('r1', { lease: 't2', over: true })
      ensureEqual(
        await readAllFiles(next.fs).catch(() => ({})),
        next.dir === undefined ? gitContractFiles : {},
        'the files of a removed workspace',
      )
      const again = await git.openWorkspace({ runId: 'r1', lease: 't3', base, tree, slot })
      ensureEqual(await readAllFiles(again.fs), { ...worked, ...kept(subject) }, 'the files')
      ensureEqual(kindsOf(await git.changedPaths(again)), changesOfWork, 'the changes')
      await git.closeWorkspace(again)
      const gone = await git.rescueWorkspace?.({ runId: 'r1', lease: 't3', slot, base })
      ensure(gone === undefined, 'it is kept once')
    },
  },
  {
    name: 'slots: a kept tree can be opened as it is, and is removed when the run is cleaned',
    needs: ['slots'],
    async body(subject) {
      const { git, base } = subject
      const { workspace, tree } = await gitSlotWork(subject)
      await workOn(workspace)
      await git.closeWorkspace(workspace, { keep: true })
      const opened = await git.rescueWorkspace!({
        runId: 'r1',
        lease: 't1',
        slot: slotOf(workspace),
        base,
        tree,
      })
      ensureEqual(await readAllFiles(opened!.fs), { ...moreWorked, ...kept(subject) }, 'the files')
      await git.closeWorkspace(opened!, { keep: true })
      await git.removeWorkspaces?.('r1', { lease: 't2', all: true })
      await git.removeWorkspaces?.('r1', { lease: 't1', all: true })
      const gone = await git.rescueWorkspace!({ runId: 'r1', lease: 't2', slot: slotOf(opened!), base })
      ensure(gone === undefined, 'the tree is gone')
    },
  },
]
