import { describe, expect, it } from 'vitest'
import { contents, readRows } from '../../../test/contents.ts'
import type { GateQuestion } from '../src/index.ts'
import { splitCommand } from '../src/lib/plan/split-command.ts'
import { wrapContent } from '../src/lib/text/content/wrap-content.ts'
import { quoteCommand } from '../src/lib/text/quote-command.ts'
import { runPlan } from './run-plan.ts'

/** A detail of a gate as it is shown, put together again, and parted from its label. */
const readDetail = (detail: string): { label: string; text: string } => {
  const [, label = '', text = ''] = /^([^:\n]*):[ \n]([^]*)$/.exec(readRows(wrapContent(detail))) ?? []
  return { label, text }
}

/** The folder that a label names. */
const folderOf = (label: string): string | undefined => / in (\S+)$/.exec(label)?.[1]

const risky = { risk: 'high' } as const

/** A plan that runs a text as scripts, words of commands and the content of a file. */
const planOf = (text: string, other: string, cwd: string | undefined) => {
  const place = { ...(cwd !== undefined && { cwd }) }
  const command = (...words: string[]): string => quoteCommand(words)
  return {
    phases: [
      {
        ...{ id: 'a', title: 'A' },
        subtasks: [
          {
            ...{ id: 'a.1', title: 'Work' },
            steps: [
              { id: 's0', action: 'code' as const, filePath: 'sub/x.txt', codeChange: text, ...risky },
              {
                ...{ id: 's1', action: 'command' as const, shell: true, command: `false\n${text}` },
                ...{ fallbackCommands: [`false\n${other}`, text], ...place, ...risky },
              },
              { id: 's2', action: 'command' as const, command: command('run', text), ...place, ...risky },
              {
                ...{ id: 's3', action: 'validation' as const, validationCommand: command(text, 'x') },
                ...risky,
              },
              {
                ...{ id: 's4', action: 'code' as const, filePath: 'sub/y.txt', codeChange: 'y' },
                ...{ validationCommand: command('check', other), ...place, ...risky },
              },
            ],
          },
        ],
        acceptance: [{ command: command('accept', text), ...place }],
      },
    ],
  }
}

describe('the commands that a person approves', () => {
  it('are those that run, for 200 scripts', async () => {
    const texts = contents(200).map((text, index) => (index % 3 === 0 ? `${text} \n\n` : text))
    for (let index = 0; index < texts.length; index += 2) {
      const [text = '', other = ''] = texts.slice(index)
      const asked: GateQuestion[] = []
      const { host, report } = await runPlan({
        plan: planOf(text, other, index % 4 === 0 ? undefined : 'sub'),
        planApproved: false,
        world: {
          files: { 'sub/z.txt': 'z' },
          commands: ({ argv }) => (argv[2]?.startsWith('false\n') ? 1 : 0),
        },
        onGate(gate) {
          asked.push(gate)
          return gate.choices.approve?.()
        },
      })
      expect(report.status).toBe('completed')
      const received = host.commands.requests.map(({ argv, cwd }) => ({ argv, cwd }))
      expect(received).toHaveLength(7)
      const [plan, ...steps] = asked
      const about = (details: readonly string[], isShell: (label: string) => boolean) =>
        details.map(readDetail).map(({ label, text: shown }) => ({
          argv: isShell(label) ? ['sh', '-c', shown] : splitCommand(shown).argv,
          cwd: folderOf(label),
        }))
      expect(about(plan!.details, (label) => label.startsWith('s1'))).toEqual(received)
      const shown = steps
        .filter(({ kind }) => kind === 'blocker')
        .flatMap(({ details, question }) => {
          const commands = details.filter((detail) => /^(runs|or else)\b/.test(detail))
          return about(commands, () => question.includes('s1'))
        })
      expect(shown).toEqual(received.slice(0, -1))
      const written = readDetail(steps[0]!.details[0]!)
      expect(written).toEqual({ label: 'writes sub/x.txt', text })
      expect(host.git.filesOf(report.head).get('sub/x.txt')).toBe(text)
    }
  })
})
