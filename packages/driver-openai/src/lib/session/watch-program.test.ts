import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { watchProgram } from './watch-program.ts'

/** Prints whether the process leads a process group. */
const program = `
  let leads = true
  try { process.kill(-process.pid, 0) } catch { leads = false }
  console.error(leads)`

const start = (...args: string[]) => {
  const child = spawn(process.execPath, ['-e', program, '--', ...args], { stdio: ['pipe', 'ignore', 'pipe'] })
  return once(child, 'close')
}

it("starts Codex's program, and no other, in its own process group, and reads its log", async () => {
  const log: string[] = []
  const onLog = (text: string): void => void log.push(text)
  await watchProgram(onLog, async () => {
    await start('--experimental-json')
    expect(log.join('')).toBe('true\n')
    const other = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'pipe'] })
    other.stderr.on('data', (chunk: Buffer) => onLog(String(chunk)))
    await once(other, 'close')
    expect(log.join('')).toBe('true\nfalse\n')
  })
})

it('adds the last words that arrive after the exit of the program to its failure', async () => {
  // The program leaves a process behind, which says the last words.
  const shell = `(sleep 0.1; echo panicked >&2) & exit 3`
  const session = watchProgram(
    () => {},
    async () => {
      const child = spawn('sh', ['-c', shell, '--experimental-json'], { stdio: ['pipe', 'ignore', 'pipe'] })
      const [code] = (await once(child, 'exit')) as [number]
      throw new Error(`Codex Exec exited with code ${code}: `)
    },
  )
  await expect(session).rejects.toThrow('Codex Exec exited with code 3: panicked')
})
