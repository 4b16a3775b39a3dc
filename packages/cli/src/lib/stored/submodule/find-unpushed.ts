import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { tryCommand } from '../try-command.ts'
import { quietIndex } from '../quiet-diff.ts'

/** The commits between which submodules may have moved, and the branch that contains the second. */
interface Moves {
  from: string
  to: string
  branch: string
}

/**
 * Finds submodules that a branch moved to commits that no remote of theirs is known to have. Returns the
 * commands that push them to a branch of the same name, nested ones first.
 */
export const findUnpushed = async (repo: string, { from, to, branch }: Moves): Promise<string[][]> => {
  const [gitDir, top] = (
    (await tryCommand('git', ['rev-parse', '--absolute-git-dir', '--show-toplevel'], repo)) ?? ''
  ).split('\n')
  if (gitDir === undefined || top === undefined) return []
  return findIn(gitDir, top, { from, to, branch })
}

const findIn = async (gitDir: string, folder: string, { from, to, branch }: Moves): Promise<string[][]> => {
  const git = async (...args: string[]): Promise<string[]> =>
    ((await tryCommand('git', [...quietIndex, '--git-dir', gitDir, ...args])) ?? '').split('\0')
  const moved: { path: string; from: string; to: string }[] = []
  const changes = await git('diff-tree', '-r', '-z', '--no-renames', from, to)
  for (let at = 0; at + 1 < changes.length; at += 2) {
    const [, mode, before = '', after = ''] = changes[at]!.split(' ')
    if (mode === '160000') moved.push({ path: changes[at + 1]!, from: before, to: after })
  }
  if (moved.length === 0) return []
  const names = new Map<string, string>()
  const pattern = String.raw`^submodule\..*\.path$`
  for (const entry of await git('config', '--blob', `${to}:.gitmodules`, '-z', '--get-regexp', pattern)) {
    const [, name = '', path = ''] = /^submodule\.(.*)\.path\n(.*)$/s.exec(entry) ?? []
    if (!name.split(/[/\\]/).includes('..')) names.set(path, name)
  }
  const commands: string[][] = []
  for (const one of moved) {
    const module = join(gitDir, 'modules', names.get(one.path) ?? '')
    if (!names.has(one.path) || !existsSync(join(module, 'HEAD'))) continue
    const own = join(folder, one.path)
    commands.push(...(await findIn(module, own, { ...one, branch })))
    const call = ['--git-dir', module]
    const missing = await tryCommand('git', [
      ...call,
      'rev-list',
      '--max-count=1',
      one.to,
      '--not',
      '--remotes',
    ])
    if (missing === undefined || missing === '') continue
    const remotes = ((await tryCommand('git', [...call, 'remote'])) ?? '').split('\n')
    const remote = remotes.includes('origin') ? 'origin' : remotes[0] || 'URL'
    const place = existsSync(join(own, '.git')) ? ['-C', fromHere(own)] : call
    commands.push(['git', ...place, 'push', remote, `${one.to}:refs/heads/${branch}`])
  }
  return commands
}

/** A folder as it is typed in the working directory. */
const fromHere = (folder: string): string => {
  const path = relative('.', folder)
  return path === '' || path.startsWith('..') ? folder : path
}
