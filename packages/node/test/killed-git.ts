import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where the program dies: before git begins, after git has ended, or as the code that git exits with. */
export type Moment = 'before' | 'after' | 'code'

/** A program called git, first in PATH, that kills itself at some calls of one subcommand. */
export interface KilledGit {
  /** The value of PATH. */
  path: string
  /** Kills the next calls of a subcommand, after `skip` others. */
  kill(
    subcommand: string,
    options?: { moment?: Moment; count?: number; skip?: number; script?: string },
  ): void
  /** Returns how many calls were killed since the last `kill`. */
  kills(): number
  /** Returns the subcommands that were called, in order. */
  calls(): string[]
}

/**
 * Creates the program in a folder. It passes its calls on to the real git, and sends itself SIGKILL, as the
 * system does when memory is short. `script` runs in the shell before that, with the folder `$GIT_DIR_ARG`.
 */
export const createKilledGit = (folder: string, real: string): KilledGit => {
  const bin = join(folder, 'bin')
  const at = (name: string): string => join(bin, name)
  mkdirSync(bin, { recursive: true })
  const text = `#!/bin/sh
sub=; dir=; skipnext=
for word in "$@"; do
  if [ -n "$skipnext" ]; then skipnext=; continue; fi
  case $word in
    -c|-C) skipnext=1 ;;
    --git-dir=*) dir=\${word#--git-dir=} ;;
    -*) ;;
    *) sub=$word; break ;;
  esac
done
echo "$sub" >> '${at('calls')}'
if [ -e '${at('plan')}' ]; then
  . '${at('plan')}'
  if [ "$sub" = "$wanted" ]; then
    echo x >> '${at('seen')}'
    seen=$(wc -l < '${at('seen')}')
    if [ "$seen" -gt "$skip" ] && [ "$seen" -le "$last" ]; then
      echo x >> '${at('kills')}'
      GIT_DIR_ARG=$dir
      if [ "$moment" = before ]; then prepare; kill -9 $$; fi
      if [ "$moment" = code ]; then prepare; exit 137; fi
      '${real}' "$@" > '${at('output')}'; prepare; kill -9 $$
    fi
  fi
fi
exec '${real}' "$@"
`
  writeFileSync(at('git'), text)
  chmodSync(at('git'), 0o755)
  const lines = (name: string): string[] =>
    existsSync(at(name)) ? readFileSync(at(name), 'utf8').split('\n').slice(0, -1) : []
  return {
    path: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    kill(subcommand, { moment = 'before', count = 1, skip = 0, script = ':' } = {}) {
      for (const name of ['seen', 'kills']) writeFileSync(at(name), '')
      const plan = `wanted=${subcommand}; moment=${moment}; skip=${skip}; last=${skip + count}\nprepare() { ${script}\n}\n`
      writeFileSync(at('plan'), plan)
    },
    kills: () => lines('kills').length,
    calls: () => lines('calls'),
  }
}
