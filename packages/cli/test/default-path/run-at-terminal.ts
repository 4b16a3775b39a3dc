import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quoteArgument } from '../../src/lib/setting/quote-argument.ts'
import { makeFolder } from '../fixtures/cli.ts'
import { startInTerminal } from '../fixtures/start-terminal.ts'

const agent = join(import.meta.dirname, 'shell-agent.mjs')

interface TerminalRun {
  /** The command that the agent runs in each phase. */
  commands: readonly string[]
  test: string
  /** The files that each phase declares. Default: none. */
  files?: readonly string[]
  /** Whether the phases are independent. Default: each depends on the previous one. */
  areParallel?: boolean
  /** Receives the screen of each question before it is approved. */
  onQuestion?: (screen: string) => void
}

/**
 * Runs a new plan at a terminal with an agent, a test command and `--yes`, and no other flag. Answers each
 * question with `approve`. Returns the exit code, the questions, the last screen in one line, and the target.
 */
export const runAtTerminal = async (
  repo: string,
  { commands, test, files = [], areParallel = false, onQuestion = () => {} }: TerminalRun,
) => {
  const plan = join(makeFolder(), 'plan.md')
  const rows = commands.map(
    (_, at) =>
      `| ${at + 1} | Part ${at + 1} | ${areParallel || at === 0 ? '-' : at} | ${files[at] ?? ''} |\n`,
  )
  writeFileSync(plan, `# Work\n\n| Phase | Name | Depends On | Files |\n|---|---|---|---|\n${rows.join('')}`)
  const byPhase = JSON.stringify(Object.fromEntries(commands.map((command, at) => [at + 1, command])))
  const command = ['node', agent, byPhase].map(quoteArgument).join(' ')
  const flags = ['--driver', 'command', '--agent', command, '--test', test, '--yes']
  const size = { cols: 300, rows: 60 }
  const terminal = startInTerminal(['run', plan, ...flags], { cwd: repo, size })
  const questions = new Set<string>()
  // A key within 300 ms after a question is dropped.
  const timer = setInterval(() => {
    const screen = terminal.screen().join('\n')
    const [, question] = /^── Question .*\n(.*)/m.exec(screen) ?? []
    if (question === undefined) return
    if (!questions.has(question)) onQuestion(screen)
    questions.add(question)
    if (/^ +a {2}approve /m.test(screen)) terminal.type('a')
    else terminal.pty.kill()
  }, 400)
  const code = await terminal.exited.finally(() => clearInterval(timer))
  const text = terminal.screen().join('\n').replace(/\s+/g, ' ')
  const branch = / on the branch (\S+)/.exec(text)?.[1] ?? ''
  return { code, questions: [...questions], text, branch }
}
