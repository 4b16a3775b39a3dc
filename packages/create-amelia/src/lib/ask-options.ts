import type { Interface } from 'node:readline/promises'
import { type AgentName, agents } from './agents.ts'
import type { ProjectOptions } from './create-project.ts'

/** Asks for the options of a project. An empty line takes the answer in brackets. */
export const askOptions = async (terminal: Pick<Interface, 'question'>): Promise<ProjectOptions> => {
  const names = Object.keys(agents) as AgentName[]
  const lines = ['none: the plan has all files and commands', ...names.map((name) => agents[name].title)]
  const menu = lines.map((line, index) => `  ${index} ${line}`).join('\n')
  const chosen = await askUntil(terminal, `Agent for phases in prose:\n${menu}\n[0] `, (answer) => {
    const number = Number(answer === '' ? 0 : answer)
    return Number.isInteger(number) && number >= 0 && number < lines.length ? number : undefined
  })
  const isTyped = await askUntil(terminal, 'TypeScript? [y/N] ', readYes)
  const server = await askUntil(
    terminal,
    'A server that starts plans and keeps their questions? [y/N] ',
    readYes,
  )
  const agent = names[chosen - 1]
  return { ...(agent && { agent }), language: isTyped ? 'typescript' : 'javascript', server }
}

const askUntil = async <Value>(
  terminal: Pick<Interface, 'question'>,
  question: string,
  read: (answer: string) => Value | undefined,
): Promise<Value> => {
  for (;;) {
    const value = read((await terminal.question(question)).trim().toLowerCase())
    if (value !== undefined) return value
  }
}

const readYes = (answer: string): boolean | undefined =>
  ['y', 'yes'].includes(answer) ? true : ['', 'n', 'no'].includes(answer) ? false : undefined
