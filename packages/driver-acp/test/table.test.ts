import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentPaths } from '@amelia/agent-process'
import { expect, it } from 'vitest'
import { knownAgents } from '../src/index.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

it('lists the known agents in the README as the table has them', () => {
  const rows = Object.entries(knownAgents).map(([name, { program, args, usage, steers, tested }]) => [
    `\`${name}\``,
    `\`${[program, ...args].join(' ')}\``,
    `\`${usage}\``,
    steers ? 'yes' : 'no',
    tested,
  ])
  const listed = [
    ...readme.matchAll(/^\| (`[\w-]+`) \| (`[^|]+`) \| [^|]+ \| (`\w+`) \| (yes|no) \| (.+) \|$/gm),
  ]
  expect(listed.map(([, ...cells]) => cells)).toEqual(rows)
})

it('knows where each agent keeps its login, so that it sees its own and not those of others', () => {
  for (const { folders, loginFiles } of Object.values(knownAgents)) {
    const own = agentPaths(folders, '/home')
    expect(own.length, folders).toBeLessThan(6)
    for (const file of loginFiles)
      expect(
        own.some((path) => `/home/${file}`.startsWith(path)),
        file,
      ).toBe(true)
  }
})

it('is data that nobody changes', () => {
  expect(Object.isFrozen(knownAgents)).toBe(true)
  expect(Object.values(knownAgents).every((profile) => Object.isFrozen(profile))).toBe(true)
})
