import { afterAll, expect, it } from 'vitest'
import { readRows } from '../../../test/contents.ts'
import { cli, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

it('asks for a script as it runs, on every surface of a run without a terminal', async () => {
  const comment = `# set up ${'the workspace, which is harmless '.repeat(9)}`
  const lines = Array.from({ length: 300 }, (_, line) => `echo ${line} "a  b" ${'w'.repeat(line)} `)
  const script = [comment, 'mkdir -p out', '', 'rm -rf ~/precious\u202e', ...lines, 'true'].join('\n')
  const repository = makeRepository()
  const plan = writePlan(repository, [{ id: '1', run: script }])
  const flags = ['--repo', repository]
  const dry = await cli(['run', plan, '--dry-run', ...flags])
  expect(dry.stdout).toContain('\n      rm -rf ~/precious<U+202E>\n')
  const run = await cli(['run', plan, '--trust', 'standard', ...flags])
  expect(run.stdout).toContain('\n      mkdir -p out\n\n      rm -rf ~/precious<U+202E>\n')
  const status = await cli(['status', ...flags])
  const shown = status.stdout.slice(
    status.stdout.indexOf('\n  1.1.1:\n') + 1,
    status.stdout.indexOf('\n  Answers: '),
  )
  expect(readRows(shown.split('\n'))).toBe(`1.1.1:\n${script}`)
  const json = JSON.parse((await cli(['status', ...flags, '--json'])).stdout) as {
    gates: { details: string[] }[]
  }
  expect(json.gates[0]!.details[0]).toBe(`1.1.1:\n${script}`)
})
