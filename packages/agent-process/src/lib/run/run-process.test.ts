import { expect, it } from 'vitest'
import { type ProcessRequest, runProcess } from './run-process.ts'

const run = (script: string, more: Partial<ProcessRequest> = {}) =>
  runProcess({
    argv: [process.execPath, '--eval', script],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    signal: new AbortController().signal,
    graceMs: 100,
    outputLimit: 1_000,
    ...more,
  })

it('writes the input, and passes on the standard output as it arrives', async () => {
  const chunks: Uint8Array[] = []
  const script = `process.stderr.write('error '); process.stdin.pipe(process.stdout)`
  const { exitCode, output } = await run(script, {
    input: 'Grüße\n',
    onStdout: (chunk) => chunks.push(chunk),
  })
  expect(exitCode).toBe(0)
  expect(Buffer.concat(chunks).toString()).toBe('Grüße\n')
  expect(output).toContain('error ')
})

it('has no standard input without an input', async () => {
  expect(await run(`process.stdin.on('end', () => process.exit(3)).resume()`)).toMatchObject({ exitCode: 3 })
})

it('survives a program that does not read its input', async () => {
  expect(await run('process.exit(4)', { input: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 4 })
})

it('ends the program and rejects if a receiver of the output throws', async () => {
  const onStdout = (): void => {
    throw new Error('not JSON')
  }
  const script = `console.log('hello'); setInterval(() => console.log('more'), 10)`
  await expect(run(script, { onStdout })).rejects.toThrow('not JSON')
})
