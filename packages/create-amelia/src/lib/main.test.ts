import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { main } from './main.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-amelia-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const runProgram = (...args: string[]) => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = main(args)
  const printed = {
    code,
    out: out.mock.calls.flat().join('').trimEnd(),
    errors: errors.mock.calls.flat().join('').trimEnd(),
  }
  vi.restoreAllMocks()
  return printed
}

it('creates a project with the name of its folder and the version of this package', () => {
  const place = join(folder, 'My Project')
  const { code, out } = runProgram(place)
  expect(code).toBe(0)
  expect(out).toContain(`Created ${place}.`)
  expect(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-project',
    dependencies: { '@amelia/core': `^${manifest.version}` },
  })
  expect(readFileSync(join(place, '.gitignore'), 'utf8')).toBe('node_modules/\n')
  expect(existsSync(join(place, 'gitignore'))).toBe(false)
})

it('creates a project in TypeScript', () => {
  const place = join(folder, 'typed')
  expect(runProgram(place, '--typescript').code).toBe(0)
  const read = (file: string): string => readFileSync(join(place, file), 'utf8')
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'typed',
    scripts: { start: 'tsx run.ts' },
    dependencies: { '@amelia/core': `^${manifest.version}` },
  })
  expect(JSON.parse(read('tsconfig.json'))).toMatchObject({ compilerOptions: { strict: true } })
  expect(readdirSync(place).sort()).toEqual([
    '.gitignore',
    'README.md',
    'package.json',
    'plan.md',
    'run.ts',
    'test',
    'tsconfig.json',
  ])
  expect(readdirSync(join(place, 'test'))).toEqual(['plan.test.ts'])
})

it('writes nothing into a folder with files', () => {
  writeFileSync(join(folder, 'mine.txt'), 'mine\n')
  expect(runProgram(folder)).toEqual({
    code: 1,
    out: '',
    errors: `${folder} already has contents. A project needs a folder that is empty or does not exist: npm create amelia NAME`,
  })
  expect(existsSync(join(folder, 'package.json'))).toBe(false)
})

it('refuses a file', () => {
  const file = join(folder, 'mine.txt')
  writeFileSync(file, 'mine\n')
  expect(runProgram(file).errors).toContain(`${file} is a file.`)
})

it('prints a command for a folder with spaces', () => {
  expect(runProgram(join(folder, 'my pröject')).out).toMatch(/\n {2}cd '\S*my pröject'\n/)
})

it('refuses more than one folder, and flags', () => {
  expect(runProgram('a', 'b')).toMatchObject({ code: 2 })
  expect(runProgram('--template').errors).toContain('Expected one folder; got "--template".')
  expect(runProgram('--help')).toMatchObject({ code: 0, errors: '' })
  expect(runProgram('-h')).toMatchObject({ code: 0, errors: '' })
})
