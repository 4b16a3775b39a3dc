import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

/** Installs programs of agents, first in PATH, for a person without any login. */
const install = (...agents: string[]): Record<string, string> => {
  const home = makeFolder()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const name of agents) {
    writeFileSync(join(bin, name), "#!/bin/sh\necho '1.18.33'\n")
    chmodSync(join(bin, name), 0o755)
  }
  const none = { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '', CODEX_API_KEY: '' }
  return { ...none, HOME: home, PATH: `${bin}${delimiter}/usr/local/bin${delimiter}/usr/bin${delimiter}/bin` }
}

const prepare = (): string => {
  const repository = makeRepository()
  writeFileSync(
    join(repository, 'plan.md'),
    '# Dark mode\n\n### Task 1: Add a switch\n\nAdd a switch for dark mode.\n',
  )
  return repository
}

it('offers the agents that are ready, at a terminal', async () => {
  const cwd = prepare()
  const terminal = startInTerminal(['run', 'plan.md', '--test', 'true'], {
    cwd,
    env: install('opencode', 'goose'),
  })
  const screen = await terminal.until('Which one works? [1-')
  expect(screen).toContain('Phase 1 needs an agent. These are ready:')
  const digit = /^ {2}(\d) {2}goose/m.exec(screen)?.[1] ?? ''
  // The program is not an agent: the run asks what to do with the phase.
  await terminal.press(digit, 'Goose failed')
  terminal.pty.kill()
  await terminal.exited
})

it('starts nothing where the person chooses none, and prints the complete command', async () => {
  const cwd = prepare()
  const terminal = startInTerminal(['run', 'plan.md'], { cwd, env: install('opencode') })
  await terminal.until('Which one works? [')
  await terminal.press('n', '  amelia run plan.md --driver opencode')
  expect(await terminal.exited).toBe(2)
})

it('prints the complete command in a pipe', async () => {
  const cwd = prepare()
  const { code, stderr } = await cli(['run', 'plan.md', '--trust', 'autonomous', '--test', 'npm test'], {
    cwd,
    env: install('opencode'),
  })
  expect(code).toBe(2)
  expect(stderr).toContain('To run it with an agent that is ready here:\n')
  expect(stderr).toMatch(/^ {2}amelia run plan\.md --trust autonomous --test 'npm test' --driver opencode$/m)
})
