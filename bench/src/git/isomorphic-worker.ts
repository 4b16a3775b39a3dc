import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createIsomorphicGit, memoryFileSystem, type PromiseFileSystem } from '@amelia/git-isomorphic'
import { type GeneratedRepository, generatedPath } from '../load/generate-repository.ts'
import { changedFiles, type Lap, type PhaseWorker, unmeasured } from './phase-worker.ts'

const copyIn = async (fs: PromiseFileSystem, from: string, to: string): Promise<void> => {
  await fs.mkdir(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), `${to}/${name}`]
    if (statSync(source).isDirectory()) await copyIn(fs, source, target)
    else await fs.writeFile(target, readFileSync(source))
  }
}

/** Works on a copy of the packed repository in memory, without processes. */
export const createIsomorphicWorker = async (
  { repo }: GeneratedRepository,
  files: number,
  lap: Lap = unmeasured,
): Promise<PhaseWorker> => {
  const memory = memoryFileSystem()
  await memory.mkdir('/repo')
  await copyIn(memory, join(repo, '.git'), '/repo/.git')
  await memory.unlink('/repo/.git/index')
  const backend = createIsomorphicGit({ fs: memory, dir: '/repo' })
  const runId = 'r2'
  let head = (await backend.inspect()).head!
  await backend.updateRefs([{ ref: `refs/amelia/${runId}/head`, new: head, old: null }])
  return {
    subject: 'amelia, isomorphic',
    async phase(number) {
      const id = `p${number}`
      const message = `Phase ${id}\n`
      const workspace = await lap('open', () => backend.openWorkspace({ runId, base: head }))
      for (const file of changedFiles(number, files))
        await workspace.fs.writeFile(`/${generatedPath(file)}`, `// ${id}\n`)
      const changes = await lap('changed paths', () => backend.changedPaths(workspace))
      const { commit, tree } = await lap('commit', () =>
        backend.commitAttempt(workspace, {
          ref: `refs/amelia/${runId}/attempt/${id}/1`,
          message,
          date: number,
          changes,
        }),
      )
      await lap('reset to the commit', () => backend.resetWorkspace(workspace, commit))
      const ref = `refs/amelia/${runId}/candidate/${id}`
      const summary = { [`docs/amelia/x/phase-${id}/summary.md`]: `# ${id}\n` }
      const done = await lap('compose', () =>
        backend.compose({ ref, tree, parent: head, files: summary, message, date: number }),
      )
      await lap('move references', () =>
        backend.updateRefs([
          { ref: `refs/amelia/${runId}/head`, new: done, old: head },
          { ref: `refs/amelia/${runId}/phase/${id}`, new: done, old: null },
          { ref, new: null, old: done },
        ]),
      )
      await lap('close', () => backend.closeWorkspace(workspace))
      head = done
    },
    async close() {},
  }
}
