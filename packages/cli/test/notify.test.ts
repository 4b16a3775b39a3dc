import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'
import { inProcess } from './fixtures/in-process.ts'

afterAll(removeFolders)
afterEach(() => vi.unstubAllEnvs())

const step = {
  id: '1',
  description: 'Write',
  action_type: 'code',
  file_path: 'a.txt',
  code_change: 'x\n',
  risk_level: 'high',
}
const plan = { goal: 'Make a file', batches: [{ batch_number: 1, description: 'One', steps: [step] }] }

it('sends notifications to an address and a command, and warns if one fails', async () => {
  const types: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      types.push((JSON.parse(body) as { type: string }).type)
      response.writeHead(types.length === 1 ? 200 : 404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`
  const folder = makeFolder()
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  const notify = ['--notify', url, '--notify', `sh -c "cat >> ${join(folder, 'seen.txt')}"`]
  const run = ['run', file, '--repo', makeRepository(), '--trust', 'autonomous', '--json', ...notify]
  const refused = await cli(run)
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('AMELIA_NOTIFY_SECRET')])
  const env = { AMELIA_NOTIFY_SECRET: 'a-secret-of-the-receiver' }
  const { code, stderr } = await cli(run, { env })
  expect(code).toBe(3)
  expect(types).toEqual(['gate_opened', 'run_ended'])
  const lines = readFileSync(join(folder, 'seen.txt'), 'utf8').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(types)
  expect(stderr).toMatch(/warning: The notification run_ended .* was not delivered .* status 404, at try 1/)
  expect(stderr).not.toContain('secret-path')
})

it('fork and feedback send the notifications of a flag, the environment or the config file', async () => {
  const repository = makeRepository()
  const folder = makeFolder()
  const rules = ['--repo', repository, '--trust', 'autonomous', '--yes', '--no-artifacts']
  await inProcess(['run', writePlan(folder, [{ id: '1' }]), ...rules])
  const runs = async (): Promise<{ runId: string }[]> => {
    const { stdout } = await inProcess(['runs', '--repo', repository, '--json'])
    return JSON.parse(stdout) as { runId: string }[]
  }
  const [{ runId } = { runId: '' }] = await runs()
  const receiver = (name: string): string => `sh -c "cat >> ${join(folder, name)}"`
  const received = (name: string): unknown =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
  const follow = (...words: string[]) => inProcess([...words, ...rules.slice(0, -1)])
  const fork = (...flags: string[]) => follow('fork', runId, '--from', '1', ...flags)

  vi.stubEnv('AMELIA_NOTIFY_SECRET', '')
  await expect(fork('--notify', 'https://example.org/hook')).rejects.toThrow('AMELIA_NOTIFY_SECRET')
  expect(await runs()).toHaveLength(1)
  const stored = (): string[] => readdirSync(join(repository, '.git/amelia/command-line'))
  expect(stored()).toHaveLength(1)

  await fork('--notify', receiver('flag'))
  expect(received('flag')).toEqual(['run_ended'])
  vi.stubEnv('AMELIA_NOTIFY', receiver('variable'))
  await fork()
  expect(received('variable')).toEqual(['run_ended'])
  vi.stubEnv('AMELIA_NOTIFY', '')
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ notify: [receiver('file')] }))
  await fork('--config', config)
  expect(received('file')).toEqual(['run_ended'])

  const comments = join(folder, 'comments.json')
  writeFileSync(comments, JSON.stringify([{ id: 1, body: 'Say two.', user: { login: 'grace' } }]))
  const agent = ['--driver', 'command', '--agent', 'true', '--no-review']
  const feedback = ['feedback', runId, '--comments', comments, ...agent]
  await expect(follow(...feedback, '--notify', 'https://example.org/hook')).rejects.toThrow(
    'AMELIA_NOTIFY_SECRET',
  )
  expect(stored()).toHaveLength(4)
  await follow(...feedback, '--notify', receiver('feedback'))
  expect(received('feedback')).toEqual(expect.arrayContaining(['run_ended']))
}, 60_000)

it('shows notifications on the desktop with notify-send, as plain arguments', async () => {
  const folder = makeFolder()
  const seen = join(folder, 'seen.txt')
  const programs = join(folder, 'bin')
  mkdirSync(programs)
  const script = `#!/bin/sh\nfor text in "$@"; do printf '%s\\n' "$text" >> ${seen}; done\n`
  writeFileSync(join(programs, 'notify-send'), script, { mode: 0o755 })
  const file = join(folder, 'plan.json')
  writeFileSync(
    file,
    JSON.stringify({ ...plan, goal: `$(touch ${folder}/pwned) <b>\`id\`</b> ${'x'.repeat(400)}` }),
  )
  const run = ['run', file, '--trust', 'autonomous', '--notify', 'desktop']
  const env = { PATH: `${programs}${delimiter}${process.env['PATH']}` }
  const { code, stderr } = await cli(run, { cwd: makeRepository(), env })
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.not.stringContaining('warning') })
  const lines = readFileSync(seen, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(8)
  expect(lines.slice(0, 3)).toEqual([
    '--app-name=Amelia',
    '--',
    expect.stringMatching(/^Amelia: run \S+ asks$/),
  ])
  expect(lines[6]).toMatch(/^Amelia: run \S+ is waiting$/)
  expect(lines[7]).toMatch(/^0 of 1 phase: \$\(touch .*…$/)
  expect(lines[7]).not.toMatch(/[<>]/)
  expect(lines[7]!.length).toBeLessThanOrEqual(240)
  expect(readdirSync(folder)).not.toContain('pwned')
})

it('warns once where no program shows notifications, and the run continues', async () => {
  const programs = makeFolder()
  for (const name of ['git', 'sh', 'node', 'env'])
    symlinkSync(
      name === 'node' ? process.execPath : execFileSync('which', [name], { encoding: 'utf8' }).trim(),
      join(programs, name),
    )
  const rows = [{ id: '1', run: 'echo one' }]
  const run = ['run', writePlan(makeFolder(), rows), '--trust', 'autonomous', '--yes', '--notify', 'desktop']
  const { code, stderr } = await cli(run, { cwd: makeRepository(), env: { PATH: programs } })
  expect(code, stderr).toBe(0)
  expect(stderr.match(/warning: --notify desktop .* install notify-send/g)).toHaveLength(1)
})
