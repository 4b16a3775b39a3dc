import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { PhaseReport } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { createHandler } from '@amelia/http'
import { createClient } from '@amelia/http/client'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { RunHeader } from '../src/lib/dashboard/run-header.tsx'
import { createRunStore, type RunStore } from '../src/lib/state/create-run-store.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-killed-')))
const program = join(inject('programs'), 'cli.mjs')
const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' }
const processes: ChildProcess[] = []

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', env })

const cli = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args, '--repo', folder], { encoding: 'utf8', env })

/** Starts the command line in a process. */
const start = (...args: string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...args, '--repo', folder], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  processes.push(child)
  return child
}

/** A run as each of its readers shows it. */
interface Shown {
  condition?: { state: string }
  report?: Work
}

/** The parts of a run that work is done on. */
interface Work {
  phases: readonly PhaseReport[]
  batches: readonly { status: string }[]
  durationMs: number
}

/** The states of a phase and its parts, whether its time grows, its batch, and the time of the run. */
const workOf = ({ phases: [phase], batches: [batch], durationMs }: Work) => ({
  states: [phase!, ...phase!.subtasks!, ...phase!.subtasks![0]!.steps!, batch!].map(({ status }) => status),
  grows: phase!.active === true,
  times: [phase!.durationMs, durationMs],
})

/** A line that a process prints: an event of a run, or a message of MCP. */
interface Line {
  type?: string
  runId?: string
  id?: number
  result?: { content: { text: string }[] }
}

/** Resolves to the line of a process for which `read` returns a value. */
const findLine = async <Found>(
  child: ChildProcess,
  read: (line: Line) => Found | undefined,
): Promise<Found> => {
  for await (const line of createInterface({ input: child.stdout! })) {
    const found = read(JSON.parse(line) as Line)
    if (found !== undefined) return found
  }
  throw new Error('The process has ended.')
}

const plan = `# Slow\n
| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 1 | Wait | - | - | 2 | ⬜ |

## Phase 1: Wait

### Wait

\`\`\`sh
echo $$ > ${join(folder, 'ignored')}; exec sleep 600
\`\`\`
`

let runId = ''
let run: ChildProcess
beforeAll(async () => {
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  writeFileSync(join(folder, '.gitignore'), 'ignored\n')
  writeFileSync(join(folder, 'plan.md'), plan)
  git('add', '.')
  git('commit', '-q', '-m', 'Begin')
  // Its command writes beside the workspace, and names its process as this machine does.
  run = start('run', join(folder, 'plan.md'), '--trust', 'autonomous', '--yes', '--json', '--confine', 'off')
  runId = await findLine(run, (event) => (event.type === 'step_started' ? event.runId : undefined))
})

afterAll(() => {
  // A command survives the process that was killed.
  process.kill(Number(readFileSync(join(folder, 'ignored'), 'utf8')), 'SIGKILL')
  for (const child of processes) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Reads a run through the tool `status` of `amelia mcp`. */
const readByTool = async (): Promise<Shown> => {
  const server = start('mcp')
  const send = (message: object): void =>
    void server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'test', version: '1.0.0' }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  })
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'status', arguments: { runId } } })
  const { content } = await findLine(server, ({ id, result }) => (id === 2 ? result : undefined))
  server.stdin!.end()
  await once(server, 'close')
  return JSON.parse(content[0]!.text) as Shown
}

/** The header of a run as text. */
const headerOf = (store: RunStore): string =>
  renderToStaticMarkup(
    createElement<{ store: RunStore }>(RunHeader as () => ReactNode, { store }),
  ).replaceAll(/<[^>]*>/g, ' ')

/** Resolves when the view of a run passes. */
const until = (store: RunStore, passes: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (passes()) resolve()
    }
    store.subscribe('view', check)
    check()
  })

it('a run whose process was killed is interrupted for the page, HTTP, MCP, status and runs', async () => {
  const handler = createHandler({
    host: nodeHost({ repo: folder }),
    authenticate: () => ({ access: 'read' }),
  })
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: (url, init) => handler(new Request(url, init)),
  })
  const read = async () => {
    const [listed] = JSON.parse(cli('runs', '--json')) as Shown[]
    const { condition, status, ...own } = JSON.parse(cli('status', runId, '--json')) as Shown &
      Work & { status: string }
    const remote = await client.readRun(runId)
    const tool = await readByTool()
    const states = [listed, { condition }, remote, tool, (await client.listRuns())[0]]
    const view = store.view()!
    const shown: Work = { ...view.report, phases: [...view.phases.values()] }
    return {
      run: { status, states: states.map((each) => each?.condition?.state) },
      work: [own, remote.report, tool.report!, shown].map(workOf),
      text: cli('status', runId),
    }
  }
  const store = createRunStore({ source: client, runId })
  const close = store.open()
  await until(store, () => headerOf(store).includes('Running'))
  expect(headerOf(store)).toMatch(/\blive\b/)
  const alive = await read()
  expect(alive.run).toEqual({ status: 'running', states: Array(5).fill('running') })
  for (const work of alive.work) expect(work).toMatchObject({ states: Array(4).fill('running'), grows: true })
  expect(alive.text).toMatch(/^Running: [^]*^● 1 +Wait +running$/m)
  expect(cli('runs')).toMatch(/ running /)

  run.kill('SIGKILL')
  await once(run, 'close')
  await until(store, () => headerOf(store).includes('Interrupted'))
  const dead = await read()
  expect(dead.run).toEqual({ status: 'running', states: Array(5).fill('interrupted') })
  const [work] = dead.work
  expect(work).toMatchObject({ states: Array(4).fill('interrupted'), grows: false })
  expect(dead.work).toEqual(Array(4).fill(work))
  expect(dead.text).toMatch(/^Interrupted: [^]*^⊘ 1 +Wait +interrupted$/m)
  expect(dead.text).not.toMatch(/running$/m)
  expect(cli('runs')).toMatch(/ interrupted /)
  expect(headerOf(store)).not.toMatch(/Running|\blive\b/)
  close()
})
