import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A repository of generated files with one commit, packed like a clone. */
export interface GeneratedRepository {
  /** A temporary folder that contains the repository, and has room for others. */
  folder: string
  /** The checkout. */
  repo: string
  git(...args: string[]): string
  remove(): void
}

/** The path of a generated file. Ten files share a folder. */
export const generatedPath = (file: number): string =>
  `src/pkg${Math.floor(file / 500)}/mod${Math.floor(file / 10) % 50}/file${file}.js`

const textOf = (file: number): string => `export const v${file} = ${file}\n`.repeat(20)

/** Generates a repository with `files` files, and checks out its branch `main`. */
export const generateRepository = (files: number): GeneratedRepository => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  const repo = join(folder, 'repo')
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  execFileSync('git', ['init', '-qb', 'main', repo], { stdio: 'pipe' })
  const settings = { 'gc.auto': '0', 'user.name': 'A Person', 'user.email': 'person@example.org' }
  for (const [name, value] of Object.entries(settings)) git('config', name, value)
  const parts = [
    'commit refs/heads/main\ncommitter A Person <person@example.org> 1700000000 +0000\n',
    'data 0\n',
  ]
  for (let file = 0; file < files; file++) {
    const text = textOf(file)
    parts.push(`M 100644 inline ${generatedPath(file)}\ndata ${text.length}\n${text}\n`)
  }
  const { status, stderr } = spawnSync('git', ['-C', repo, 'fast-import', '--quiet'], {
    input: parts.join(''),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The repository of the benchmark could not be generated: ${stderr}`)
  git('reset', '-q', '--hard', 'main')
  return { folder, repo, git, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
