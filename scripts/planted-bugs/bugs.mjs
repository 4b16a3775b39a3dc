import { checkoutBugs } from './checkout-bugs.mjs'
import { nativeBugs } from './native-bugs.mjs'

/**
 * Plausible bugs, each a small change of a source file, and the tests that must find it.
 *
 * `search` occurs in `file` exactly once: the script checks this first, so a bug that no longer matches is an
 * error instead of an undetected bug. `tests` are test files, one of which must fail; `native` is a part of
 * the simulation on real git, which must fail. Without either, the simulated worlds of the first seeds must
 * find it.
 */
const crashPoints = 'test/simulation/crash-points.test.ts'
const diskStates = 'test/simulation/disk-states.test.ts'
const machine = 'packages/core/src/lib/machine'
const run = 'packages/core/src/lib/run'
const perform = 'packages/core/src/lib/perform'
const node = 'packages/node/src/lib'

export const bugs = [
  ...nativeBugs,
  ...checkoutBugs,
  {
    name: 'commit then record: effects begin before their input is in the journal',
    file: `${run}/loop/input-queue.ts`,
    search: `    await lease.append(inputs.map((value) => ({ seq: nextSeq++, value })))
    inputs.forEach((input, index) => apply(input, group[index]!))`,
    replace: `    inputs.forEach((input, index) => apply(input, group[index]!))
    await lease.append(inputs.map((value) => ({ seq: nextSeq++, value })))`,
  },
  {
    name: 'event before journal: nobody waits for the journal',
    file: `${run}/loop/input-queue.ts`,
    search: '    await lease.append(inputs.map((value) => ({ seq: nextSeq++, value })))',
    replace: '    lease.append(inputs.map((value) => ({ seq: nextSeq++, value }))).catch(() => {})',
  },
  {
    name: 'record then commit: a phase is completed before its references have moved',
    file: `${perform}/integrate/move-run-refs.ts`,
    search: 'const foreign = await moveRefs(host.git, state.runId, updates, reconcile || isAgain)',
    replace:
      'const foreign: string[] = []; moveRefs(host.git, state.runId, updates, reconcile || isAgain).catch(() => {})',
  },
  {
    name: 'off by one: one phase more than may be is active',
    file: `${machine}/whole/admit-phases.ts`,
    search: 'active.size >= settings.concurrency',
    replace: 'active.size > settings.concurrency',
  },
  {
    name: 'double charge: what a session has used so far is charged each time that it says so',
    file: `${machine}/waiting/charge-session.ts`,
    search: 'addSession(sum, now, known)',
    replace: 'addSession(sum, now)',
  },
  {
    name: 'paid twice: an interrupted attempt starts again',
    file: `${machine}/waiting/interrupt-attempt.ts`,
    search: '  phase.resumeAt = whereItStands(phase.attempt)',
    replace: '  phase.resumeAt = undefined',
    tests: ['packages/core/src/lib/machine/waiting/back-off.test.ts'],
  },
  {
    name: 'paid twice: an interrupted unit gets a fresh session',
    file: 'packages/core/src/lib/policy/dispatch/choose-session.ts',
    search: '    isInterrupted ||\n',
    replace: '',
    tests: ['packages/core/src/lib/policy/dispatch/choose-session.test.ts'],
  },
  {
    name: 'late input: the answer of an ended dispatch is taken for one of the present',
    file: `${machine}/transition.ts`,
    search: 'if (phase.dispatches !== input.dispatch || !phase.place) return',
    replace: 'if (phase.attempt.number !== input.attempt || !phase.place) return',
    tests: ['packages/core/test/model.test.ts'],
  },
  {
    name: 'tree not rescued: what a dead process left in its slot is thrown away',
    file: 'packages/core/src/lib/perform/unit/open-workspace.ts',
    search: 'opening.rescue ? await rescue(performer, opening).catch(headMoved) : undefined',
    replace: 'opening.rescue ? await Promise.resolve(undefined).catch(headMoved) : undefined',
    tests: ['packages/core/src/lib/perform/unit/open-rescued.test.ts'],
  },
  {
    name: 'half a step: an interrupted step continues in its half-finished tree',
    file: `${machine}/waiting/return-to-step.ts`,
    search: 'attempt.work = attempt.beforeStep.work',
    replace: 'void 0',
    tests: ['packages/core/src/lib/machine/resume-run.test.ts'],
  },
  {
    name: 'late answer: a gate that was answered takes another answer',
    file: `${machine}/whole/answer-gate.ts`,
    search: `  state.gates.delete(gateId)
  state.answered.add(gateId)`,
    replace: '  state.answered.add(gateId)',
  },
  {
    name: 'intent not reconciled: a resume moves references that have moved already',
    file: `${machine}/whole/begin-run.ts`,
    search: `        updates: phase.intent.updates,
        reconcile: true,`,
    replace: `        updates: phase.intent.updates,
        reconcile: false,`,
    tests: [crashPoints],
  },
  {
    name: 'intent forgotten: a resume restarts an attempt whose references were about to move',
    file: `${machine}/whole/begin-run.ts`,
    search: 'if (interrupted && phase.intent && !(aborted && displaced)) {',
    replace: 'if (interrupted && phase.intent && state.runId === "") {',
    tests: [crashPoints],
  },
  {
    name: 'done again: a resume runs completed phases once more',
    file: `${machine}/whole/begin-run.ts`,
    search: `} else if (interrupted || phase.status === 'failed') {`,
    replace: `} else if (interrupted || phase.status === 'failed' || phase.status === 'completed') {`,
  },
  {
    name: 'gate id reused: every question about the budget has the same id',
    file: `${machine}/waiting/take-usage.ts`,
    search: 'state.budget.gate = `run:budget:${++state.budget.asked}`',
    replace: "state.budget.gate = 'run:budget:1'",
  },
  {
    name: 'attempts not counted: a phase that fails is tried without an end',
    file: `${machine}/attempt/start-attempt.ts`,
    search: '  phase.effort.tries++\n',
    replace: '',
  },
  {
    name: 'verification passed over: what a resume takes up is integrated unseen',
    file: 'packages/core/src/lib/policy/dispatch/where-it-stands.ts',
    search: `return reviewPassed || verified ? 'review' : 'verification'`,
    replace: `return reviewPassed || verified ? 'review' : 'integration'`,
  },
  {
    name: 'workspaces left: a run does not clear up behind itself',
    file: `${run}/loop/clean-up.ts`,
    search: `    await attempt(async () =>
      host.git.removeWorkspaces?.(state.runId, broken ? { rescuable: true } : { over: isEnd }),
    )
`,
    replace: '    void isEnd\n',
  },
  {
    name: 'lease kept: a run that ends does not give itself free',
    file: `${run}/loop/run-loop.ts`,
    search: '    await lease.release().catch(onListenerError)\n',
    replace: '',
  },
  {
    name: 'git not asked: a resume does not look for commits that the journal has lost',
    file: `${run}/journal/find-integrated.ts`,
    search: '  if (found.length === 0 && !report) return undefined',
    replace: '  if (found.length >= 0) return undefined',
    tests: ['packages/core/test/lost-records.test.ts'],
  },
  {
    name: 'moved without compare: what a person has put on the target is written over',
    file: `${perform}/integrate/prepare-move.ts`,
    search: '  if (found.adopt && found.value !== null)',
    replace: "  if (found.adopt && found.value === '')",
  },
  {
    name: 'references without compare: an update does not look at what a reference holds',
    file: 'packages/git-isomorphic/src/lib/repository/ref-store.ts',
    search: 'if ((await read(ref)) !== old) moved.push(ref)',
    replace: "if ((await read(ref)) !== old && ref === '') moved.push(ref)",
    tests: ['packages/git-isomorphic/test/references.test.ts'],
  },
  {
    name: 'missing fsync: records are written and not synced',
    file: `${node}/store/disk/append-file.ts`,
    search: '        await handle.datasync()\n',
    replace: '',
    tests: [diskStates],
  },
  {
    name: 'folder not synced: the folders above that of all runs may be lost',
    file: `${node}/store/disk/sync-run-folder.ts`,
    search: 'for (const parent of [dirname(runs), dirname(dirname(runs))])',
    replace: 'for (const parent of [dirname(runs)])',
    tests: [diskStates],
  },
  {
    name: 'stale lease: who has lost a run goes on writing it',
    file: `${node}/store/take-lease.ts`,
    search: 'const locked = there.lease === token && (there.journal ?? 0) <= token',
    replace: 'const locked = there.lease !== -1',
    tests: ['packages/node/src/lib/store/file-store.test.ts', diskStates],
  },
  {
    name: 'torn tail: a last line without an end is taken for one',
    file: `${node}/store/journal/read-journal.ts`,
    search: 'if (to === -1) return pieces',
    replace: 'if (to === -1) return from < bytes.length ? [...pieces, { from, to: bytes.length }] : pieces',
  },
  {
    name: 'taken for written: what a sync has lost is read from the cache',
    file: `${node}/store/disk/append-file.ts`,
    search: '        await handle.truncate(length).catch(() => {})\n',
    replace: '',
    tests: [diskStates],
  },
  {
    name: 'told too early: a journal is read as it stands, whether it is safe or not',
    file: `${node}/store/journal/load-journal.ts`,
    search: '        await handle.datasync().catch(orUnneeded)\n',
    replace: '',
    tests: [diskStates],
  },
  {
    name: 'not charged: what a session that failed has used',
    file: `${run}/loop/create-meter.ts`,
    search: '        session.add(progress)\n',
    replace: "        if (progress.type !== 'usage') session.add(progress)\n",
    tests: ['packages/core/test/people/budget.test.ts'],
  },
  {
    name: 'merged tree not verified: two phases that pass alone are integrated together',
    file: `${machine}/attempt/begin-integration.ts`,
    search: 'if (phase.attempt.merged && hasChecks(turn.state, phase))',
    replace: 'if (phase.attempt.merged && hasChecks(turn.state, phase) && turn.at < 0)',
  },
  {
    name: 'single over a commit: the one commit at the end drops the files of a person',
    file: `${perform}/integrate/compose-end.ts`,
    search: '    parent === state.base\n      ? {',
    replace: "    parent !== ''\n      ? {",
  },
  {
    name: 'lost, not told: who has lost the run during a write promises it all the same',
    file: `${node}/store/create-run-lease.ts`,
    search: 'if (!locked) throw storeParts.leaseLost(',
    replace: "if (!locked && runId === '') throw storeParts.leaseLost(",
    tests: [diskStates],
  },
  {
    name: 'journal not synced: a new one has its name, and its folder is not safe',
    file: `${node}/store/journal/publish-journal.ts`,
    search: '  await syncRunFolder(files, folder)\n',
    replace: '',
    tests: [diskStates],
  },
  {
    name: 'draft not synced: a file gets its name before its content is safe',
    file: `${node}/store/disk/write-draft.ts`,
    search: '    await handle.sync()\n',
    replace: '',
    tests: [diskStates],
  },
  {
    name: 'outcome not synced: what became of a command may be lost',
    file: `${node}/store/command-files.ts`,
    search: '    await syncFolder(files, folder)\n  }',
    replace: '  }',
    tests: [diskStates],
  },
]
