import { knownAgents } from '@amelia/driver-acp'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../program/program.ts'
import { agentFlagsOf } from './agent-flags-of.ts'
import { acpNames, agentNames } from '../agent-names.ts'
import { agents } from './agents.ts'
import { kindOf, processKeys } from '../flag/flag-groups.ts'
import { type AgentFlagName, agentFlags, flagsOf } from '../flag/agent-flags.ts'

it('have the names that the help lists', () => {
  expect([...agents.keys()]).toEqual(agentNames)
})

describe.each(Object.entries(agentFlags))('the flag of agents %s', (name, { flag, kind, of }) => {
  it('is a flag of the commands with agents, a setting of the config file, and stored with a run', () => {
    const program = createProgram({ out() {}, error() {} } as never, [], () => {})
    for (const command of ['run', 'resume', 'plan'])
      expect(
        program.commands.find((each) => each.name() === command)?.options.map(({ flags }) => flags),
      ).toContain(flag)
    expect(kindOf(name as AgentFlagName)).toBe(kind)
    expect(processKeys).toContain(name)
  })

  it('reaches each agent that accepts it', () => {
    const taking = [...agents].filter(([, { flags }]) => flags.includes(name as AgentFlagName))
    expect(taking.length > 0).toBe(of !== 'run')
    const given = kind === 'list' ? ['x'] : kind === 'text' ? 'x' : 1
    for (const [agent] of taking)
      expect(agentFlagsOf({ [name]: given }, agent, agent)).toEqual({
        [name]: flagsOf('one').includes(name as AgentFlagName) ? 'x' : given,
      })
  })
})

it('have the names of all agents that the driver of the protocol knows', () => {
  expect(acpNames).toEqual(Object.keys(knownAgents))
})

it.each([
  ['acp', { model: 'model', agentEnv: 'passEnv', idleTimeout: 'idleTimeoutMs' }],
  ['goose', { model: 'model', agentEnv: 'passEnv' }],
  ['claude', { model: 'model', maxTurns: 'maxTurns', idleTimeout: 'idleTimeoutMs' }],
  ['codex', { model: 'model', apiKeyEnv: 'keyVariable', idleTimeout: 'idleTimeoutMs' }],
  ['command', { model: 'model', agentEnv: 'passEnv', idleTimeout: 'idleTimeoutMs' }],
])('the driver %s receives its flags as its options', async (name, options) => {
  for (const [flag, option] of Object.entries(options)) {
    // The driver names the option that it refuses.
    const loaded = agents.get(name)!.load({ agent: 'true', [flag]: {} as never })
    await expect(
      loaded.then(({ create }) => create()),
      flag,
    ).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option },
    })
  }
})
