import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/quick-start/run.js')
const readme = await readFile(join(root, 'README.md'), 'utf8')

/** The JavaScript of the README, in order: with an agent, and with `createRun`. */
const [withAgent = '', embedded = ''] = readme
  .split('\n```js\n')
  .slice(1)
  .map((part) => `${part.split('\n```')[0]}\n`)

let repository = ''
const git = async (...args: string[]): Promise<string> =>
  (await execute('git', ['-C', repository, ...args])).stdout.trim()

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'amelia-readme-'))
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.name', 'A Reader')
  await git('config', 'user.email', 'reader@amelia.invalid')
  await git('config', 'commit.gpgSign', 'false')
  await git('commit', '--quiet', '--allow-empty', '--message', 'Begin')
  return () => rm(repository, { recursive: true, force: true })
})

/** Runs a program of the README from source, so that no build is needed. Returns its lines. */
const runProgram = async (...program: string[]): Promise<string[]> => {
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
  const { stdout } = await execute(
    process.execPath,
    ['--conditions=amelia-source', '--import', loader, ...program],
    { cwd: repository },
  )
  return stdout.trim().split('\n')
}

describe('the first screen of the README', () => {
  const [screen = ''] = readme.split('\n## ')
  /** Its fenced blocks, as language and lines without blank ones. */
  const fences = [...screen.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ([, language, text = '']) => [language, text.split('\n').filter((line) => line !== '')] as const,
  )

  it('shows one command, one program of four lines, and one picture', () => {
    expect(fences.map(([language]) => language)).toEqual(['sh', 'js'])
    const [command, program] = fences.map(([, lines]) => lines)
    expect(command).toEqual(['npx amelia run plan.md --driver claude --test "npm test"'])
    expect(program).toHaveLength(4)
    expect(program).toContain("const report = await run('plan.md', { driver: claude(), verify: 'npm test' })")
    expect(screen.match(/!\[/g)).toHaveLength(1)
  })

  it('fits a screen, comes before "Try it", and the page has less than 120 lines', () => {
    expect(screen.split('\n').length).toBeLessThanOrEqual(30)
    expect(readme.split('\n## ')[1]).toMatch(/^Try it\n/)
    expect(readme.split('\n').length).toBeLessThan(120)
  })
})

describe('the first example of the README', () => {
  /**
   * The example with a scripted agent in place of Claude, and with absolute imports: it does not run in the
   * workspace.
   */
  const program = withAgent
    .replace(
      "'@amelia/driver-claude'",
      `'${pathToFileURL(join(root, 'test/fixtures/claude-stand-in.ts')).href}'`,
    )
    .replace("'amelia'", `'${pathToFileURL(join(root, 'packages/amelia/src/index.ts')).href}'`)

  it('runs the plan and asks before it integrates the first batch', { timeout: 120_000 }, async () => {
    await writeFile(
      join(repository, 'plan.md'),
      '# Words\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | One | - |\n| 2 | Two | 1 |\n',
    )
    await writeFile(join(repository, 'package.json'), '{ "scripts": { "test": "test -f session-1.txt" } }\n')
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Add a plan')

    expect(program).not.toBe(withAgent)
    const [line = ''] = await runProgram('--input-type=module', '--eval', program)

    expect(line).toMatch(/^waiting refs\/heads\/amelia\//)
    const { stdout } = await execute('git', ['-C', repository, 'for-each-ref', '--format=%(refname)'])
    expect(stdout).toMatch(/^refs\/amelia\/[^/]+\/attempt\/1\/1$/m)
    expect(await git('status', '--porcelain')).toBe('')
  })

  it('completes with trust in the agent', { timeout: 120_000 }, async () => {
    await writeFile(join(repository, 'plan.md'), '# Words\n\nWrite a file.\n')
    await writeFile(join(repository, 'package.json'), '{ "scripts": { "test": "test -f session-1.txt" } }\n')
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Add a plan')

    const trusting = program.replace('driver: claude(), ', "driver: claude(), trust: 'autonomous', ")
    const [line = ''] = await runProgram('--input-type=module', '--eval', trusting)

    const [status, target = ''] = line.split(' ')
    expect(status).toBe('completed')
    expect(await git('show', `${target}:session-1.txt`)).toBe('done')
  })
})

describe('the example of createRun in the README', () => {
  it('is examples/quick-start/run.js, in at most 20 lines', async () => {
    expect(embedded).toBe(await readFile(example, 'utf8'))
    expect(embedded.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })

  it('completes in a repository that has files with the usual names', { timeout: 120_000 }, async () => {
    await copyFile(join(root, 'examples/demo/plan.md'), join(repository, 'plan.md'))
    await writeFile(join(repository, 'README.md'), '# Mine\n')
    await writeFile(join(repository, 'package.json'), '{ "name": "mine" }\n')
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Add my files')
    const lines = await runProgram(example)
    expect(lines.at(-1)).toMatch(/^completed refs\/heads\/amelia\//)
    expect(await git('show', `${lines.at(-1)?.split(' ')[1]}:README.md`)).toBe('# Mine')
  })

  it('prints the questions of a run that waits', { timeout: 120_000 }, async () => {
    const plan = await readFile(join(root, 'examples/demo/plan.md'), 'utf8')
    await writeFile(join(repository, 'plan.md'), plan)
    await mkdir(join(repository, 'hourglass'))
    await writeFile(join(repository, 'hourglass/package.json'), '{}\n')
    await git('add', '.')
    await git('commit', '--quiet', '--message', 'Add a file of the plan')
    const lines = await runProgram(example)
    expect(lines.find((line) => line.startsWith('waiting '))).toBeDefined()
    expect(lines.at(-1)).toMatch(/^\? hourglass\/package\.json already exists/)
  })

  it('has the effects that the README describes', { timeout: 120_000 }, async () => {
    await copyFile(join(root, 'examples/demo/plan.md'), join(repository, 'plan.md'))
    const before = [await git('rev-parse', 'main'), await git('status', '--porcelain', '--ignored')]

    const lines = await runProgram(example)

    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      '0',
      '1',
      '2a',
      '2b',
      '2c',
      '3',
      'completed',
    ])
    const [status, target = ''] = (lines.at(-1) ?? '').split(' ')
    expect(status).toBe('completed')
    expect(target).toMatch(/^refs\/heads\/amelia\//)

    // One commit per phase, in the order of the events.
    const reported = lines.slice(0, -1).map((line) => line.split(' ')[1])
    expect(
      (await git('rev-list', '--reverse', `main..${target}`, '--grep=^Amelia-Phase:')).split('\n'),
    ).toEqual(reported)

    expect([await git('rev-parse', 'main'), await git('status', '--porcelain', '--ignored')]).toEqual(before)
  })
})
