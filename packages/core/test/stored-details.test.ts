import { describe, expect, it } from 'vitest'
import { createRun, readDiff, readPhase, readRun, readTranscript } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const secret = 'sk-ant-REDACTED'

const files: Record<string, string> = {
  'src/app.ts': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  'logo.png': 'PNG\0\0',
  'old.txt': 'gone\n',
}

/** A run of two phases by an agent. The second one waits at its checkpoint. */
const runPhases = async () => {
  const host = memoryHost({ files })
  const driver = createScriptedDriver(async ({ prompt, workspace }, { emit }) => {
    emit({ type: 'text', text: `working with ${secret}` })
    if (prompt.includes('Do b.')) {
      await workspace.fs.writeFile('/b.txt', 'b\n')
      return {}
    }
    await workspace.fs.writeFile('/src/app.ts', files['src/app.ts']!.replace('two', '2').replace('nine', '9'))
    await workspace.fs.writeFile('/logo.png', 'PNG\0\0\0')
    await workspace.fs.writeFile('/big.txt', 'x'.repeat(600_000))
    await workspace.fs.rm('/old.txt')
    return {}
  })
  const run = await createRun({
    plan: {
      phases: [
        { id: 'a', title: 'A', body: 'Do a.' },
        { id: 'b', title: 'B', body: 'Do b.', dependsOn: ['a'] },
      ],
    },
    ...{ host, driver, trust: 'paranoid', planApproved: true, reviewers: [], secrets: [secret] },
    onGate: (gate) => (gate.phaseIds.includes('a') ? gate.choices.approve?.() : undefined),
  })
  return { host, runId: run.id, report: await run.start() }
}

describe('the stored details of a run', () => {
  it('are the change of a run and of each phase, in hunks, within limits', async () => {
    const { host, runId } = await runPhases()
    const [big, logo, old, app] = await readDiff({ host, runId, phaseId: 'a' })
    expect(big).toEqual({ path: 'big.txt', status: 'added', added: 1, deleted: 0, omitted: 'too-large' })
    expect(logo).toMatchObject({ path: 'logo.png', status: 'modified', omitted: 'binary' })
    expect(old).toEqual({
      ...{ path: 'old.txt', status: 'deleted', added: 0, deleted: 1 },
      hunks: [{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, lines: ['-gone'] }],
    })
    expect(app).toEqual({
      ...{ path: 'src/app.ts', status: 'modified', added: 2, deleted: 2 },
      hunks: [
        {
          ...{ oldStart: 1, oldLines: 4, newStart: 1, newLines: 4 },
          lines: [' one', '-two', '+2', ' three', ' four'],
        },
        {
          ...{ oldStart: 7, oldLines: 3, newStart: 7, newLines: 3 },
          lines: [' seven', ' eight', '-nine', '+9'],
        },
      ],
    })
    // It waits at its checkpoint: the change is that of its attempt, and not yet part of the run's.
    expect(await readDiff({ host, runId, phaseId: 'b' })).toMatchObject([{ path: 'b.txt', status: 'added' }])
    expect((await readDiff({ host, runId })).map(({ path }) => path)).toEqual([
      ...['big.txt', 'logo.png', 'old.txt', 'src/app.ts'],
    ])
    await expect(readDiff({ host, runId, phaseId: 'c' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('are the prompt and the transcripts, without secrets', async () => {
    const { host, runId } = await runPhases()
    const details = await readPhase({ host, runId, phaseId: 'b' })
    expect(details).toMatchObject({ dependsOn: ['a'], transcripts: [{ attempt: 1, role: 'developer' }] })
    expect(details.prompt).toContain('Do b.')
    expect(details.changes).toContainEqual({ path: 'b.txt', status: 'added', added: 1, removed: 0 })
    const { name } = details.transcripts[0]!
    const text = await readTranscript({ host, runId, name })
    expect(text).toContain('working with')
    expect(text).not.toContain(secret)
    await expect(readPhase({ host, runId, phaseId: 'c' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('have no changes in a repository that does not have the commits', async () => {
    const { host, runId } = await runPhases()
    const elsewhere = { ...memoryHost(), store: host.store }
    const { changes, transcripts } = await readPhase({ host: elsewhere, runId, phaseId: 'a' })
    expect(changes).toBeUndefined()
    expect(transcripts).not.toEqual([])
    for (const phaseId of [undefined, 'a'])
      await expect(
        readDiff({ host: elsewhere, runId, ...(phaseId !== undefined && { phaseId }) }),
      ).rejects.toMatchObject({
        code: 'COMMIT_MISSING',
        message: expect.stringContaining(`refs/amelia/${runId}/*`) as string,
        details: { runId },
      })
  })

  it('are no other stored texts', async () => {
    const { host, runId } = await runPhases()
    const { report } = await readRun({ host, runId })
    const lease = await host.store.acquire(runId)
    await lease.keep('other.md', 'private')
    await lease.release()
    const name = report.phases[0]!.attempts![0]!.sessions[0]!.transcript!.page.name
    for (const wrong of ['other.md', `../${runId}/${name}`, `./${name}`, 'journal', '__proto__'])
      await expect(readTranscript({ host, runId, name: wrong }), wrong).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: 'name' },
      })
  })
})
