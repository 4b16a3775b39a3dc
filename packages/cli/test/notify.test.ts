import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

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
