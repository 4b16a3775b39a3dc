import { expect, it } from 'vitest'
import { nameCommand } from './name-command.ts'

it.each([
  ['node /opt/tools/agent.mjs --fast', 'agent'],
  ['node --import tsx ./my-agent.ts {prompt}', 'my-agent'],
  ['python3.12 -u reviewer.py', 'reviewer'],
  ['python -m my_agent', 'my_agent'],
  ['sh run-agent.sh', 'run-agent'],
  ['npx -y @scope/agent@1.2.0 run', 'agent'],
  ['npx tsx agent.ts', 'agent'],
  ['deno run --allow-all agent.ts', 'agent'],
  ['/usr/bin/env KEY=1 my-agent', 'my-agent'],
  ["sh -c 'echo {prompt}'", 'sh'],
  ['/usr/local/bin/my-agent -p {prompt}', 'my-agent'],
  ['node', 'node'],
])('%s is %s', (command, name) => {
  expect(nameCommand(command.split(' '))).toBe(name)
})
