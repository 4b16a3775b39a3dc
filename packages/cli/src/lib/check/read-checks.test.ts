import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readChecks } from './read-checks.ts'

const repo = mkdtempSync(join(tmpdir(), 'amelia-checks-'))
const empty = mkdtempSync(join(tmpdir(), 'amelia-checks-'))
writeFileSync(join(repo, 'Cargo.toml'), '[package]')
afterAll(() => {
  for (const folder of [repo, empty]) rmSync(folder, { recursive: true })
})

describe('readChecks', () => {
  it('reads the commands in order', async () => {
    const flags = { build: 'make', test: 'npm test', lint: 'npx eslint "a b"' }
    expect(Object.entries(await readChecks({ repo, ...flags }))).toEqual([
      ['test', ['npm', 'test']],
      ['lint', ['npx', 'eslint', 'a b']],
      ['build', ['make']],
    ])
  })

  it('detects the test command for `auto`, and only for the test', async () => {
    expect(await readChecks({ repo, test: 'auto', lint: 'auto' })).toEqual({
      test: ['cargo', 'test'],
      lint: ['auto'],
    })
  })

  it('refuses `auto` where no test command is detected', async () => {
    await expect(readChecks({ repo: empty, test: 'auto' })).rejects.toThrow(/no test command was detected/)
  })

  it('refuses a builtin of a shell, and names how to start one', async () => {
    await expect(readChecks({ repo, test: 'exit 3' })).rejects.toThrow(
      '--test exit 3: "exit" is shell syntax, and commands run without a shell.',
    )
  })

  it('refuses full test-first checks without a test command', async () => {
    await expect(readChecks({ repo, tdd: 'full', lint: 'x' })).rejects.toThrow(
      '--tdd full needs a test command.',
    )
    expect(await readChecks({ repo, tdd: 'full', test: 'auto' })).toEqual({ test: ['cargo', 'test'] })
  })
})
