import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { type AgentName, agents } from './agents.ts'
import { askOptions } from './ask-options.ts'
import { main } from './main.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-amelia-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const runProgram = async (...args: string[]) => {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const code = await main(args)
  const printed = {
    code,
    out: out.mock.calls.flat().join('').trimEnd(),
    errors: errors.mock.calls.flat().join('').trimEnd(),
  }
  vi.restoreAllMocks()
  return printed
}

it('creates a project with the name of its folder and the version of this package', async () => {
  const place = join(folder, 'My Project')
  const { code, out } = await runProgram(place)
  expect(code).toBe(0)
  expect(out).toContain(`Created ${place}.`)
  expect(JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-project',
    dependencies: { '@amelia/core': `^${manifest.version}` },
  })
  expect(readFileSync(join(place, '.gitignore'), 'utf8')).toBe('node_modules/\n')
  expect(existsSync(join(place, 'gitignore'))).toBe(false)
})

it('creates a project in TypeScript', async () => {
  const place = join(folder, 'typed')
  expect((await runProgram(place, '--typescript')).code).toBe(0)
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

it('writes nothing into a folder with files', async () => {
  writeFileSync(join(folder, 'mine.txt'), 'mine\n')
  expect(await runProgram(folder)).toEqual({
    code: 1,
    out: '',
    errors: `${folder} already has contents. A project needs a folder that is empty or does not exist: npm create amelia NAME`,
  })
  expect(existsSync(join(folder, 'package.json'))).toBe(false)
})

it('refuses a file', async () => {
  const file = join(folder, 'mine.txt')
  writeFileSync(file, 'mine\n')
  expect((await runProgram(file)).errors).toContain(`${file} is a file.`)
})

it('prints a command for a folder with spaces', async () => {
  expect((await runProgram(join(folder, 'my pröject'))).out).toMatch(/\n {2}cd '\S*my pröject'\n/)
})

it('refuses more than one folder, unknown flags and unknown agents', async () => {
  expect(await runProgram('a', 'b')).toMatchObject({ code: 2 })
  expect((await runProgram('--template')).errors).toContain("Unknown option '--template'")
  const { code, errors } = await runProgram(join(folder, 'a'), '--agent', 'cloude')
  expect(code).toBe(2)
  expect(errors).toContain('Expected an agent: claude, codex, opencode, command or none; got cloude.')
  expect(existsSync(join(folder, 'a'))).toBe(false)
  expect(await runProgram('--help')).toMatchObject({ code: 0, errors: '' })
  expect(await runProgram('-h')).toMatchObject({ code: 0, errors: '' })
})

const projects = Object.keys(agents).flatMap((agent) =>
  ['javascript', 'typescript'].map((language) => [agent, language] as const),
)

it.each(projects)('gives the program and the server the agent %s in %s', async (agent, language) => {
  const place = join(folder, 'project')
  const flags = language === 'typescript' ? ['--typescript'] : []
  const { code, out } = await runProgram(place, '--agent', agent, '--server', ...flags)
  expect(code).toBe(0)
  expect(out).toContain('npm run serve')
  const { packages, driver, note } = agents[agent as AgentName]
  const end = language === 'typescript' ? 'ts' : 'js'
  for (const name of ['run', 'server']) {
    const program = readFileSync(join(place, `${name}.${end}`), 'utf8')
    expect(program).toContain(`import { ${driver.name} } from '${driver.from}'\n`)
    expect(program).toContain(`const options = { host, driver: ${driver.call} }\n`)
  }
  const { dependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(Object.keys(dependencies).toSorted())
  expect(dependencies).toMatchObject({ '@amelia/http': `^${manifest.version}` })
  for (const name of Object.keys(packages)) expect(dependencies).toHaveProperty([name])
  expect(JSON.stringify(dependencies)).not.toContain('VERSION')
  expect(readFileSync(join(place, 'README.md'), 'utf8')).toContain(note)
})

it.each(['claude', 'codex'] as const)('installs the versions that the driver of %s accepts', (agent) => {
  const { packages, driver } = agents[agent]
  const path = join(import.meta.dirname, '../../..', driver.from.replace('@amelia/', ''), 'package.json')
  const { peerDependencies } = JSON.parse(readFileSync(path, 'utf8'))
  const { '@amelia/core': _core, ...sdk } = peerDependencies
  expect(packages).toMatchObject(sdk)
})

it('has the flags in its README that its help lists', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  const { out } = await runProgram('--help')
  const flags = out.split('\n').filter((line) => line.startsWith('  --'))
  expect(flags.length).toBeGreaterThan(3)
  expect(readme).toContain(`\`\`\`text\n${flags.join('\n')}\n\`\`\``)
})

it('asks for each option, and again after an answer that it does not know', async () => {
  const answers = ['9', '1', 'maybe', 'y', '']
  const questions: string[] = []
  const question = async (text: string) => {
    questions.push(text)
    return answers.shift()!
  }
  expect(await askOptions({ question })).toEqual({ agent: 'claude', language: 'typescript', server: false })
  expect(questions).toHaveLength(5)
  expect(questions[0]).toContain('  4 another program\n')
})
