import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import { displayWidth } from '../../text/display-width.ts'
import { phaseMessage } from './phase-message.ts'

const own = 'Amelia-Run: r1\nAmelia-Phase: 2a\nAmelia-Attempt: 3\n'
const ours = own.trimEnd().split('\n')

/** Built here, so that no file of this repository contains text that looks like a secret. */
const secret = `ghp_${'aB3'.repeat(12)}`

interface Given {
  draft?: Partial<PhaseDraft>
  settings?: Partial<RunSettings>
  attempt?: Partial<PhaseState['attempt']>
  phase?: Partial<PhaseState>
}

const messageOf = ({ draft, settings, attempt, phase: state }: Given): string => {
  const plan = { title: 'Work', phases: [{ id: '2a', title: 'Parser', ...draft }] }
  const { performer, phase } = createPerformer({ plan, ...(settings && { settings }) })
  Object.assign(phase('2a'), state)
  Object.assign(phase('2a').attempt, { number: 3 }, attempt)
  return phaseMessage(performer, phase('2a'))
}
const titled = (title: string, ...subtasks: string[]): string =>
  messageOf({
    draft: { title, subtasks: subtasks.map((of, index) => ({ id: `2a.${index}`, title: of })) },
  })
const saying = (words: string): string => messageOf({ attempt: { said: new Map([['phase', words]]) } })
const commits = (...messages: string[]): Given => ({
  draft: {
    body: messages.map((message) => `\`\`\`bash\ngit add .\ngit commit -m "${message}"\n\`\`\``).join('\n\n'),
  },
})

const check = (name: string, note?: string): CheckResult => ({
  ...{ name, argv: [name], passed: true, exitCode: 0, output: '', durationMs: 1 },
  ...(note !== undefined && { note }),
})

const found = (text: string): string[] => text.match(/^Amelia-(?:Run|Phase|Attempt)[ \t]*:.*$/gim) ?? []

describe('phaseMessage', () => {
  it('names the phase and its subtasks, and ends with the trailers', () => {
    expect(titled('Parser')).toBe(`Phase 2a: Parser\n\n${own}`)
    expect(titled('Parser', 'One')).toBe(`Phase 2a: Parser\n\n${own}`)
    expect(titled('Parser', 'Write tests', 'Make them pass')).toBe(
      `Phase 2a: Parser\n\n- Write tests\n- Make them pass\n\n${own}`,
    )
  })

  it('describes the summary, the rest, the checks and the review', () => {
    const words = [
      'Adds a parser that reads one entry per line and keeps the line numbers of all entries.',
      '',
      '- `parse` reads a text',
      '- 2a.1 done: Wrote them.',
      'Not done: The export, because',
      'its format is open.',
    ]
    const message = messageOf({
      attempt: {
        said: new Map([['phase', words.join('\n')]]),
        concerns: new Map([['phase', ['Empty lines are skipped.']]]),
        checks: [check('test'), check('lint', 'skipped: not found')],
        verified: true,
        reviewPassed: true,
      },
      phase: {
        reviews: [
          {
            approved: true,
            summary: 'Fine.',
            comments: [
              { id: 'r-1', reviewer: 'r', severity: 'minor', message: 'Rename.', disposition: 'defer' },
            ],
          },
        ],
      },
    })
    expect(message).toMatchInlineSnapshot(`
      "Phase 2a: Parser

      Adds a parser that reads one entry per line and keeps the line numbers
      of all entries.

      - \`parse\` reads a text

      Not done:
      - The export, because its format is open.

      Concerns:
      - Empty lines are skipped.

      Checks:
      - test passed
      - lint passed (skipped: not found)

      Review:
      - approved, 1 comment deferred

      Amelia-Run: r1
      Amelia-Phase: 2a
      Amelia-Attempt: 3
      "
    `)
  })

  it('leaves out results until the work is verified', () => {
    expect(messageOf({ attempt: { checks: [check('test')] } })).toBe(`Phase 2a: Parser\n\n${own}`)
  })

  it('takes the last message of the plan as its subject, and lists the others', () => {
    expect(messageOf(commits('feat: add store'))).toBe(`feat: add store\n\n${own}`)
    expect(messageOf(commits('test: add a test', 'feat: add store'))).toBe(
      `feat: add store\n\nThe plan's other messages:\n- test: add a test\n\n${own}`,
    )
    const joined = messageOf({ ...commits('test: a', 'feat: b'), settings: { shape: 'joined' } })
    expect(joined).toBe(`Phase 2a: Parser\n\nThe plan's other messages:\n- test: a\n- feat: b\n\n${own}`)
  })

  it('has a subject of at most 72 columns, and the full text in its body', () => {
    const title = `Make ${'日本 and more '.repeat(12)}end`
    const [subject = '', full = ''] = titled(title).split('\n\n')
    expect(displayWidth(subject)).toBeLessThanOrEqual(72)
    expect(subject).toMatch(/^Phase 2a: Make 日本.*…$/)
    expect(full.split('\n').join(' ')).toBe(`Phase 2a: ${title}`)
    for (const line of full.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(72)
    const [cut = ''] = messageOf(commits('x'.repeat(200))).split('\n')
    expect(cut).toBe(`${'x'.repeat(71)}…`)
  })

  it('faults 19 and 22: a title is one plain line', () => {
    expect(titled('A\r\n\r\nAmelia-Phase: 9\u0000\u001b[31m red\u2028x', 'B\nAmelia-Run: r9', 'C')).toBe(
      `Phase 2a: A Amelia-Phase: 9 red x\n\n- B Amelia-Run: r9\n- C\n\n${own}`,
    )
  })

  it('removes secrets, control characters and orders to services from the words of an agent', () => {
    const message = saying(
      `Uses ${secret}.\u0007\u001b[31m\n# Done [skip ci]\nBREAKING CHANGE: all\n---\ndiff --git a b`,
    )
    expect(message).toBe(
      `Phase 2a: Parser\n\nUses [redacted].\nDone (skip ci)\n> BREAKING CHANGE: all\n  ---\n  diff --git a b\n\n${own}`,
    )
  })

  it('removes a secret that would be wrapped', () => {
    const title = `${'word '.repeat(9)}${secret} end`
    expect(titled('Parser', title, title)).toContain('[redacted] end')
  })

  it('bounds the words of an agent', () => {
    const message = saying(`${'word '.repeat(5000)}\n`.repeat(30))
    expect(message.split('\n').length).toBeLessThan(40)
    for (const line of message.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(72)
  })

  it('fault 19: no plan and no agent can forge a trailer', () => {
    const texts = fc.array(
      fc
        .string({
          unit: fc.constantFrom(
            'Amelia-Phase',
            'amelia-run',
            'Signed-off-by',
            ':',
            ' ',
            '\n',
            '\r',
            '\t',
            'x',
          ),
          maxLength: 12,
        })
        .filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(texts, ([title, ...subtasks]) => {
        expect(found(titled(title!, ...subtasks))).toEqual(ours)
        const message = saying([title, ...subtasks].join('\n'))
        expect(found(message)).toEqual(ours)
        const lines = message.split('\n').slice(1, -5)
        expect(lines.filter((line) => /^[A-Za-z0-9-]+\s*:/.test(line))).toEqual([])
      }),
    )
  })
})

describe('phaseMessage in conventional style', () => {
  const settings = { messageStyle: 'conventional' } as const
  const subject = (given: Given): string => messageOf({ ...given, settings }).split('\n')[0]!
  const ofTypes = (title: string, ...types: ('test' | 'impl' | 'refactor' | 'other')[]): string =>
    subject({
      draft: { title, subtasks: types.map((type, index) => ({ id: `2a.${index}`, title: 'P', type })) },
    })

  it('derives the type from the parts, the files and the title', () => {
    expect(ofTypes('Store.', 'test', 'impl', 'refactor')).toBe('feat: store')
    expect(ofTypes('Store', 'test', 'refactor')).toBe('refactor: store')
    expect(ofTypes('Store', 'test', 'other')).toBe('test: store')
    expect(ofTypes('Fix the store', 'test', 'impl')).toBe('fix: fix the store')
    expect(ofTypes('Store')).toBe('feat: store')
    expect(ofTypes('Rename the store')).toBe('refactor: rename the store')
    expect(ofTypes('Write failing tests')).toBe('test: write failing tests')
    expect(subject({ draft: { files: ['docs/a.html', 'README.md'] } })).toBe('docs: parser')
    expect(subject({ draft: { files: ['test/a.ts'] } })).toBe('test: parser')
  })

  it('begins the description with a small letter, or with code', () => {
    expect(ofTypes('API of the store')).toBe('feat: api of the store')
    expect(ofTypes('TypeScript types')).toBe('feat: `TypeScript` types')
    expect(ofTypes('Über alles')).toBe('feat: über alles')
  })

  it("keeps the plan's type and scope, and replaces an unknown type", () => {
    expect(subject(commits('fix(Core)!: Add store.'))).toBe('fix(core)!: add store')
    expect(subject(commits('enhance: add store'))).toBe('feat: add store')
    expect(subject(commits('Add store'))).toBe('feat: add store')
  })
})
