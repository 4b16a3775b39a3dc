import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const limits = { maxFile: 1_000_000, maxLine: 200_000 }
const linesOf = async (text: string, more = {}): Promise<string[]> => {
  const path = join(folder, 'log')
  writeFileSync(path, text)
  const lines: string[] = []
  for await (const line of readLines(path, { ...limits, ...more })) lines.push(line)
  return lines
}

it('reads complete lines, across the chunks of the file', async () => {
  const long = 'ö'.repeat(80_000)
  expect(await linesOf(`a\n\n${long}\nb\ncut`)).toEqual(['a', '', long, 'b'])
  expect(await linesOf('')).toEqual([])
  expect(await linesOf('cut')).toEqual([])
})

it('leaves out lines that are too long', async () => {
  expect(await linesOf(`a\n${'x'.repeat(300_000)}\nb\n${'y'.repeat(9)}\n`)).toEqual(['a', 'b', 'yyyyyyyyy'])
  expect(await linesOf('1234\n12345\n', { maxLine: 4 })).toEqual(['1234'])
})

it('reads no file that is missing, a folder or too long', async () => {
  const readAll = async (path: string, maxFile: number): Promise<void> => {
    for await (const line of readLines(path, { ...limits, maxFile })) throw new Error(line)
  }
  await readAll(join(folder, 'missing'), 10)
  await readAll(folder, 10)
  writeFileSync(join(folder, 'log'), 'four\n')
  await expect(readAll(join(folder, 'log'), 4)).rejects.toThrow('not read')
})
