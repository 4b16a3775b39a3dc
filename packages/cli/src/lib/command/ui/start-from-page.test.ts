import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import { storeFlags } from '../../stored/stored-flags.ts'
import { resumeFromPage, startFromPage } from './start-from-page.ts'

const [, program = ''] = process.argv

afterEach(() => {
  process.argv[1] = program
})
afterAll(removeFolders)

it.each([
  [{ config: false }, '--no-config'],
  [{ config: '/a/own.mjs', profile: 'ci', plugins: { parsers: [] } }, '--config /a/own.mjs --profile ci'],
])('resumes a run with the stored flags about its config file: %j', async (options, flags) => {
  const repo = makeRepository()
  await storeFlags({ error() {} }, { repo, runId: 'r1' }, options)
  // In place of the command line: prints its arguments, and starts nothing.
  process.argv[1] = join(makeFolder(), 'program.mjs')
  writeFileSync(process.argv[1], "console.log(process.argv.slice(2).join(' ')); process.exit(1)\n")
  await expect(resumeFromPage({ repo })({ runId: 'r1', caller: { access: 'start' } })).rejects.toThrow(
    `The run did not start.\nresume r1 --repo ${repo} ${flags}`,
  )
})

it('starts the section of one plan in a text of several', async () => {
  process.argv[1] = join(makeFolder(), 'program.mjs')
  writeFileSync(process.argv[1], "console.log(process.argv.slice(2).join(' ')); process.exit(1)\n")
  const start = startFromPage({ repo: makeRepository() }, [])
  const caller = { access: 'start' } as const
  await expect(start({ plan: '# Two', select: '-x', caller })).rejects.toThrow('--trust=standard --select=-x')
  await expect(start({ plan: '# One', caller })).rejects.not.toThrow('--select')
  await expect(start({ plan: '# One', caller })).rejects.not.toThrow('--accept-skipped')
  await expect(start({ plan: '# One', caller, acceptSkipped: true })).rejects.toThrow('--accept-skipped')
})

it('passes the chosen settings as flags, except those that the flags of the server fix', async () => {
  process.argv[1] = join(makeFolder(), 'program.mjs')
  writeFileSync(process.argv[1], "console.log(process.argv.slice(2).join(' ')); process.exit(1)\n")
  const rules = { settings: { trust: 'paranoid', model: 'opus' }, fixed: ['model'] } as const
  const start = startFromPage({ repo: makeRepository() }, ['--model', 'opus'], {
    ...rules,
    fixed: [...rules.fixed],
  })
  const settings = { agent: 'codex', model: 'other', test: 'npm test', concurrency: 2, budgetUsd: 1.5 }
  await expect(start({ plan: '# One', caller: { access: 'start' }, ...settings })).rejects.toThrow(
    '--yes --trust=paranoid --driver=codex --test=npm test --concurrency=2 --budget-usd=1.5 --model opus',
  )
})
