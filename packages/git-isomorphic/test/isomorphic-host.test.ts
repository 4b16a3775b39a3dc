import { createRun, type GateView, openRun, type PlanDraft } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { createIsomorphicGit, isomorphicHost, memoryFileSystem } from '../src/index.ts'
import { keyValueStore, memoryEntries } from '@amelia/store-key-value'
import { createMemoryRepository } from './memory-repository.ts'

const phase = (id: string, dependsOn: string[] = []): PlanDraft['phases'][number] => ({
  id,
  title: `Write ${id}`,
  dependsOn,
  subtasks: [
    {
      id: `${id}.1`,
      title: `File of ${id}`,
      steps: [{ id: `${id}.1.1`, action: 'code', filePath: `made/${id}.txt`, codeChange: `of ${id}\n` }],
    },
  ],
})

const plan: PlanDraft = { title: 'Files', phases: [phase('a'), phase('b'), phase('c', ['a', 'b'])] }

describe('isomorphicHost', () => {
  it('runs a plan in memory, with its own clock and store', async () => {
    const { fs, dir, base } = await createMemoryRepository(memoryFileSystem())
    const host = isomorphicHost({ fs, dir })
    const report = await (await createRun({ plan, host, trust: 'autonomous', planApproved: true })).start()
    expect(report.status).toBe('completed')
    const { git } = host
    for (const id of ['a', 'b', 'c']) {
      const bytes = await git.readFile(report.target, `made/${id}.txt`)
      expect(new TextDecoder().decode(bytes ?? new Uint8Array())).toBe(`of ${id}\n`)
    }
    expect(await git.isAncestor(base, report.target)).toBe(true)
    expect(await git.readRef('refs/heads/main')).toBe(base)
  })

  it('resumes a run from its remaining entries', async () => {
    const { fs, dir } = await createMemoryRepository(memoryFileSystem())
    const entries = memoryEntries()
    const hostOf = () => isomorphicHost({ fs, dir, store: keyValueStore(entries) })
    const first = await createRun({ plan, host: hostOf(), trust: 'autonomous', planApproved: true })
    first.on('phase_completed', () => void first.cancel())
    expect((await first.start()).status).toBe('cancelled')
    const again = await openRun({ host: hostOf(), runId: first.id })
    const report = await again.start()
    expect(report.status).toBe('completed')
    const found = await createIsomorphicGit({ fs, dir }).listRefs(`refs/amelia/${first.id}/phase/`)
    expect([...found.keys()].map((ref) => ref.split('/').at(-1))).toEqual(['a', 'b', 'c'])
  })

  it('stops at a command without a runner, and names what is missing', async () => {
    const { fs, dir } = await createMemoryRepository(memoryFileSystem())
    const step = { id: 'a.1.1', action: 'command' as const, command: 'npm test' }
    const commands: PlanDraft = {
      title: 'Commands',
      phases: [{ id: 'a', title: 'Test', subtasks: [{ id: 'a.1', title: 'Test', steps: [step] }] }],
    }
    const host = isomorphicHost({ fs, dir })
    const run = await createRun({ plan: commands, host, trust: 'autonomous', planApproved: true })
    const gates: GateView[] = []
    run.on('gate_opened', ({ gate }) => gates.push(gate))
    expect((await run.start()).status).toBe('waiting')
    expect(gates).toHaveLength(1)
    expect(gates[0]).toMatchObject({ kind: 'blocker', blocker: 'environment', phaseIds: ['a'] })
    expect([gates[0]?.question, ...(gates[0]?.details ?? [])].join('\n')).toContain(
      'This host cannot start processes.',
    )
  })
})
