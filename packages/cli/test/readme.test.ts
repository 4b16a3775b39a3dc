import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { createProgram } from '../src/lib/program/program.ts'
import { createTerminal } from '../src/lib/terminal/terminal.ts'
import { makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const fence = (start: string, end: string): string =>
  readme.split(`\n${start}\n`)[1]?.split(`\n${end}`)[0] ?? ''

it('the quick start of the README runs its plan', () => {
  const repository = makeRepository()
  writeFileSync(join(repository, 'plan.md'), `${fence('````markdown', '````')}\n`)
  const bin = makeFolder()
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(inject('programs'), 'cli.mjs')}" "$@"\n`
  writeFileSync(join(bin, 'amelia'), command, { mode: 0o755 })
  const output = execFileSync('sh', ['-e', '-c', fence('```sh', '```')], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
  })
  expect(output).toContain('The plan can be run: plan.md')
  expect(output.trimEnd().split('\n').slice(-5)).toEqual([
    'Report: Greeting',
    'Phase 2: Copy',
    'Phase 1: Text',
    'Plan: Greeting',
    'Begin',
  ])
})

it('the README lists every command of --help', () => {
  const section = readme.slice(readme.indexOf('## Commands'), readme.indexOf('## Options'))
  const listed = [...section.matchAll(/^\| `amelia ([a-z]+)/gm)].map(([, name]) => name)
  expect(listed).toEqual(
    createProgram(createTerminal(process), [], () => {}).commands.map((command) => command.name()),
  )
})
