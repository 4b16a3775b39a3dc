import { expect, it } from 'vitest'
import { agentNames } from './agent-names.ts'
import { agents } from './agents.ts'

it('have the names that the help lists', () => {
  expect([...agents.keys()]).toEqual(agentNames)
})
