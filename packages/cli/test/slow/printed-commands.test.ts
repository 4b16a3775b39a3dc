import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { quoteArgument } from '../../src/lib/setting/quote-argument.ts'
import { git, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'

/** Every command that a person reads in a state of a run works in that state. */

afterAll(removeFolders)

const shellAgent = join(import.meta.dirname, '..', 'default-path', 'shell-agent.mjs')

interface Stage {
  repo: string
  env: NodeJS.ProcessEnv
  /** Runs a command line with `amelia` on its path. Returns its exit code, or its signal, and its output. */
  shell: (line: string) => { ended: number | string | null; text: string }
  /** Keeps the state of the repository and of its slots. */
  keep: () => void
  /** Brings back the state that was kept. */
  restore: () => void
}

/** A repository whose slots are beside it, so that a state can be kept and brought back as a whole. */
const makeStage = (): Stage => {
  const folder = makeFolder()
  const place = (name: string): string => join(folder, name)
  renameSync(makeRepository(), place('repo'))
  for (const name of ['bin', 'tmp', 'kept']) mkdirSync(place(name))
  const words = [process.execPath, join(inject('programs'), 'cli.mjs')].map(quoteArgument).join(' ')
  writeFileSync(join(place('bin'), 'amelia'), `#!/bin/sh\nexec ${words} "$@"\n`)
  chmodSync(join(place('bin'), 'amelia'), 0o755)
  const { FORCE_COLOR: _color, NODE_OPTIONS: _node, ...rest } = process.env
  const path = `${place('bin')}:${rest['PATH']}`
  const env = { ...rest, PATH: path, TMPDIR: place('tmp'), AMELIA_CONFINE_WRITE: folder }
  const copy = (from: string, to: string): void => {
    for (const name of ['repo', 'tmp']) {
      rmSync(join(to, name), { recursive: true, force: true })
      execFileSync('cp', ['-a', join(from, name), join(to, name)])
    }
  }
  return {
    ...{ repo: place('repo'), env },
    shell(line) {
      const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', line], {
        ...{ cwd: place('repo'), env, encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'pipe'] },
      })
      return { ended: status ?? signal, text: `${stdout}${stderr}` }
    },
    keep: () => copy(folder, place('kept')),
    restore: () => copy(place('kept'), folder),
  }
}

/** Writes a plan of phases without steps, and returns the command that runs it with an agent. */
const runWith = (repo: string, commands: readonly string[], ...flags: string[]): string => {
  const rows = commands.map((_, at) => `| ${at + 1} | Part ${at + 1} | ${at === 0 ? '-' : at} |\n`)
  const plan = `# Work\n\n| Phase | Name | Depends On |\n|---|---|---|\n${rows.join('')}`
  writeFileSync(join(repo, '..', 'plan.md'), plan)
  const byPhase = JSON.stringify(Object.fromEntries(commands.map((command, at) => [at + 1, command])))
  const agent = ['node', shellAgent, byPhase].map(quoteArgument).join(' ')
  return ['amelia', 'run', '../plan.md', '--driver', 'command', '--agent', agent, '--yes', ...flags]
    .map(quoteArgument)
    .join(' ')
}

const good = 'echo good > a.txt; echo a.txt'
const bad = 'echo bad > a.txt; echo a.txt'
const test = ['--test', 'grep -q good a.txt']
const alone = ['--trust', 'autonomous']
const asks = ['--trust', 'standard']

/** A command that never ends at first, and does its work the next time. */
const stopsOnce = (begun: string): string => `test -f ${begun} || { touch ${begun}; sleep 60; }; ${good}`

/** Waits until a file exists. */
const until = async (path: string): Promise<void> => {
  const end = Date.now() + 20_000
  while (!existsSync(path)) {
    if (Date.now() > end) throw new Error(`${path} did not appear.`)
    await setTimeout(50)
  }
}

/** The states, each with what brings a repository into it. */
const states: Readonly<Record<string, (stage: Stage) => unknown>> = {
  completed: ({ repo, shell }) => shell(runWith(repo, [good], ...test, ...alone)),
  'completed, while the base has another commit': ({ repo, shell }) => {
    shell(runWith(repo, [good], ...test, ...alone))
    shell('echo mine > mine.txt; git add -A; git commit -qm Mine')
  },
  failed: ({ repo, shell }) => shell(runWith(repo, [good, bad], ...test, ...alone)),
  'waiting at a checkpoint': ({ repo, shell }) => shell(runWith(repo, [good], ...test, ...asks)),
  'waiting with a failed phase': ({ repo, shell }) => shell(runWith(repo, [bad], ...test, ...asks)),
  'waiting for the approval of a plan': ({ repo, shell }) => {
    const table = '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | One | - |\n'
    const plan = `# Work\n\n${table}\n## Phase 1: One\n\n\`\`\`sh\necho 1 > 1.txt\n\`\`\`\n`
    writeFileSync(join(repo, '..', 'plan.md'), plan)
    return shell(`amelia run ../plan.md ${asks.join(' ')}`)
  },
  rejected: ({ repo, shell }) => {
    writeFileSync(join(repo, '..', 'plan.md'), '# Work\n\n### Task 1: One\n\n```sh\necho 1 > 1.txt\n```\n')
    shell(`amelia run ../plan.md ${asks.join(' ')}`)
    shell('amelia answer 1 reject --feedback "Not now" && amelia resume')
  },
  'with a saved answer': ({ repo, shell }) => {
    shell(runWith(repo, [good], ...test, ...asks))
    shell('amelia answer 1 approve')
  },
  partial: ({ repo, shell }) => {
    shell(runWith(repo, [bad, good], ...test, ...asks))
    shell('amelia answer 1 skip && amelia resume')
  },
  aborted: ({ repo, shell }) => {
    shell(runWith(repo, [bad], ...test, ...asks))
    shell('amelia answer 1 abort --feedback "Not now" && amelia resume')
  },
  reverted: ({ repo, shell }) => {
    shell(runWith(repo, [good], ...test, ...alone))
    shell('amelia revert "$(ls .git/amelia/runs)" --yes')
  },
  merged: ({ repo, shell }) => {
    shell(runWith(repo, [good], ...test, ...alone))
    shell('amelia merge --yes')
  },
  cancelled: async ({ repo, env, shell }) => {
    const begun = join(repo, '..', 'tmp', 'begun')
    const run = spawn('sh', ['-c', runWith(repo, [stopsOnce(begun)], ...test, ...alone)], {
      ...{ cwd: repo, env, stdio: 'ignore' },
    })
    await until(begun)
    const ended = new Promise((resolve) => run.once('exit', resolve))
    shell('amelia cancel')
    await ended
  },
  interrupted: async ({ repo, env }) => {
    const begun = join(repo, '..', 'tmp', 'begun')
    const run = spawn('sh', ['-c', `exec ${runWith(repo, [stopsOnce(begun)], ...test, ...alone)}`], {
      ...{ cwd: repo, env, stdio: 'ignore' },
    })
    await until(begun)
    const ended = new Promise((resolve) => run.once('exit', resolve))
    run.kill('SIGKILL')
    await ended
  },
}

/** Commands that print what a person may type next. */
const screens = [
  ...['amelia status', 'amelia', 'amelia show 1', 'amelia runs', 'amelia report', 'amelia logs'],
  'amelia clean',
]

/** The commands on their own lines, after a colon and in code, but not those of a prompt. */
const printedBy = (text: string): string[] =>
  [
    ...text.matchAll(/(?:^ {2}|^[^|\n]*: )((?:amelia|git) \S.*?)(?: {2}.*)?$/gm),
    ...text.matchAll(/^(?! *\|).*`((?:amelia|git) [^`\n]+)`/gm),
  ].flatMap(([, command = '']) => command.split(', or '))

describe.concurrent('the commands that are printed for a run that is', { timeout: 300_000 }, () => {
  it.each(Object.entries(states))('%s', async (_, prepare) => {
    const stage = makeStage()
    const made = await prepare(stage)
    stage.keep()
    const begun = typeof made === 'object' && made !== null && 'text' in made ? String(made.text) : ''
    const printed = new Set([begun, ...screens.map((screen) => stage.shell(screen).text)].flatMap(printedBy))
    expect(printed.size).toBeGreaterThan(0)
    for (const command of printed) {
      stage.restore()
      const line = command
        .replaceAll('TEXT', '"Do it well."')
        .replace(/^amelia (?:merge|revert)\b.*/, '$& --yes')
      const { ended, text } = stage.shell(line)
      // 1 and 3: the run that it resumes or forks fails or waits, as it did.
      expect([0, 1, 3], `${command}\n${ended}\n${text}`).toContain(ended)
      expect(text, command).not.toMatch(/^(?:error|fatal|usage):/im)
      if (!/ (?:resume|answer|fork) /.test(`${command} `)) expect(ended, `${command}\n${text}`).toBe(0)
    }
    expect(git(stage.repo, 'fsck', '--no-dangling')).toBe('')
  })
})
