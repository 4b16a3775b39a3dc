import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { commandNotifier } from '../src/index.ts'

const notification = { type: 'gate_opened', runId: 'r1', gate: { id: 'plan', question: '$(id) "quoted"' } }

const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'amelia-notify-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

it('runs a command without a shell, with the notification on its input and without our keys', async () => {
  const cwd = folder()
  process.env['A_KEY_OF_OURS'] = 'secret'
  onTestFinished(() => void delete process.env['A_KEY_OF_OURS'])
  const argv = ['sh', '-c', 'cat > "$0"; env > env.txt', 'in put.json']
  await commandNotifier({ argv, cwd }).send(notification, { signal: new AbortController().signal })
  expect(JSON.parse(readFileSync(join(cwd, 'in put.json'), 'utf8'))).toEqual(notification)
  const environment = readFileSync(join(cwd, 'env.txt'), 'utf8').split('\n')
  expect(environment).toEqual(expect.arrayContaining(['AMELIA_EVENT=gate_opened', 'AMELIA_RUN=r1']))
  expect(environment.join()).not.toContain('A_KEY_OF_OURS')
})

it.each([
  ['fails', ['sh', '-c', 'exit 3'], /it ended with 3\./],
  ['does not exist', ['no-such-program-here'], /it could not start/],
  ['takes too long', ['sh', '-c', 'sleep 60'], /it took more than 0\.05 s/],
])('reports a command that %s', async (_name, argv, message) => {
  const notifier = commandNotifier({ argv, timeoutMs: argv[2] === 'sleep 60' ? 50 : 10_000 })
  await expect(notifier.send(notification, { signal: new AbortController().signal })).rejects.toThrow(message)
})

it('ends the command and its children when the signal aborts', async () => {
  const cwd = folder()
  const stop = new AbortController()
  const argv = ['sh', '-c', 'sleep 60 & echo $! > pid.txt; wait']
  const sending = commandNotifier({ argv, cwd }).send(notification, { signal: stop.signal })
  const pidFile = join(cwd, 'pid.txt')
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim()).toBeTruthy()
  stop.abort()
  await expect(sending).rejects.toThrow('stopped')
  const pid = Number(readFileSync(pidFile, 'utf8'))
  const isAlive = () => {
    try {
      process.kill(pid, 0)
      return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
    } catch {
      return false
    }
  }
  await expect.poll(isAlive).toBe(false)
})

it('refuses an empty command', () => {
  expect(() => commandNotifier({ argv: [] })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
})
