import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@amelia/http/client'

const token = 'a-long-random-token'
const plan = '# Notes\n\n### Task 1: Write the notes\n\n**Files:** `notes.txt`\n'

const until = async (isTrue) => {
  while (!(await isTrue())) await wait(50)
}

/** Starts the server in a process, and resolves with its lines up to its address. */
const startServer = async (repo, argument = '') => {
  const agent = `${process.execPath} ${join(import.meta.dirname, 'agent.js')} ${argument}`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.js')], {
    cwd: repo,
    env: { ...process.env, AMELIA_TOKEN: token, AGENT: agent, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('http')) break
  }
  const client = createClient({ baseUrl: lines.at(-1), headers: { authorization: `Bearer ${token}` } })
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { client, lines, kill }
}

test('a server that is killed in a session continues its run, and each question needs one answer', async () => {
  const repo = mkdtempSync(join(tmpdir(), 'amelia-server-'))
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')

  const first = await startServer(repo, 'hang')
  const { runId } = await first.client.startRun(plan)
  const answered = new Set()
  /** Approves the open questions, as a person would. */
  const approveAll = async ({ client }) => {
    const { report } = await client.readRun(runId)
    for (const { id: gateId } of report.gates.filter(({ id }) => !answered.has(id))) {
      answered.add(gateId)
      await client.send(runId, { type: 'answer', gateId, choice: 'approve' })
    }
    return report
  }
  for await (const { type } of first.client.watch({ runId })) {
    if (type === 'gate_opened') await approveAll(first)
    if (type === 'phase_started') break
  }
  await first.kill()

  const second = await startServer(repo)
  assert.deepEqual(second.lines.slice(0, -1), [`${runId} resumed `])
  let report
  await until(async () => {
    report = await approveAll(second)
    return report.status === 'completed'
  })
  assert.equal(git('show', `${report.target}:notes.txt`), 'done')
  await second.kill()
  rmSync(repo, { recursive: true })
})
