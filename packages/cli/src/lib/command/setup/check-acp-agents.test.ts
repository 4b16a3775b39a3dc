import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkAcpAgents } from './check-acp-agents.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const install = (name: string, output: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${output}'\n`)
  chmodSync(join(folder, name), 0o755)
}

it('finds the agents that are installed, their versions and their logins', async () => {
  install('opencode', '1.18.33')
  install('gemini', 'gemini 0.60.1')
  mkdirSync(join(folder, '.local/share/opencode'), { recursive: true })
  writeFileSync(join(folder, '.local/share/opencode/auth.json'), '{}')
  const found = await checkAcpAgents([], { PATH: `${folder}:/bin`, HOME: folder })
  expect(found.map(({ name, status }) => [name, status])).toEqual([
    ['opencode', 'ok'],
    ['gemini', 'ok'],
  ])
  expect(found[0]?.detail).toContain(
    'opencode 1.18.33, tested with 1.18.33, login: that of OpenCode in ~/.local',
  )
  expect(found[1]?.detail).toContain(
    'gemini 0.60.1, tested with 0.61.0, login: none found. To log in: gemini',
  )
})

it('says that an agent does not answer, and remembers what another one can', async () => {
  install('opencode', '1.18.33')
  const environment = { PATH: `${folder}:/bin`, HOME: folder }
  const [silent] = await checkAcpAgents([], environment)
  expect(silent?.detail).toContain('it did not answer on the protocol')
  const stored = join(folder, '.cache/amelia/acp-agents')
  mkdirSync(stored, { recursive: true })
  const abilities = { protocol: 1, resumes: ['session/load'], lacks: ['session/resume'] }
  writeFileSync(join(stored, 'opencode-1.18.33.json'), JSON.stringify(abilities))
  const [known] = await checkAcpAgents([], environment)
  expect(known?.detail).toContain('resumes sessions by session/load, advertises session/resume and lacks it')
})

it('names one that is needed and missing, with the way to install it', async () => {
  const found = await checkAcpAgents(['goose', 'claude'], { PATH: folder, HOME: folder })
  expect(found).toEqual([
    {
      ...{ name: 'goose', status: 'fail' },
      detail: 'The program of Goose was not found: goose.',
      hint: 'See https://block.github.io/goose.',
    },
  ])
})
