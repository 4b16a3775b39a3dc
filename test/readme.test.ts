import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/quick-start/run.js')

/** The text of the first fence of this language. */
const firstFence = (markdown: string, language: string): string => {
  const [, rest = ''] = markdown.split(`\n\`\`\`${language}\n`)
  return `${rest.split('\n```')[0]}\n`
}

describe('the quick start of the README', () => {
  let repository = ''
  const git = async (...args: string[]): Promise<string> =>
    (await execute('git', ['-C', repository, ...args])).stdout.trim()

  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'amelia-readme-'))
    await git('init', '--quiet', '--initial-branch=main')
    await git('config', 'user.name', 'A Reader')
    await git('config', 'user.email', 'reader@amelia.invalid')
    await git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--allow-empty', '--message', 'Begin')
    await copyFile(join(root, 'examples/demo/plan.md'), join(repository, 'plan.md'))
  })
  afterAll(() => rm(repository, { recursive: true, force: true }))

  it('is the example, word by word, in at most 20 lines', async () => {
    const quickStart = firstFence(await readFile(join(root, 'README.md'), 'utf8'), 'js')
    expect(quickStart).toBe(await readFile(example, 'utf8'))
    expect(quickStart.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })

  it('does what the README says', { timeout: 120_000 }, async () => {
    const before = [await git('rev-parse', 'main'), await git('status', '--porcelain', '--ignored')]

    // From source, so no build comes first.
    const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
    const { stdout } = await execute(
      process.execPath,
      ['--conditions=amelia-source', '--import', loader, example],
      {
        cwd: repository,
      },
    )

    const lines = stdout.trim().split('\n')
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

    // One commit per phase, each the one that was told, in the order in which they were told.
    const told = lines.slice(0, -1).map((line) => line.split(' ')[1])
    expect(
      (await git('rev-list', '--reverse', `main..${target}`, '--grep=^Amelia-Phase:')).split('\n'),
    ).toEqual(told)

    expect([await git('rev-parse', 'main'), await git('status', '--porcelain', '--ignored')]).toEqual(before)
  })
})
