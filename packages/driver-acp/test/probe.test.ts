import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { probeAcpAgent } from '../src/index.ts'

const program = fileURLToPath(new URL('fixtures/agent.mjs', import.meta.url))
let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'amelia-probe-test-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const probe = (can: Record<string, unknown>) => {
  writeFileSync(join(home, 'capabilities.json'), JSON.stringify(can))
  const options = { command: [process.execPath, program, 'acp'], passEnv: ['AGENT_HOME'] }
  return probeAcpAgent(options, { PATH: process.env['PATH'], HOME: home, AGENT_HOME: home })
}

it('tells the methods that an agent has from those that it only advertises', async () => {
  expect(await probe({ resume: true, load: true })).toEqual({
    ...{ protocol: 1, lacks: [], resumes: ['session/resume', 'session/load'] },
  })
  expect(await probe({ resume: 'missing', load: true })).toEqual({
    ...{ protocol: 1, lacks: ['session/resume'], resumes: ['session/load'] },
  })
  expect(await probe({})).toEqual({ protocol: 1, lacks: [], resumes: [] })
})

it('returns nothing for a program that does not speak the protocol, and for one that does not exist', async () => {
  const silent = join(home, 'silent')
  mkdirSync(home, { recursive: true })
  writeFileSync(silent, '#!/bin/sh\necho 1.0\n')
  chmodSync(silent, 0o755)
  expect(await probeAcpAgent({ command: [silent] }, { HOME: home })).toBeUndefined()
  expect(await probeAcpAgent({ command: [join(home, 'none')] }, { HOME: home })).toBeUndefined()
})
