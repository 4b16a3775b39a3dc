import { expect, it } from 'vitest'
import { contents, readTexts } from '../../../../../../test/contents.ts'
import type { DryRunFacts } from './plan-dry-run.ts'
import { printDryRun } from './print-dry-run.ts'

const screen = { columns: 80, stdout: { isTTY: true } }

const facts: DryRunFacts = {
  plan: 'docs/a-plan-in-a-folder.md',
  goal: 'Add a feature that needs a description with more words than one line of a terminal has room for.',
  format: 'phase-table',
  commit: 'message-only',
  confinement: null,
  target: 'your checkout, staged and not committed',
  push: null,
  preset: { preset: 'phased', reason: 'the default' },
  trust: 'standard',
  asks: 'asks at each batch, except of low risk',
  concurrency: 4,
  totalMinutes: 90,
  checks: {
    test: ['npm', 'run', 'a-test-with-a-long-name'],
    lint: ['npm', 'run', 'a-lint-with-a-long-name'],
  },
  review: 'by the agent, 30 sessions, more after changes, and one for each evaluation of comments',
  requirements: [],
  tdd: 'static: every implementation needs a test before it (to turn it off: amelia run --tdd off)',
  agents: [],
  failover: [],
  needsAgent: Array.from({ length: 30 }, (_, index) => `phase-${index}`),
  stack: {},
  criticalPath: ['1', '2a'],
  setup: ['npm ci'],
  commands: Array.from({ length: 22 }, (_, index) => `s${index}: npm run step-${index}`),
  budget: '$20.00',
  agentPhases: 30,
  cost: {
    ...{ runs: 3, phases: 12, tokens: { least: 1_000, most: 25_000 }, usd: { least: 0.5, most: 2 } },
    roles: [
      { role: 'developer', share: 0.81 },
      { role: 'reviewer', share: 0.19 },
    ],
  },
  time: { runs: 1, phases: 1, leastMs: 300_000, mostMs: 720_000 },
  firstPrompt: { phaseId: 'phase-0', text: 'Work.\n\n- `npm test`\u001b[2J\n  - more\n', tokens: 1_234 },
  phases: [],
  batches: [],
  command: 'amelia run plan.md',
}

it.each([
  [{ cost: null }, 'Cost: unknown: no earlier run of this repository reported its tokens\n'],
  [{ cost: null, needsAgent: [], agentPhases: 0 }, 'Cost: none: no phase needs an agent\n'],
])('tells why the cost is not known: %j', (more, line) => {
  let text = ''
  printDryRun({ ...screen, out: (part: string) => (text += part) } as never, { ...facts, ...more }, [], {})
  expect(text).toContain(line)
})

// seed: phase-execution-reference 45
it('keeps to 80 columns, and names some of many phases', () => {
  let text = ''
  const terminal = { ...screen, out: (more: string) => (text += more) }
  printDryRun(terminal as never, facts, [], { needsTrust: true })
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  const flat = text.replace(/\s+/g, ' ')
  expect(flat).toContain('phase-9 and 20 more: add --driver NAME')
  expect(flat).toContain('Set-up: `npm ci` Commands: 22, shown in full below Critical Path: 1 -> 2a ')
  expect(text).toContain('\nCommands in full:\n\n  s0: npm run step-0\n  s1: npm run step-1\n')
  expect(flat).toContain(
    'Cost: about $0.50 to $2.00, 1.0k to 25k tokens, from 12 phases of 3 earlier runs (developer 81%, reviewer 19%)',
  )
  expect(flat).toContain(
    'Time: about 5m 00s to 12m 00s without waits for people, from 1 phase of 1 earlier run',
  )
  expect(flat).toContain('First Prompt: for phase phase-0, about 1.2k tokens, shown at the end')
  expect(text).toMatch(/plan\.md[^]*\n\nFirst prompt:\n\n {4}Work\.\n\n {4}- `npm test`.*\n {6}- more\n$/)
  expect(text).not.toContain('\u001b')
})

it('shows one-line commands in their rows', () => {
  let text = ''
  const few = { ...facts, commands: ['s1: npm run a', 's2: npm run b, c'] }
  printDryRun({ ...screen, out: (part: string) => (text += part) } as never, few, [], {})
  expect(text).toContain('\nVerification: `npm run a-test-with-a-long-name`, `npm run\n')
  expect(text).toContain('\nSet-up: `npm ci`\nCommands: s1: `npm run a`, s2: `npm run b, c`\n')
  expect(text).not.toContain('Commands in full')
})

it('shows 200 checks, set-up commands and scripts in full', () => {
  for (const script of [...contents(200), 'rm\u3164x', 'a `b`', `echo ${'w'.repeat(600)}`]) {
    let text = ''
    const all = { checks: { test: ['node', script] }, setup: [script], commands: [`s1: ${script}`] }
    printDryRun({ ...screen, out: (part: string) => (text += part) } as never, { ...facts, ...all }, [], {})
    const [, shown = ''] = /\nCommands in full:\n\n([^]*)\n\nFirst prompt:/.exec(text) ?? []
    const quoted = `'${script.replaceAll("'", "'\\''")}'`
    const labelled = (label: string, value: string): string =>
      `${label}:${value.includes('\n') ? '\n' : ' '}${value}`
    expect(readTexts(shown.split('\n'))).toEqual([
      labelled('check test', `node ${quoted}`),
      labelled('set-up', script),
      `s1: ${script}`,
    ])
  }
})
