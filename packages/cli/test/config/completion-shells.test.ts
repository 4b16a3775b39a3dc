import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { completionScript } from '../../src/lib/command/setup/completion-script.ts'
import { makeFolder, removeFolders } from '../fixtures/cli.ts'

afterAll(removeFolders)

const isInstalled = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0

/** Executes a script in a folder in which `amelia __complete` answers by the words of the line. */
const inShell = (shell: string, args: string[], script: string): string => {
  const folder = makeFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(folder, 'plan.md'), '')
  writeFileSync(join(folder, 'script'), script)
  const answers = `#!/bin/sh
case "$*" in
  'completion zsh' | 'completion fish') cat '${join(folder, 'completion')}' ;;
  '__complete -- answer 2026 ') printf '1:approve\\tnext: one\\n1:other\\tlast\\n' ;;
  '__complete -- answer 2026 1:a') printf '1:approve\\tnext: one\\n' ;;
  '__complete -- check p') echo :files ;;
  '__complete -- --trust=st') printf -- '--trust=standard\\tasks\\n' ;;
esac
`
  writeFileSync(join(bin, 'amelia'), answers, { mode: 0o755 })
  writeFileSync(join(folder, 'completion'), completionScript(shell as 'zsh' | 'fish'))
  const env = { ...process.env, HOME: folder, PATH: `${bin}:${process.env['PATH']}`, TERM: 'dumb' }
  return execFileSync(shell, [...args, 'script'], { cwd: folder, encoding: 'utf8', env, timeout: 50_000 })
}

/** The pairs of which a script has an end too few or too many, outside its texts. */
const unbalanced = (script: string, pairs: readonly (readonly [RegExp, RegExp])[]): string[] => {
  const code = script
    .replace(/^\s*#.*$/gm, '')
    .replace(/\\./g, '')
    .replace(/'[^']*'|"[^"]*"/g, '')
  const count = (part: RegExp): number => code.match(part)?.length ?? 0
  return [...pairs, [/["']/g, /$^/g] as const].flatMap(([begin, end]) =>
    count(begin) === count(end) ? [] : [`${begin} ${end}`],
  )
}
const brackets = [
  [/\(/g, /\)/g],
  [/\[/g, /\]/g],
  [/\{/g, /\}/g],
] as const

describe('the script of zsh', { timeout: 60_000 }, () => {
  it('has no open block', () => {
    const words = [
      [/\bif\b/g, /\bfi\b/g],
      [/\bdo\b/g, /\bdone\b/g],
    ] as const
    expect(unbalanced(completionScript('zsh'), [...brackets, ...words])).toEqual([])
    expect(unbalanced('if { (', [...brackets, ...words])).toHaveLength(3)
  })

  it('completes a line in zsh, if it is installed', () => {
    if (!isInstalled('zsh')) {
      expect(completionScript('zsh')).toMatch(/^#compdef amelia\n/)
      return
    }
    const type = (line: string, shown: string): string => `
zpty -w z ''; zpty -w -n z ${line}
zpty -r z found '*${shown}*' && print -r -- 'found ${shown}'
zpty -w -n z $'\\x15'`
    const script = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1="> "; autoload -Uz compinit; compinit -u -d ./dump; source <(amelia completion zsh); print REA\${:-DY}'
zpty -r z found '*READY*' && print ready
${type("$'amelia answer 2026 1:a\\t'", '1*approve')}
${type("$'amelia check p\\t'", 'plan.md')}
zpty -d z
`
    expect(inShell('zsh', ['-f'], script)).toBe('ready\nfound 1*approve\nfound plan.md\n')
  })
})

describe('the script of fish', { timeout: 60_000 }, () => {
  const blocks = [[/\b(?:function|if|for|while|switch|begin)\b/g, /\bend\b/g]] as const

  it('has no open block', () => {
    expect(unbalanced(completionScript('fish'), [...brackets, ...blocks])).toEqual([])
    expect(unbalanced('function a\nif b\nend', [...brackets, ...blocks])).toHaveLength(1)
  })

  it('completes a line in fish, if it is installed', () => {
    if (!isInstalled('fish')) {
      expect(completionScript('fish')).toMatch(/^complete -c amelia -f -a '\(__amelia_complete\)'$/m)
      return
    }
    const script = `amelia completion fish | source
complete -C 'amelia answer 2026 '
complete -C 'amelia check p'
complete -C 'amelia --trust=st'
`
    expect(inShell('fish', ['--no-config'], script).split('\n')).toEqual([
      ...['1:approve\tnext: one', '1:other\tlast', 'plan.md', '--trust=standard\tasks', ''],
    ])
  })
})
