import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatePlan, createRun, type GateQuestion } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { taskHeading } from '@amelia/parser-task-heading'
import { expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, finish, say, type Script, textOf, toolResults } from './fake-anthropic.ts'
import { openRealClaude } from './real-claude.ts'

const planOf = (dependency: string): string => `# Words

**Goal:** Count words.

### Task 1: Test of the counter (test)

**Depends on:** None

**Files:**
- Create: \`test/count.test.js\`

### Task 2: The counter (impl)

**Depends on:** ${dependency}

**Files:**
- Create: \`src/count.js\`

- [ ] **Step 1: Write it**

- [ ] **Step 2: See it pass**

Run: \`test -e src/count.js\`
Expected: PASS
`

/** Inspects the repository, writes a plan with a mistake, fixes it, and executes the plan. */
const model: Script = (request, turn) => {
  const told = textOf(request)
  if (told.includes('You are working on phase')) {
    const file = /You are working on phase 1\b/.test(told) ? 'test/count.test.js' : 'src/count.js'
    const isFirst = request.body.messages.every(({ role }) => role !== 'assistant')
    return isFirst
      ? call('Bash', { command: `mkdir -p ${file.split('/')[0]} && echo // > ${file}` })
      : finish(request, done('It is there.', { files: [file] }))
  }
  if (turn === 0) return call('Bash', { command: 'cat hint.txt; echo x > planted.txt' })
  if (turn === 1) return call('Bash', { command: 'cat hint.txt' })
  if (told.includes('A program read your plan')) return say(planOf('Task 1'))
  return say(
    toolResults(request).join().includes('words are') ? `Here:\n\n${planOf('Task 7')}` : 'I saw nothing.',
  )
}

it('reads the repository, fixes its plan in the same session, and the run asks before it starts', async () => {
  const claude = await openRealClaude()
  try {
    claude.api.play(model)
    const repo = join(dirname(claude.dir), 'repo')
    const git = createRepository(repo)
    writeFileSync(join(repo, 'hint.txt'), 'words are between spaces\n')
    git('add', '.')
    git('commit', '-q', '-m', 'Hint')
    const before = `${git('for-each-ref')}${git('status', '--porcelain')}`
    const host = nodeHost({ repo, slots: join(dirname(claude.dir), 'slots') })
    const shown: string[] = []
    const { plan, tries, text, usage } = await generatePlan({
      goal: 'Count words.',
      driver: claude.driver,
      host,
      parsers: [taskHeading()],
      onProgress: (progress) => {
        if (progress.type === 'tool') shown.push(progress.name)
      },
    })
    expect({ tries, text }).toEqual({ tries: 2, text: planOf('Task 1') })
    expect(shown).toEqual(['Bash', 'Bash'])
    expect(claude.api.requests).toHaveLength(4)
    expect(usage).toMatchObject({ inputTokens: 400, outputTokens: 80 })
    expect(JSON.stringify(claude.api.requests[3]?.body.messages)).toContain('not a phase of this plan')
    expect(`${git('for-each-ref')}${git('status', '--porcelain')}`).toBe(before)

    const asked: GateQuestion[] = []
    const run = await createRun({
      plan,
      driver: claude.driver,
      host,
      trust: 'autonomous',
      reviewers: [],
      onGate(gate) {
        asked.push(gate)
        return gate.kind === 'plan' ? gate.choices.approve() : undefined
      },
    })
    const report = await run.start()
    expect(asked).toMatchObject([
      { kind: 'plan', details: [expect.stringContaining('test -e src/count.js')] },
    ])
    expect(report.phases.map(({ failure }) => failure?.message)).toEqual([undefined, undefined])
    expect(report.status).toBe('completed')
    expect(git('show', `${report.target}:src/count.js`)).toBe('//')
  } finally {
    const { seen } = claude.proxy
    await claude.close()
    expect(seen, 'hosts other than loopback').toEqual([])
  }
})
