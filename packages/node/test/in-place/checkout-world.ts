import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { gitContractFiles } from '@amelia/core/testing'
import { createRepository, type TemporaryRepository } from '../../../../test/fixtures/temporary-repository.ts'

/** An action on a checkout. */
export type Deed =
  | { do: 'write'; path: string; text: string; mode: number }
  | { do: 'link'; path: string; target: string }
  | { do: 'remove'; path: string }
  | { do: 'folder'; path: string }
  | { do: 'stage'; path: string }
  | { do: 'stage_all' }
  | { do: 'unstage'; path: string }
  | { do: 'forget'; path: string }

/** The files of the first commit. */
const trackedFiles: Readonly<Record<string, string>> = {
  ...gitContractFiles,
  'bin/run.sh': '#!/bin/sh\n',
  'ünï ☺.txt': 'ü\n',
  'x/y/z.txt': 'z\n',
}

const tracked = Object.keys(trackedFiles)
const fresh = [
  'notes ü.txt',
  'new/x.txt',
  'src/"quoted".txt',
  '🙂/deep/er.md',
  'src/deep',
  'README.md/in.txt',
  'x',
]
const ignored = ['ignored/cache.bin', 'debug.log', 'src/more.log']

const pathOf = (paths: readonly string[]) => fc.constantFrom(...paths)
const text = fc.constantFrom('one\n', 'two\n', '', 'a\r\nb\n', 'line 1\nline 2\n', '\u0000\u0001binary\u0000')
const mode = fc.constantFrom(0o644, 0o755, 0o600)

const change = (paths: readonly string[]): fc.Arbitrary<Deed> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('write' as const), path: pathOf(paths), text, mode }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path: pathOf(paths) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('link' as const),
        path: pathOf(paths),
        target: fc.constantFrom('README.md', '../nowhere', 'src'),
      }),
    },
  )

/**
 * Generates the states that a user may leave: staged, unstaged, untracked, ignored, removed, modes, links,
 * names.
 */
export const userDeeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: change([...tracked, ...fresh, ...ignored]) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('stage' as const), path: pathOf([...tracked, ...fresh]) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), path: pathOf(tracked) }) },
    { weight: 1, arbitrary: fc.constant<Deed>({ do: 'folder', path: 'empty/inner' }) },
  ),
  { maxLength: 6 },
)

/**
 * Generates an agent's actions on files and with git. The agent creates ignored files, and does not touch the
 * user's ones.
 */
export const agentDeeds: fc.Arbitrary<Deed[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: change([...tracked, ...fresh, 'agent/new.txt', 'agent/two.txt', 'agent.log']) },
    { weight: 1, arbitrary: fc.constant<Deed>({ do: 'stage_all' }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('unstage' as const), path: pathOf(tracked) }) },
  ),
  { minLength: 1, maxLength: 7 },
)

/** Creates a repository with the files committed. */
export const createWorld = (): TemporaryRepository => createRepository({ files: trackedFiles })

/** Applies an action if possible: never writes through a link, and never empties a folder for it. */
export const carryOut = ({ repo, sh }: TemporaryRepository, deeds: readonly Deed[]): void => {
  for (const deed of deeds) {
    if (deed.do === 'stage_all') sh('add', '-A')
    else if (deed.do === 'folder') mkdirSync(join(repo, deed.path), { recursive: true })
    else if (deed.do === 'stage' || deed.do === 'unstage' || deed.do === 'forget') tellGit(sh, repo, deed)
    else changeFile(repo, deed)
  }
}

const tellGit = (
  sh: TemporaryRepository['sh'],
  repo: string,
  { do: what, path }: Extract<Deed, { do: 'stage' | 'unstage' | 'forget' }>,
): void => {
  const isTracked = sh('ls-files', '--', `:(literal)${path}`) !== ''
  const isThere = lookAt(join(repo, path)) !== undefined
  if (what === 'stage' && (isTracked || isThere)) sh('add', '-A', '--', `:(literal)${path}`)
  if (what === 'unstage') sh('reset', '-q', '--', `:(literal)${path}`)
  if (what === 'forget' && isTracked) sh('rm', '-r', '-q', '-f', '--cached', '--', `:(literal)${path}`)
}

const changeFile = (repo: string, deed: Extract<Deed, { do: 'write' | 'link' | 'remove' }>): void => {
  const file = join(repo, deed.path)
  if (leadsThroughLink(repo, deed.path)) return
  if (deed.do !== 'remove') makeFolder(repo, dirname(deed.path))
  if (lookAt(file)) rmSync(file, { recursive: true })
  if (deed.do === 'remove') return
  if (deed.do === 'link') return symlinkSync(deed.target, file)
  writeFileSync(file, deed.text)
  chmodSync(file, deed.mode)
}

const leadsThroughLink = (repo: string, path: string): boolean => {
  for (let at = dirname(path); at !== '.'; at = dirname(at))
    if (lookAt(join(repo, at))?.isSymbolicLink()) return true
  return false
}

/** Creates a folder, and removes a file in its place. */
const makeFolder = (repo: string, path: string): void => {
  if (path === '.') return
  makeFolder(repo, dirname(path))
  const found = lookAt(join(repo, path))
  if (found?.isDirectory()) return
  if (found) rmSync(join(repo, path))
  mkdirSync(join(repo, path))
}

/** Describes every file, link and folder in the checkout, byte for byte. */
export const readFiles = (repo: string): Map<string, string> => {
  const found = new Map<string, string>()
  const visit = (path: string): void => {
    for (const name of readdirSync(join(repo, path)).sort()) {
      const inner = path === '' ? name : `${path}/${name}`
      if (inner === '.git') continue
      const stat = lstatSync(join(repo, inner))
      if (stat.isDirectory()) {
        if (readdirSync(join(repo, inner)).length === 0) found.set(`${inner}/`, 'empty')
        visit(inner)
      } else if (stat.isSymbolicLink()) found.set(inner, `link to ${readlinkSync(join(repo, inner))}`)
      else
        found.set(
          inner,
          `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(repo, inner)).toString('base64')}`,
        )
    }
  }
  visit('')
  return found
}

/** Returns git's status of the checkout, one line per path, and of its index. */
export const readStatus = ({ sh }: TemporaryRepository): string[] =>
  [
    ...sh('--no-optional-locks', 'status', '--porcelain=v2', '-z', '-uall', '--no-renames').split('\0'),
    ...sh('ls-files', '--stage', '-v', '-z').split('\0'),
  ].filter((line) => line !== '')

const lookAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}
