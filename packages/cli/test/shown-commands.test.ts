import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contents, readRows } from '../../core/test/contents.ts'
import { cli, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const scriptPlan = (script: string): string =>
  JSON.stringify({
    goal: 'Set up',
    phases: [
      {
        ...{ id: '1', title: 'Set up' },
        subtasks: [
          {
            ...{ id: '1.1', title: 'Run it' },
            steps: [{ id: 's1', action: 'command', command: script, shell: true }],
          },
        ],
      },
    ],
  })

it('asks for a script as it runs, on every surface of a run without a terminal', async () => {
  const comment = `# set up ${'the workspace, which is harmless '.repeat(9)}`
  const script = `${comment}\nmkdir -p out\nrm -rf ~/precious\u202e\n${contents(10)[0]!.replaceAll('\0', '')}`
  const repository = makeRepository()
  writeFileSync(join(repository, 'plan.json'), scriptPlan(script))
  const flags = ['--repo', repository]
  const plan = join(repository, 'plan.json')
  const dry = await cli(['run', plan, '--dry-run', ...flags])
  expect(dry.stdout).toContain('\n      rm -rf ~/precious<U+202E>\n')
  const run = await cli(['run', plan, '--trust', 'standard', '--allow-dirty', ...flags])
  expect(run.stdout).toContain('\n      mkdir -p out\n      rm -rf ~/precious<U+202E>\n')
  const status = await cli(['status', ...flags])
  const shown = status.stdout.slice(status.stdout.indexOf('\n  s1:\n') + 1, status.stdout.indexOf('\n  Answers: '))
  expect(readRows(shown.split('\n'))).toBe(`s1:\n${script}`)
  const json = JSON.parse((await cli(['status', ...flags, '--json'])).stdout) as {
    gates: { details: string[] }[]
  }
  expect(json.gates[0]!.details[0]).toBe(`s1:\n${script}`)
})
