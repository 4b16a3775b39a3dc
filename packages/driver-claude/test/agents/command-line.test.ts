import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { fail, say, textOf } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude, testKey } from './real-claude.ts'
import { startAmelia } from './start-amelia.ts'
import { writesHello } from './writes-hello.ts'

let claude: RealClaude
let repo: string
let git: (...args: string[]) => string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  git = createRepository(repo)
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

/** Runs `amelia run` with a plan. */
const ameliaRun = (plan: string, environment: Record<string, string>) => {
  const path = join(dirname(claude.dir), 'plan.md')
  writeFileSync(path, plan)
  return amelia(['run', path, '--no-review', '--trust', 'autonomous', '--json'], environment)
}

/** Runs a command with the agent. */
const amelia = (words: string[], environment: Record<string, string>) =>
  startAmelia(claude, repo, [...words, '--driver', 'claude', '--model', 'claude-sonnet-4-5'], environment)
    .outcome

it('runs a plan of prose with the agent', async () => {
  claude.api.play(writesHello.model)
  const { code, stdout } = await ameliaRun(writesHello.plan, { ANTHROPIC_API_KEY: testKey })
  const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as {
    report?: { status: string; target: string }
  }
  expect(last.report?.status).toBe('completed')
  expect(code).toBe(0)
  expect(git('show', `${last.report?.target}:hello.txt`)).toBe('hello')
  expect(stdout).not.toContain(testKey)
})

it('asks a person once about a rejected key, and names the next step', async () => {
  claude.api.play([fail(401, 'authentication_error', `invalid x-api-key ${testKey}`)])
  const { stdout } = await ameliaRun(writesHello.plan, { ANTHROPIC_API_KEY: testKey })
  const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as {
    report?: { status: string; gates: { blocker: string }[] }
  }
  expect(last.report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'auth' }] })
  expect(claude.api.requests).toHaveLength(1)
  expect(stdout).toContain('ANTHROPIC_API_KEY')
  expect(stdout).not.toContain(testKey)
})

it('changes nothing without a key', async () => {
  const before = git('for-each-ref')
  const { code, stderr } = await ameliaRun(writesHello.plan, {})
  expect(code).toBe(2)
  expect(stderr).toContain('Set the environment variable ANTHROPIC_API_KEY')
  expect(git('for-each-ref')).toBe(before)
  expect(git('status', '--porcelain')).toBe('')
  expect(claude.api.requests).toEqual([])
})

it('generates a plan with the agent, and runs it', async () => {
  const plan = `# Hello\n\n**Goal:** A file.\n\n### Task 1: Write hello.txt\n\nIt says hello.\n`
  claude.api.play((request, turn) =>
    textOf(request).includes('You plan a change')
      ? say(`Here:\n\n\`\`\`md\n${plan}\`\`\``)
      : writesHello.model(request, turn),
  )
  const key = { ANTHROPIC_API_KEY: testKey }
  const path = join(dirname(claude.dir), 'written.md')
  const { code, stdout, stderr } = await amelia(['plan', 'A file that says hello', '--out', path], key)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain(`To run it: amelia run ${path} --driver claude`)
  expect(readFileSync(path, 'utf8')).toBe(plan)
  const { stdout: events } = await amelia(
    ['run', path, '--no-review', '--trust', 'autonomous', '--json'],
    key,
  )
  expect(events).toContain('"status":"completed"')
})

it('prints a generated plan that cannot be run, with its problems', async () => {
  claude.api.play([say('I would just begin.')])
  const { code, stdout, stderr } = await amelia(['plan', 'A file'], { ANTHROPIC_API_KEY: testKey })
  expect(code).toBe(1)
  expect(stdout).toBe('I would just begin.\n')
  expect(stderr).toContain('after 4 tries')
  expect(claude.api.requests).toHaveLength(4)
})
