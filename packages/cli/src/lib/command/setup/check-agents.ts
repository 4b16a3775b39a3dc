import { type AgentProblem, findSdk } from '@amelia/agent-process'
import type { DriverV1 } from '@amelia/core'
import type { Finding } from './finding.ts'

/**
 * Checks the agents with a package of their vendor: its version, and the login. One that is missing is a
 * warning, unless it is among `needed`. No key is read into the result.
 */
export const checkAgents = async (needed: readonly string[]): Promise<Finding[]> => {
  const [{ checkClaude, claude }, { checkCodex, codex }] = await Promise.all([
    import('@amelia/driver-claude'),
    import('@amelia/driver-openai'),
  ])
  const isNeeded = (name: string): boolean => needed.includes(name)
  return [
    describe('claude', '@anthropic-ai/claude-agent-sdk', {
      ...{ problems: checkClaude(), create: () => claude(), isNeeded },
    }),
    describe('codex', '@openai/codex-sdk', { problems: checkCodex(), create: () => codex(), isNeeded }),
  ]
}

interface Agent {
  problems: readonly AgentProblem[]
  create(): DriverV1
  isNeeded(name: string): boolean
}

const describe = (name: string, sdk: string, { problems, create, isNeeded }: Agent): Finding => {
  const version = findSdk({ name: sdk, from: import.meta.filename })?.version
  if (problems.length === 0) {
    const login = create().access?.login
    return { name, status: 'ok', detail: `${sdk} ${version ?? ''}${login === undefined ? '' : `, ${login}`}` }
  }
  return {
    name,
    status: isNeeded(name) ? 'fail' : 'warn',
    detail: problems.map(({ message }) => message).join(' '),
    hint: problems.map(({ hint }) => hint).join(' '),
  }
}
