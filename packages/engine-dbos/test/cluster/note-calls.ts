import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A begin and an end, in milliseconds since 1970. */
export type Span = [since: number, until: number]

/** The child processes of the processes that were started with `env`. */
export interface NotedCalls {
  env: Record<string, string>
  /** The calls of git, except one that waits for requests. */
  git(): Span[]
  /** The agents. */
  sessions(): Span[]
}

/** Has processes note when they start a child process, and when they learn of its end. */
export const noteCalls = (root: string): NotedCalls => {
  const folder = join(root, 'children')
  mkdirSync(folder)
  const preload = pathToFileURL(fileURLToPath(new URL('note-children.mjs', import.meta.url)))
  const read = (): { program: string; args: string[]; span: Span }[] =>
    readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { program: string; args: string[]; span: Span }),
    )
  const isGit = (program: string): boolean => basename(program) === 'git'
  return {
    env: { NODE_OPTIONS: `--import=${preload.href}`, NOTE_CHILDREN: folder },
    git: () =>
      read()
        .filter(({ program, args }) => isGit(program) && !args.includes('--batch-command'))
        .map(({ span }) => span),
    sessions: () =>
      read()
        .filter(({ args }) => args.some((word) => existsSync(word) && basename(word) === 'agent.sh'))
        .map(({ span }) => span),
  }
}

/** Returns the milliseconds of a time in which at least one of the calls ran. */
export const covered = (calls: readonly Span[], [from, to]: Span): number => {
  let sum = 0
  let end = from
  for (const [since, until] of [...calls].sort(([one], [other]) => one - other)) {
    const begin = Math.max(since, end)
    const stop = Math.min(until, to)
    sum += Math.max(0, stop - begin)
    end = Math.max(end, stop)
  }
  return sum
}
