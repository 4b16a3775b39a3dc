import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import { inProcess } from '../../../../test/fixtures/in-process.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { planCommand, type PlanCommandOptions } from './plan-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-plan-'))
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  removeFolders()
})

const textOf = (title: string): string => `# Words

**Goal:** Count words.

### Task 1: Test of ${title} (test)

The counter counts hyphenated words once.

### Task 2: ${title} (impl)

**Depends on:** Task 1
`

/** An agent that keeps each prompt and writes another plan each time. It creates the file of argument 2. */
const agent = join(folder, 'agent.mjs')
writeFileSync(
  agent,
  `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
const prompt = readFileSync(0, 'utf8')
if (process.argv[3]) writeFileSync(process.argv[3], 'x')
appendFileSync(process.argv[2], prompt + '\\0')
const number = readFileSync(process.argv[2], 'utf8').split('\\0').length - 1
console.log(${JSON.stringify(textOf('the counter, draft %'))}.replaceAll('%', number))
`,
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

type Shown = Record<'out' | 'error' | 'screen', string>

/** A terminal at which a person types these keys, one after each question; without them, no terminal. */
const terminalOf = (keys: string[] | undefined, shown: Shown): Terminal => {
  const stdin = Object.assign(new PassThrough(), { setRawMode: () => {} })
  const screen = new PassThrough()
  const left = [...(keys ?? [])]
  screen.on('data', (text: Buffer) => {
    shown.screen += String(text)
    // A question ends with its keys, or with the prompt for a text.
    if (/\[q\] quit\n$|\): $|\[y\/N\] $/.test(shown.screen))
      // Keys within 300 ms after a question are dropped.
      setImmediate(() => {
        vi.setSystemTime(Date.now() + 300)
        stdin.write(left.shift() ?? '\u0004')
      })
  })
  return {
    stdin,
    screen,
    columns: 80,
    attended: keys !== undefined,
    stdout: { isTTY: keys !== undefined },
    paint: (text: string) => text,
    paintError: (text: string) => text,
    out: (text: string) => (shown.out += text),
    error: (text: string) => (shown.error += text),
  } as unknown as Terminal
}

let runs = 0

/** Runs `amelia plan` at a terminal with these keys, or without a terminal. */
const plan = async (
  keys: string[] | undefined,
  more: Partial<PlanCommandOptions> = {},
  shown: Shown = { out: '', error: '', screen: '' },
) => {
  const prompts = join(folder, `prompts-${++runs}`)
  const terminal = terminalOf(keys, shown)
  const isRewriting = more.from !== undefined && more.change === undefined
  const goal = more.issue === undefined && !isRewriting ? 'Count words' : undefined
  const { code, next } = await planCommand(terminal, goal, {
    repo: makeRepository(),
    confineWrite: [folder],
    format: 'task-heading',
    tdd: true,
    driver: ['command'],
    agent: `node ${agent} ${prompts}`,
    runFlags: ['--driver', 'command'],
    againFlags: ['--driver', 'command'],
    ...more,
  })
  return { ...shown, code, next, prompts: readFileSync(prompts, 'utf8').split('\0').slice(0, -1) }
}

describe('amelia plan at a terminal', () => {
  // seed: intelligent-execution 98
  it('shows the plan, and a rejection with a reason has the agent write another one', async () => {
    const out = join(folder, 'plan.md')
    const keys = ['r', 'Leave out the first task.\r', 'a', 'n']
    const { code, prompts, screen, next, error } = await plan(keys, { out })
    expect({ code, next }).toEqual({ code: 0, next: undefined })
    expect(error).toContain(`To run it: amelia run ${out} --driver command\n`)
    expect(screen).toContain('### Task 2: the counter, draft 1 (impl)')
    expect(screen).toContain('The agent wrote this plan of 2 phases. Use it?')
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('A person rejected this plan.')
    expect(prompts[1]).toContain('    ### Task 2: the counter, draft 1 (impl)')
    expect(prompts[1]).toContain('## Feedback\n    Leave out the first task.')
    expect(readFileSync(out, 'utf8')).toContain('draft 2 (impl)')
  })

  /** An editor that replaces a text in the file that it gets. */
  const editorOf = (from: string, to: string): string => {
    const path = join(folder, `editor-${runs}.mjs`)
    writeFileSync(
      path,
      `import { readFileSync, writeFileSync } from 'node:fs'
const file = process.argv[2]
writeFileSync(file, readFileSync(file, 'utf8').replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)}))
`,
    )
    return `node ${path}`
  }

  it('opens the plan in the editor, uses the edited text, and has it run', async () => {
    vi.stubEnv('VISUAL', editorOf('the counter', 'the meter'))
    const out = join(folder, 'edited.md')
    const { code, next, screen } = await plan(['e', 'a', 'y'], { out, tdd: false })
    expect(screen).toContain('Your edited plan has 2 phases. Use it?')
    expect(readFileSync(out, 'utf8')).toContain('the meter, draft 1 (impl)')
    expect({ code, next }).toEqual({ code: 0, next: ['run', out, '--driver', 'command', '--tdd', 'off'] })
  })

  it('opens the editor before the question with --edit, at a terminal only', async () => {
    vi.stubEnv('VISUAL', editorOf('the counter', 'the meter'))
    const out = join(folder, 'edited-first.md')
    const { code, screen } = await plan(['a', 'n'], { out, edit: true })
    expect(screen).toContain('Your edited plan has 2 phases. Use it?')
    expect(screen).not.toContain('The agent wrote this plan')
    expect(readFileSync(out, 'utf8')).toContain('the meter, draft 1 (impl)')
    expect(code).toBe(0)
    await expect(plan(undefined, { edit: true })).rejects.toThrow('--edit needs a terminal.')
  })

  it('checks an edited plan again, and does not approve one with errors', async () => {
    vi.stubEnv('VISUAL', editorOf('Task 1\n', 'Task 7\n'))
    const out = join(folder, 'wrong.md')
    const { code, screen, prompts } = await plan(['e', 'ar', 'Keep the order.\r'], { out })
    expect(screen).toContain('Your edited plan has 1 error. Edit it again?\n  error in line')
    // The key of `approve` had no effect on the plan with an error.
    expect(code).toBe(3)
    expect(prompts[1]).toContain('    Keep the order.')
    expect(prompts[1]).toContain('    **Depends on:** Task 7')
    expect(readFileSync(out, 'utf8')).toContain('draft 2 (impl)')
  })

  it('asks again without an editor', async () => {
    vi.stubEnv('VISUAL', '')
    vi.stubEnv('EDITOR', '')
    const { code, screen } = await plan(['e', 'q'])
    expect(screen).toContain('Set VISUAL or EDITOR to the command of your editor.')
    expect(code).toBe(3)
  })

  // seed: intelligent-execution 98
  it('outputs a plan that is left without approval, with the command that changes it', async () => {
    const out = join(folder, 'left.md')
    const { code, error } = await plan([], { out })
    expect(code).toBe(3)
    expect(readFileSync(out, 'utf8')).toContain('draft 1 (impl)')
    expect(error).toContain(`amelia plan 'Count words' --driver command --from ${out} --change TEXT`)
  })
})

it('the command that changes a plan repeats the flags of the command line', async () => {
  const shown = { out: '', error: '', screen: '' }
  const repo = makeRepository()
  const command = `node ${agent} ${join(folder, 'again-prompts')}`
  const flags = [
    ...['--driver', 'command', '--agent', command, '--repo', repo, '--no-config', '--no-tdd'],
    ...['--format=task-heading', '--context', 'Be brief.', '--session-timeout', '1h'],
  ]
  const issue = join(folder, 'again-issue.md')
  writeFileSync(issue, 'Count words')
  const out = join(folder, 'again.md')
  const argv = ['plan', '--issue', issue, ...flags, '--out', out]
  expect((await inProcess(argv, terminalOf([], shown))).code).toBe(3)
  const again = ['amelia', 'plan', '--issue', issue, ...flags, '--from', out, '--change', 'TEXT']
  expect(shown.error).toContain(`To have it changed: ${again.map(quoteArgument).join(' ')}\n`)
})

describe('amelia plan --from FILE, which rewrites a document', () => {
  const document = (text: string): string => {
    const path = join(folder, `document-${runs}.md`)
    writeFileSync(path, text)
    return path
  }
  const same = `# Words

## Brocken 1: Test of the counter, draft 1 (test)

## Brocken 2: the counter, draft 1 (impl)

Needs Brocken 1.
`

  it('gives the agent the document, and outputs a plan that keeps all of it', async () => {
    const from = document(same)
    const { code, error, prompts, out } = await plan(undefined, { from })
    expect(code).toBe(0)
    expect(prompts[0]).toContain(`## Goal\n    Rewrite the document ${from} as a plan.\n`)
    expect(prompts[0]).toContain('## Document\n    # Words\n\n    ## Brocken 1: Test')
    expect(prompts[0]).not.toContain('(test)` and')
    expect(out).toContain('### Task 2: the counter, draft 1 (impl)')
    expect(error).toContain(
      `Order: 1; then 2\nCompared with ${from}: nothing is new, moved or missing.\nTo run it: amelia run PLAN`,
    )
  })

  it('approves no plan with differences without a terminal', async () => {
    const from = document(same.replace('2: the counter, draft 1 (impl)', '2: Hyphens').replace('1:', '3:'))
    const { code, error, out } = await plan(undefined, { from })
    expect(code).toBe(3)
    expect(out).toContain('### Task 2: the counter, draft 1 (impl)')
    expect(error).toContain(
      [
        `Compared with ${from}:`,
        '  missing: Brocken 2 Hyphens (line 5)',
        '  new: 2 the counter, draft 1',
        '  renumbered: Brocken 3 Test of the counter, draft 1 (test) (line 3) is 1',
        `Not approved: a person has to judge the differences from ${from}.\n`,
      ].join('\n'),
    )
  })

  it('shows the differences with the question, also of a changed plan', async () => {
    vi.stubEnv('VISUAL', '')
    const from = document(same.replace('2: the counter, draft 1 (impl)', '2: Hyphens'))
    const { code, screen, next } = await plan(['r', 'Name it Hyphens.\r', 'a', 'y'], {
      from,
      out: join(folder, 'rewritten.md'),
    })
    expect(screen).toContain('  missing: Brocken 2 Hyphens (line 5)\n  new: 2 the counter, draft 1\n')
    expect(screen).toContain('  new: 2 the counter, draft 2\n')
    expect({ code, next }).toEqual({
      code: 0,
      next: ['run', join(folder, 'rewritten.md'), '--driver', 'command'],
    })
  })
})

describe('amelia plan without a terminal', () => {
  it('checks the place of its file before the agent starts', async () => {
    const missing = join(folder, 'missing')
    await expect(plan(undefined, { out: join(missing, 'plan.md') })).rejects.toThrow(
      `${join(missing, 'plan.md')} cannot be written: ${missing} does not exist.`,
    )
    await expect(plan(undefined, { out: join(agent, 'plan.md') })).rejects.toThrow(
      `cannot be written: ${agent} is not a folder.`,
    )
    symlinkSync(missing, join(folder, 'dangling.md'))
    await expect(plan(undefined, { out: join(folder, 'dangling.md') })).rejects.toThrow('already exists.')
    for (const number of [runs - 2, runs - 1, runs])
      expect(existsSync(join(folder, `prompts-${number}`))).toBe(false)
  })

  it('prints a plan whose file cannot be written any more', async () => {
    const out = join(folder, 'taken.md')
    const shown = { out: '', error: '', screen: '' }
    const takes = `node ${agent} ${join(folder, 'taken-prompts')} ${out}`
    const failed = plan(undefined, { out, agent: takes }, shown)
    await expect(failed).rejects.toThrow(`${out} already exists.`)
    expect(shown.out).toContain('draft 1 (impl)')
    expect(readFileSync(out, 'utf8')).toBe('x')
  })

  it('asks nothing', async () => {
    const { code, out, screen, next, error } = await plan(undefined)
    expect({ code, screen, next }).toEqual({ code: 0, screen: '', next: undefined })
    expect(out).toContain('draft 1 (impl)')
    expect(error).toContain('Order: 1; then 2\nTo run it: amelia run PLAN --driver command')
  })

  // seed: intelligent-execution 98
  it('passes a plan and feedback to the agent', async () => {
    const from = join(folder, 'from.md')
    writeFileSync(from, textOf('the old counter'))
    const { code, prompts } = await plan(undefined, { from, change: 'Count numbers too.' })
    expect(code).toBe(0)
    expect(prompts).toHaveLength(1)
    for (const text of ['Count words', '### Task 2: the old counter (impl)', 'Count numbers too.'])
      expect(prompts[0]).toContain(text)
  })

  it('takes the goal from the file of an issue', async () => {
    const issue = join(folder, 'issue.md')
    writeFileSync(issue, 'Count words\n\nHyphens join words.\n')
    const { code, prompts } = await plan(undefined, { issue })
    expect(code).toBe(0)
    expect(prompts[0]).toContain('Hyphens join words.')
  })

  it.each([
    [{ issue: join(folder, 'no-issue.md') }, 'File not found'],
    [{ issue: folder }, 'File not found'],
    [{ from: 'plan.md' }, 'File not found'],
    [{ from: folder }, 'is not the folder of a plan'],
    [{ from: 'plan.md', issue: agent }, 'Add --change TEXT'],
    [{ change: 'Shorter.' }, 'Add --from FILE'],
    [{ from: join(folder, 'absent.md'), change: 'Shorter.' }, 'File not found'],
  ])('refuses %j', async (flags, text) => {
    await expect(plan(undefined, flags)).rejects.toThrow()
    await plan(undefined, flags).catch((error: Error & { advice?: string }) => {
      expect(`${error.message} ${error.advice ?? ''}`).toContain(text)
    })
  })
})
