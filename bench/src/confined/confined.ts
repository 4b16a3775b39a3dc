import { join } from 'node:path'
import { nativeGit, processRunner } from '@amelia/node'
import { generateRepository } from '../load/generate-repository.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { cpuTimeWithChildren } from '../run/clocks.ts'
import { measureInTurns, type Subject } from '../run/measure-in-turns.ts'

const series = 'one command'
const unit = 'ms per command'
/** The commands of a repeat. */
const batch = 20

/** The cost of confining a command. */
export const confined: Benchmark = {
  name: 'confined',
  title: 'Confined commands',
  axis: 'commands',
  about: `A command that does nothing (\`true\`), run by the host in a workspace: confined by bubblewrap and not confined, in turns.
The CPU time is that of this process, of bubblewrap and of the command, over 20 commands, because processes count in steps of 10 ms.
\`added\` is the difference of both.`,
  async measure({ quick }) {
    const { repo, folder, git: call, remove } = generateRepository(100)
    const base = call('rev-parse', 'main')
    try {
      const open = async (level: 'required' | 'off'): Promise<Subject> => {
        const git = nativeGit({ repo, slots: join(folder, level), confine: { level } })
        const workspace = await git.openWorkspace({ runId: level, base })
        const runner = processRunner()
        return {
          ...{ series, size: 1, unit, scale: 1 / 1_000 / batch },
          subject: level === 'off' ? 'amelia, not confined' : 'amelia, confined',
          async work() {
            const { signal } = new AbortController()
            for (let number = 0; number < batch; number++) {
              const { exitCode, output } = await runner.run({ argv: ['true'], workspace, signal })
              if (exitCode !== 0) throw new Error(`The command exited with ${exitCode}: ${output}`)
            }
          },
        }
      }
      const subjects = [await open('off'), await open('required')]
      const turns = { repeats: quick ? 5 : 25, warm: 1, limitMs: 60_000, clock: cpuTimeWithChildren }
      const [plain, other] = (await measureInTurns(subjects, turns)) as [Row, Row]
      const added: Row = {
        ...{ ...other, subject: 'amelia, added' },
        ...{ min: other.min - plain.min, median: other.median - plain.median },
      }
      return { rows: [plain, other, added], absent: [] }
    } finally {
      remove()
    }
  },
}
