import { type AgentProblem, findSdk } from '@amelia/agent-process'
import type { DriverV1 } from '@amelia/core'
import { words } from '@amelia/core/view'
import { checkAcpAgents } from './check-acp-agents.ts'
import type { Finding } from './finding.ts'

/**
 * Checks the agents with a package of their vendor: its version, and the login. One that is missing is a
 * warning, unless it is among `needed`. Agents of the Agent Client Protocol follow. No key is read into the
 * result.
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
    ...(await checkAcpAgents(needed)),
  ]
}

interface Agent {
  problems: readonly AgentProblem[]
  create(): DriverV1
  isNeeded(name: string): boolean
}

/** Describes the login and account of an agent in the words of the dry run; undefined without a login. */
const describeAccount = ({ access }: DriverV1): string | undefined => {
  const { login, paidBy, emptyAs } = access ?? {}
  if (login === undefined || login === 'none') return undefined
  return [
    login,
    ...(paidBy === undefined ? [] : [`paid by: ${paidBy}`]),
    ...(emptyAs === undefined ? [] : [`if that is empty: ${words.describeEmptyAccount(emptyAs)}`]),
  ].join('; ')
}

const describe = (name: string, sdk: string, { problems, create, isNeeded }: Agent): Finding => {
  const version = findSdk({ name: sdk, from: import.meta.filename })?.version
  const account = describeAccount(create())
  const agent = { isInstalled: version !== undefined, ...(account !== undefined && { login: account }) }
  if (problems.length === 0)
    return {
      agent,
      name,
      status: 'ok',
      detail: `${sdk} ${version ?? ''}${account === undefined ? '' : `, ${account}`}`,
    }
  return {
    agent,
    name,
    status: isNeeded(name) ? 'fail' : 'warn',
    detail: [
      ...problems.map(({ message }) => message),
      ...(account === undefined ? [] : [`Login: ${account}.`]),
    ].join(' '),
    hint: problems.map(({ hint }) => hint).join(' '),
  }
}
