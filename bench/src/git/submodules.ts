import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { nativeGit } from '@amelia/node'
import { type GeneratedRepository, generateRepository } from '../load/generate-repository.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { cpuTimeWithChildren } from '../run/clocks.ts'

const files = 300
const series = 'one submodule'
/** The openings of a repeat, because processes count in steps of 10 ms. */
const batch = 8
const path = 'vendor/lib'
const allowed = ['-c', 'protocol.file.allow=always']

/** A workspace is opened at a commit, in new folders each time. */
const createOpening = ({ repo, folder }: GeneratedRepository) => {
  let count = 0
  return async (base: string): Promise<number> => {
    const slots = join(folder, `slots-${count++}`)
    const git = nativeGit({ repo, slots, confine: { level: 'off' } })
    const began = cpuTimeWithChildren()
    await git.openWorkspace({ runId: 'r1', base })
    const spent = cpuTimeWithChildren() - began
    await git.removeWorkspaces!('r1', { all: true })
    rmSync(slots, { recursive: true, force: true })
    return spent
  }
}

/** Git clones the submodule from the user's copy of its repository, in a new clone of the repository. */
const createClone = ({ repo, folder, git }: GeneratedRepository) => {
  const clone = join(folder, 'clone')
  const module = join(repo, '.git/modules', path)
  return (): number => {
    git('clone', '-q', '--shared', repo, clone)
    git('-C', clone, 'submodule', '--quiet', 'init')
    git('-C', clone, 'config', `submodule.${path}.url`, module)
    const began = cpuTimeWithChildren()
    git('-C', clone, ...allowed, 'submodule', '--quiet', 'update')
    const spent = cpuTimeWithChildren() - began
    rmSync(clone, { recursive: true })
    return spent
  }
}

const rowOf = (subject: string, microseconds: readonly number[]): Row => {
  const sorted = [...microseconds].sort((a, b) => a - b)
  const [min, median] = [sorted[0]! / 1_000, sorted[sorted.length >> 1]! / 1_000]
  return { series, subject, size: files, unit: 'ms of CPU time', min, median, repeats: sorted.length }
}

/** The time that a submodule adds to a workspace. */
export const submodules: Benchmark = {
  name: 'submodules',
  title: 'Submodules of a workspace',
  axis: 'files',
  about: `A workspace is opened for the first time, at a commit without and at one with a submodule of ${files} files: the difference is the time that the submodule adds.
Its git dir names the objects of the user's repository of the submodule as alternates, so nothing is copied.
\`local clone\` is \`git submodule update\` in a new clone, with the user's repository of the submodule as its URL.
CPU time includes that of the git processes; each repeat is the mean of ${batch}.`,
  async measure({ quick }) {
    const library = generateRepository(files)
    const app = generateRepository(10)
    try {
      const plain = app.git('rev-parse', 'main')
      app.git(...allowed, 'submodule', '--quiet', 'add', library.repo, path)
      app.git('commit', '-qm', 'Add a submodule')
      const filled = app.git('rev-parse', 'main')
      const open = createOpening(app)
      const clone = createClone(app)
      const added: number[] = []
      const cloned: number[] = []
      for (let repeat = 0; repeat < (quick ? 3 : 15); repeat++) {
        let [more, other] = [0, 0]
        for (let count = 0; count < batch; count++) {
          more -= await open(plain)
          more += await open(filled)
          other += clone()
        }
        added.push(more / batch)
        cloned.push(other / batch)
      }
      return { rows: [rowOf('amelia, native', added), rowOf('local clone', cloned)], absent: [] }
    } finally {
      library.remove()
      app.remove()
    }
  },
}
