import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRun, type Phase, readPlan } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { phaseTable } from '@amelia/parser-phase-table'
import { afterAll, expect, it } from 'vitest'
import { cli, git, removeFolders } from './fixtures/cli.ts'
import { createFakeGitHub, makeClone } from './github/fake-gh.ts'

const slots = mkdtempSync(join(tmpdir(), 'amelia-slots-'))
afterAll(() => {
  removeFolders()
  rmSync(slots, { recursive: true, force: true })
})

const root = resolve(import.meta.dirname, '../../..')
const document = join(root, 'docs/concepts/report.md')

/** The words of the agent about the phases, which it does as the plan says. */
const words: Record<string, { summary: string; notDone?: string[] }> = {
  0: { summary: 'Creates the package `hourglass`, which has no functions yet.' },
  1: { summary: 'Adds the table of units, from weeks to milliseconds, and `findUnit`.' },
  '2A': {
    summary:
      'Adds `parse`, which reads one or more amounts with units, with or without spaces, and names an unknown unit in its error.',
    notDone: ['Amounts with a decimal comma, which the plan does not mention.'],
  },
  '2B': { summary: 'Adds `format`, with an option for the number of parts.' },
  '2C': { summary: 'Adds `relative`, which describes the distance of a moment from now.' },
  3: { summary: 'Exports the functions from one entry point, and describes them in a README.' },
}

/** A reviewer that defers one comment. */
const comment = {
  ...{ file: 'hourglass/src/format.js', line: 4, severity: 'minor' },
  message: 'A negative `parts` gives an empty text.',
}

const runDemo = async () => {
  const { repository } = makeClone()
  const text = readFileSync(join(root, 'examples/demo/plan.md'), 'utf8')
  const plan = readPlan(text, { parsers: [phaseTable()] })
  const planned = (id: string): Phase => plan.phases.find((phase) => phase.id === id)!
  const driver = createScriptedDriver(
    async ({ phase, workspace }) => {
      for (const { steps } of planned(phase!.id).subtasks)
        for (const { filePath, codeChange } of steps)
          if (filePath !== undefined) await workspace.fs.writeFile(`/${filePath}`, codeChange!)
      const done = { status: 'done', subtasks: [], files: [], notDone: [] }
      return { output: { ...done, ...words[phase!.id] }, usage: { inputTokens: 9000, outputTokens: 800 } }
    },
    {
      reports: 'output',
      reviews: ({ phase, role }) => ({
        output:
          role === 'evaluator'
            ? { decisions: [] }
            : {
                approved: true,
                summary: 'It does what the plan says.',
                comments: phase?.id === '2B' ? [comment] : [],
              },
        usage: { inputTokens: 4000, outputTokens: 100 },
      }),
    },
  )
  // The report names the confinement, which depends on the machine.
  const { confinement: _, ...host } = nodeHost({ repo: repository, slots, confine: { level: 'off' } })
  const run = await createRun({
    ...{
      plan,
      driver,
      host,
      steps: 'driver',
    },
    ...{ trust: 'autonomous', planApproved: true, verify: { test: [process.execPath, '--test'] } },
  })
  return { repository, report: await run.start() }
}

/** Replaces ids and times by ones that never change. */
const steady = (text: string, runId: string): string => {
  const ids = new Map<string, string>()
  return text
    .replaceAll(runId, '2026-01-31-k3x9ab')
    .replace(/\b[0-9a-f]{12}\b/g, (id) => {
      if (!ids.has(id))
        ids.set(id, ((ids.size + 1) * 0x1357_9bdf_2468).toString(16).slice(0, 12).padEnd(12, '0'))
      return ids.get(id)!
    })
    .replace(/\b(?:\d+m )?\d+(?:\.\d)? m?s\b/g, '2.0 s')
    .replace(/\bred by [\w-]+(?: [\w-]+)*(?: \([^)]*\))?/g, 'red by its exit code')
}

const replaceExample = (page: string, name: string, text: string): string => {
  const pattern = new RegExp(`(<!-- example: ${name} -->\\n(\`+)\\w+\\n)[^]*?(\\2\\n)`)
  expect(page).toMatch(pattern)
  return page.replace(
    pattern,
    (_, open: string, _marks: string, close: string) => `${open}${text.trimEnd()}\n${close}`,
  )
}

it('docs/concepts/report.md shows what a run of the demo says', { timeout: 180_000 }, async () => {
  const { repository, report } = await runDemo()
  expect(report.status, JSON.stringify(report.phases.map(({ failure }) => failure))).toBe('completed')
  const { runId } = report
  const branch = report.target.replace('refs/heads/', '')
  const path = git(repository, 'ls-tree', '-r', '--name-only', branch)
    .split('\n')
    .find((name) => name.endsWith('/report.md'))!
  const page = steady(git(repository, 'show', `${branch}:${path}`), runId)
  const { commit = '' } = report.phases.find(({ id }) => id === '2A')!
  const message = steady(git(repository, 'log', '-1', '--format=%B', commit), runId)

  const github = createFakeGitHub()
  const { code, stderr } = await cli(['resume', runId, '--pr', '--repo', repository], { env: github.env })
  expect(code, stderr).toBe(0)
  const body = steady(github.read().pulls[0]!.body!.trim(), runId)
  // The page in the last commit was written while the run was still running.
  expect(body.replace(' Status: completed.', '')).toBe(page)

  const text = readFileSync(document, 'utf8')
  const shown = replaceExample(replaceExample(text, 'commit', message), 'report', page)
  await expect(shown).toMatchFileSnapshot(document)
})
