import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** A block of a page that is marked `run`, with the output that the page shows after it. */
interface Block {
  place: string
  language: string
  code: string
  output: string | undefined
}

const findBlocks = (page: string): Block[] => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const pattern = /^```(js|sh) run\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms
  return [...text.matchAll(pattern)].map(({ index, 1: language = '', 2: code = '', 3: output }) => ({
    place: `docs/${page}:${text.slice(0, index).split('\n').length}`,
    language,
    code,
    output,
  }))
}

const blocks = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((page) => page.endsWith('.md'))
  .flatMap(findBlocks)

/** The plan of the quick start, in a repository in which the packages and the command are installed. */
const createRepository = (): { folder: string; env: NodeJS.ProcessEnv } => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const page = readFileSync(join(root, 'docs/start/quick-start-cli.md'), 'utf8')
  writeFileSync(join(folder, 'plan.md'), `${page.split('\n````markdown\n')[1]!.split('\n````')[0]!}\n`)
  writeFileSync(join(folder, '.gitignore'), 'node_modules\nbin\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(inject('programs'), 'cli.mjs')}" "$@"\n`
  writeFileSync(join(folder, 'bin/amelia'), command, { mode: 0o755 })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'A Reader')
  git('config', 'user.email', 'reader@amelia.invalid')
  git('add', '.')
  git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message', 'Add a plan')
  return { folder, env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` } }
}

const runBlock = ({ language, code }: Block): string => {
  const { folder, env } = createRepository()
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const [program, ...args] =
    language === 'sh'
      ? ['sh', '-e', '-c', code]
      : [
          process.execPath,
          '--conditions=amelia-source',
          '--import',
          loader,
          '--input-type=module',
          '--eval',
          code,
        ]
  return execFileSync(program, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
}

describe('blocks of the documentation that are marked `run`', () => {
  it('are in the quick starts and the page about tests', () => {
    const pages = new Set(blocks.map(({ place }) => place.split(':')[0]))
    for (const page of ['start/quick-start-cli', 'start/quick-start-sdk', 'extend/testing'])
      expect(pages).toContain(`docs/${page}.md`)
  })

  it('and every other one of a quick start says why not', () => {
    const folder = join(root, 'docs/start')
    const bare = readdirSync(folder).flatMap((page) =>
      readFileSync(join(folder, page), 'utf8')
        // A block in a longer fence is part of a plan.
        .replace(/^````[^]*?^````$/gm, '')
        .split('\n')
        .filter((line) => /^```sh/.test(line) && !/^```sh (?:run|why-not="[^"]{10,}")$/.test(line))
        .map((line) => `${page}: ${line}`),
    )
    expect(bare).toEqual([])
  })

  it.each(blocks)('$place runs, with the output that the page shows', { timeout: 120_000 }, (block) => {
    const output = runBlock(block)
    if (block.output !== undefined) expect(output).toBe(block.output)
    else expect(output).not.toBe('')
  })
})
