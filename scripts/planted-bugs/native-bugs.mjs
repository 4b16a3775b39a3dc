/**
 * Bugs of native git. The simulation on real git must find each; `native` is the part that finds it, as
 * arguments of its program.
 */
const node = 'packages/node/src/lib'
const git = `${node}/git`
const onePhase = ['crash', 'one phase', '1000', '1']
const race = ['crash', 'a commit of a person at the last moment', '1000', '1']

export const nativeBugs = [
  {
    name: 'native: a reference is updated without its old value',
    file: `${git}/refs/move-refs.ts`,
    search: '`update ${ref}\\0${to}\\0${old ?? zero}\\0`',
    replace: '`update ${ref}\\0${to}\\0\\0`',
    native: race,
  },
  {
    name: 'native: a reference to be deleted is only compared',
    file: `${git}/refs/move-refs.ts`,
    search: ': `delete ${ref}\\0${old}\\0`',
    replace: ': `verify ${ref}\\0${old}\\0`',
    native: onePhase,
  },
  {
    name: 'native: a moved reference is taken for any other failure',
    file: `${git}/refs/move-refs.ts`,
    search: 'return value !== old && !(killed && value === to)',
    replace: "return value !== old && ref === ''",
    native: race,
  },
  {
    name: 'native: an unexpected exit code is accepted',
    file: `${git}/call/run-git.ts`,
    search: 'if (exitCode !== null && accept.includes(exitCode)) {',
    replace: 'if (exitCode !== null) {',
    native: race,
  },
  {
    name: 'native: git syncs nothing',
    file: 'packages/agent-process/src/lib/process/git-settings.ts',
    search: "'core.fsync=loose-object,pack,pack-metadata,reference'",
    replace: "'core.fsync=none'",
    native: onePhase,
  },
  {
    name: 'native: new files of an attempt are not seen',
    file: `${git}/attempt/read-changes.ts`,
    search: "'--untracked-files=all'",
    replace: "'--untracked-files=no'",
    native: onePhase,
  },
  {
    name: 'native: a merge gives the attempt’s tree alone',
    file: `${git}/commit/merge-commits.ts`,
    search: 'if (parent === ours) return { tree }',
    replace: 'if (parent) return { tree }',
    native: ['crash', 'the files alone', '1000', '1'],
  },
  {
    name: 'native: a conflict is taken for a merge',
    file: `${git}/commit/merge-commits.ts`,
    search: 'if (answer.exitCode === 0) return',
    replace: 'if (answer.exitCode <= 1) return',
    native: ['crash', 'a failure, a conflict and a question', '1000', '1'],
  },
  {
    name: 'native: a composed commit has its parent’s tree',
    file: `${git}/commit/compose-commit.ts`,
    search: '      ...(tree !== undefined && { tree }),\n',
    replace: '',
    native: onePhase,
  },
  {
    name: 'native: the workspaces of a run stay behind',
    file: `${node}/backend/workspaces.ts`,
    search:
      '      if (!isKept) await removeFolder(folder)\n      await removeLeftovers(dirname(folder), { inUse: (one) => pools.has(one) || one === folder, all, over })\n',
    replace: '',
    native: onePhase,
  },
  {
    name: 'native: a reused workspace keeps the files of the attempt before',
    file: `${git}/slot/fill-workspace.ts`,
    search: "slot.seen)\n    await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))\n",
    replace: 'slot.seen)\n',
    native: ['seeds', '1', '2'],
  },
  {
    name: 'native: an attempt that goes on finds the files of its base',
    file: `${git}/slot/fill-workspace.ts`,
    search: 'slot.tree = filling.tree',
    replace: 'slot.tree = filling.base',
    native: ['seeds', '1', '2'],
  },
  {
    name: 'native: a slot of a dead process is used again',
    file: `${node}/backend/workspaces.ts`,
    search: 'const folder = join(repositoryFolder(await locate()), runId, lease)',
    replace: 'const folder = join(repositoryFolder(await locate()), runId, noLease)',
    native: ['crash', 'an agent that outlives its process', '22', '400'],
  },
]
