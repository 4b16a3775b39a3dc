import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { gateChoices, settingValues } from '@amelia/core'
import { completeWords } from '../../src/lib/command/setup/complete-words.ts'
import { completionScript } from '../../src/lib/command/setup/completion-script.ts'
import type { IdQuestion } from '../../src/lib/command/setup/list-ids.ts'
import { createProgram } from '../../src/lib/program/program.ts'
import { cli, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)

const program = createProgram({ out() {}, error() {} } as never, [], () => {})

const complete = async (...words: string[]): Promise<string[] | 'files'> => {
  const found = await completeWords(program, words, async (kind, { run = '', repo }: IdQuestion) => [
    { value: `${kind} of ${run} in ${repo}`, about: '' },
  ])
  return found === 'files' ? found : found.map(({ value }) => value)
}

describe('the words that complete a command line', () => {
  it('are commands, flags and their values', async () => {
    expect(await complete('re')).toEqual(['resume', 'report', 'revert'])
    expect(await complete('')).toEqual([...program.commands.map((command) => command.name()), 'help'])
    expect(await complete('run', 'plan.md', '--tr')).toEqual(['--tracker-id', '--trust'])
    expect(await complete('run', '--trust', '')).toEqual([...settingValues.trust])
    expect(await complete('run', '--trust=st')).toEqual(['--trust=standard'])
    expect(await complete('run', '--driver', 'cl')).toEqual(['claude', 'claude-acp'])
    expect(await complete('run', '--trust', 'standard', '--trust')).toEqual([])
    expect(await complete('run', '--setup', 'npm ci', '--setu')).toEqual(['--setup'])
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await complete('help', 'doc')).toEqual(['doctor'])
  })

  it('are files for a plan, and for the flags of files', async () => {
    expect(await complete('run', 'pl')).toBe('files')
    expect(await complete('run', 'a.md', '')).toBe('files')
    expect(await complete('run', '--config', '')).toBe('files')
    expect(await complete('run', '--config=a')).toBe('files')
  })

  it('are the ids of runs, phases and questions of a repository', async () => {
    expect(await complete('status', '')).toEqual(['run of  in .'])
    expect(await complete('cancel', '--repo', 'x', '2026', '')).toEqual(['phase of 2026 in x'])
    expect(await complete('answer', '2026', '')).toEqual(['gate of 2026 in .'])
    expect(await complete('answer', '2026', 'g1', '')).toEqual([...gateChoices])
    expect(await complete('fork', '2026', '--from', '')).toEqual(['phase of 2026 in .'])
    expect(await complete('runs', '')).toEqual([])
  })
})

describe('with a run that waits', () => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1', title: 'One\tthing' }])

  it('bash completes the ids of the run, and of a question with colons', async () => {
    // The bundled program: to load the engine from its sources takes seconds on a busy machine.
    const args = ['run', plan, '--repo', repository, '--trust', 'standard', '--json', '--yes']
    const { stdout } = await cli(args)
    const { runId } = JSON.parse(stdout.split('\n')[0]!) as { runId: string }
    const listed = async (...words: string[]): Promise<string[]> => {
      const found = await cli(['__complete', '--', ...words, '--repo', repository, ''])
      return found.stdout
        .split('\n')
        .flatMap((line) => line.split('\t', 1))
        .filter(Boolean)
    }
    const begun = runId.slice(0, 12)
    const [runs, phases, planned, gates, none] = await Promise.all([
      listed('status'),
      listed('cancel', begun),
      cli(['__complete', '--', 'run', plan, '--only', '']),
      listed('answer', begun),
      listed('answer', 'missing'),
    ])
    expect({ runs, phases, none }).toEqual({ runs: [runId], phases: ['1'], none: [] })
    expect(planned.stdout).toMatch(/^1\t/)
    const [gate = ''] = gates
    expect(gate).toContain(':')

    const folder = makeFolder()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const program = join(inject('programs'), 'cli.mjs')
    writeFileSync(join(bin, 'amelia'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, {
      mode: 0o755,
    })
    writeFileSync(join(folder, 'script'), completionScript('bash'))
    const begin = gate.slice(0, gate.indexOf(':') + 1)
    // Bash sets these variables for a completion; the last word of the line is after the last colon.
    const typed = (line: string): string =>
      execFileSync(
        'bash',
        [
          '-c',
          `source ./script; compopt() { echo "compopt $*"; }; COMP_LINE=$1 COMP_POINT=\${#1}; _amelia; printf '%s\\n' "\${COMPREPLY[@]}"`,
          'bash',
          line,
        ],
        { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } },
      ).trim()
    expect(typed(`amelia answer --repo ${repository} ${runId} ${begin}`)).toBe(gate.slice(begin.length))
    expect(typed('amelia answer --scope ')).toBe('run\nbatch')
    expect(typed('amelia check ')).toBe('compopt -o default')
  }, 60_000)
})

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'] as const)('of %s ask amelia __complete', async (shell) => {
    const { stdout } = await inProcess(['completion', shell])
    expect(stdout).toContain('amelia __complete -- ')
    expect(stdout).toContain(':files')
  })

  it('of bash has no syntax error', () => {
    execFileSync('bash', ['-n'], { input: completionScript('bash') })
  })
})
