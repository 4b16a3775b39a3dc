import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeGit } from '@amelia/node'
import { type GeneratedRepository, generatedPath } from '../load/generate-repository.ts'
import { changedFiles, type Lap, type PhaseWorker, unmeasured } from './phase-worker.ts'

const target = 'refs/heads/amelia/x'

/** Works as a run does with native git: a slot that is used again, one check of the commit, no hooks. */
export const createNativeWorker = async (
  { folder, repo, git }: GeneratedRepository,
  files: number,
  lap: Lap = unmeasured,
): Promise<PhaseWorker> => {
  const backend = nativeGit({ repo, slots: join(folder, 'slots') })
  const runId = 'r1'
  let head = git('rev-parse', 'main')
  await backend.updateRefs([
    { ref: `refs/amelia/${runId}/head`, new: head, old: null },
    { ref: target, new: head, old: null },
  ])
  return {
    subject: 'amelia, native',
    async phase(number) {
      const id = `p${number}`
      const date = 1_700_000_000 + number
      const message = `Phase ${id}\n`
      const workspace = await lap('open', () => backend.openWorkspace({ runId, base: head }))
      for (const file of changedFiles(number, files))
        writeFileSync(join(workspace.dir!, generatedPath(file)), `// ${id}\n`)
      const changes = await lap('changed paths', () => backend.changedPaths(workspace))
      const { commit, tree } = await lap('commit', () =>
        backend.commitAttempt(workspace, {
          ref: `refs/amelia/${runId}/attempt/${id}/1`,
          message,
          date,
          changes,
        }),
      )
      await lap('reset to the commit', () => backend.resetWorkspace(workspace, commit))
      await lap('hooks', () =>
        backend.runHooks!(workspace, { commit, message, signal: new AbortController().signal }),
      )
      const ref = `refs/amelia/${runId}/candidate/${id}`
      const summary = { [`docs/amelia/x/phase-${id}/summary.md`]: `# ${id}\n` }
      const done = await lap('compose', () =>
        backend.compose({ ref, tree, parent: head, files: summary, message, date }),
      )
      await lap('inspect the target', () => Promise.all([backend.readRef(target), backend.whyLocked(target)]))
      await lap('move references', () =>
        backend.updateRefs([
          { ref: `refs/amelia/${runId}/head`, new: done, old: head },
          { ref: `refs/amelia/${runId}/phase/${id}`, new: done, old: null },
          { ref, new: null, old: done },
          { ref: target, new: done, old: head },
        ]),
      )
      await lap('close', () => backend.closeWorkspace(workspace))
      head = done
    },
    close: () => backend.removeWorkspaces!(runId, { all: true }),
  }
}
