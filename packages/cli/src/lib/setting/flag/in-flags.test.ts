import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProgram } from '../../program/program.ts'
import { flagOf } from './in-flags.ts'

const program = createProgram({ out() {}, error() {}, columns: 80 } as never, [], () => {})
const flags = new Set(program.commands.flatMap(({ options }) => options.map(({ long }) => long)))

it('an option of the SDK with a flag of the same name is called by its flag in errors', () => {
  const folder = join(import.meta.dirname, '../../../../../core/src/lib/run/boundary')
  const names = ['option-rules.ts', 'preset-rules.ts', 'stored-run-rules.ts']
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\w+)[:,]/gm)])
    .map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['plan', 'concurrency', 'olderThan']))
  const missed = names.filter((name) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return flags.has(flag) && flagOf(name) === undefined
  })
  expect([...new Set(missed)]).toEqual([])
})

it('each name for an option is a flag or an argument of a command', () => {
  const text = readFileSync(join(import.meta.dirname, 'in-flags.ts'), 'utf8')
  const options = [...text.matchAll(/^ {2}(\w+): '|'(\w+)'/gm)].flatMap(([, key, word]) => key ?? word ?? [])
  expect(options.length).toBeGreaterThan(20)
  for (const option of options)
    for (const flag of flagOf(option)?.match(/--[a-z-]+/g) ?? []) expect([...flags], option).toContain(flag)
})
