import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { resolveProgram } from './resolve-program.ts'

it.each([
  ['./agent.sh', '/home/ada/agent.sh'],
  ['tools/agent', '/home/ada/tools/agent'],
  ['../x/agent.sh', '/home/x/agent.sh'],
  ['agent', 'agent'],
  ['agent.sh', 'agent.sh'],
  ['/opt/../agent', '/opt/../agent'],
  ['{workspace}/agent', '{workspace}/agent'],
  ['./agents/{model}', '/home/ada/agents/{model}'],
  ['', ''],
])('resolves %j in a folder to %j', (program, expected) => {
  expect(resolveProgram(program, '/home/ada')).toBe(expected)
})

it('resolves against the current folder by default', () => {
  expect(resolveProgram('./agent')).toBe(resolve('agent'))
})
