import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest } from './cluster-under-test.ts'
import { until } from './until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

interface Listed {
  runId: string
  status: string
}

it('shows, watches and answers a run of workers from any machine with the database', async () => {
  const cluster = await clusterUnderTest({
    server,
    phases: [{ id: '1' }, { id: '2', after: ['1'] }],
    sleep: 0,
  })
  const { folders, database } = cluster
  try {
    const elsewhere = ['--repo', folders.clone('elsewhere'), '--database', database]
    const call = async (...args: string[]) => folders.start([...args, ...elsewhere]).ended
    await cluster.worker()
    // The later flag counts: a person approves each phase.
    const waiting = await (await cluster.coordinate(['--trust', 'paranoid'])).ended
    expect(waiting.code, waiting.output).toBe(3)
    const id = await cluster.runId()
    const status = await call('status', id, '--json')
    const { gates } = JSON.parse(status.output) as { gates: { id: string; choices: string[] }[] }
    expect(gates.length).toBeGreaterThan(0)
    const watching = folders.start(['watch', id, ...elsewhere])
    for (let round = 0; round < 8; round += 1) {
      const open = JSON.parse((await call('status', id, '--json')).output) as { gates: { id: string }[] }
      for (const gate of open.gates) {
        const answered = await call('answer', id, gate.id, 'approve')
        expect(answered.code, answered.output).toBe(0)
      }
      const { code, output } = await (await cluster.coordinate()).ended
      expect([0, 3], output).toContain(code)
      if (code === 0) break
    }
    const runs = JSON.parse((await call('runs', '--json')).output) as Listed[]
    expect(runs).toMatchObject([{ runId: id, status: 'completed' }])
    expect((await watching.ended).output).toContain('2 of 2')
    // The commits are on the remote, and in this clone once they are fetched.
    const fetching = `git fetch origin 'refs/amelia/${id}/*:refs/amelia/${id}/*'`
    expect((await call('show', id)).output).toContain(fetching)
    const shown = await call('show', id, '2')
    expect(shown.output).toContain('Do 2')
    expect(shown.output).toContain(fetching)
    const refused = await call('diff', id, '2', '--stat')
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('COMMIT_MISSING') as string })
    const refs = `refs/amelia/${id}/*`
    folders.git(join(folders.root, 'elsewhere'), 'fetch', '--quiet', 'origin', `${refs}:${refs}`)
    expect((await call('show', id, '2')).output).toContain('2.txt')
    expect((await call('show', id)).output).toContain('2.txt')
    expect((await call('diff', id, '2', '--stat')).code).toBe(0)
    const branches = (): string => folders.git(folders.remote, 'for-each-ref', 'refs/heads/amelia')
    const attempts = (): string => folders.git(folders.remote, 'for-each-ref', `refs/amelia/${id}/attempt`)
    // Without the shared repository, only this clone would be changed.
    for (const command of ['revert', 'clean']) {
      const alone = await call(command, id)
      expect(alone).toMatchObject({ code: 2, output: expect.stringContaining('--remote URL') as string })
    }
    // Several runs are cleaned at once: this one is left, with the command that cleans it.
    const old = await call('clean', '--older-than', '1s', '--attempts', '--yes')
    expect(old).toMatchObject({ code: 0, output: expect.stringContaining(`${id}  kept: `) as string })
    expect(old.output).toContain(`amelia clean ${id} --remote URL`)
    expect(await cluster.survey(true)).toMatchObject({ lost: 0, double: 0 })
    expect(attempts()).not.toBe('')
    const cleaned = await call('clean', id, '--attempts', '--yes', '--remote', folders.remote)
    expect(cleaned.code, cleaned.output).toBe(0)
    expect(attempts()).toBe('')
    // The bundle of the command line has no page.
    mkdirSync(join(inject('programs'), 'page'), { recursive: true })
    writeFileSync(join(inject('programs'), 'page', 'index.html'), '<!doctype html>')
    const token = 'token-of-the-dashboard'
    const page = folders.start(['ui', '--no-open', ...elsewhere], { AMELIA_UI_TOKEN: token })
    const origin = await until('an address', () => /http:\/\/[^/]+/.exec(page.output())?.[0], 5_000)
    const onPage = await fetch(`${origin}/v1/runs/${id}/revert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await onPage.text()).toContain(`amelia revert ${id} --remote URL`)
    expect(onPage.status).toBe(409)
    expect(branches()).not.toBe('')
    page.signal('SIGTERM')
    await page.ended
    const reverted = await call('revert', id, '--yes', '--remote', folders.remote)
    expect(reverted.code, reverted.output).toBe(0)
    expect(branches()).toBe('')
  } finally {
    await cluster.stop()
  }
})
