import { createRun, forkRun, type Report } from '@amelia/core'
import type { PhaseDraft } from '@amelia/core/plugin'
import { afterEach, expect, it } from 'vitest'
import { nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const opened: TemporaryRepository[] = []
afterEach(() => {
  for (const repository of opened.splice(0)) repository.close()
})

const phase = (id: string, dependsOn: string[] = [], text = id): PhaseDraft => ({
  ...{ id, title: id, dependsOn },
  subtasks: [
    {
      id: `${id}.1`,
      title: `Write ${id}`,
      steps: [{ id: `${id}.1.1`, action: 'code', filePath: `work/${id}.txt`, codeChange: `${text}\n` }],
    },
  ],
})

const rules = { trust: 'autonomous', reviewers: [] } as const

const begin = () => {
  const repository = createRepository()
  opened.push(repository)
  return { ...repository, host: nodeHost({ repo: repository.repo }) }
}

const subjects = (sh: TemporaryRepository['sh'], range: string): string[] =>
  sh('log', '--format=%s', '--reverse', range).split('\n')

const plan = { goal: 'Fork', phases: [phase('a'), phase('b', ['a']), phase('c', ['b'])] }

it('begins on the commit below the phase, on its own branch, and changes nothing else', async () => {
  const { host, sh, base } = begin()
  const old: Report = await (await createRun({ host, plan, ...rules, planApproved: true })).start()
  expect(old.status).toBe('completed')
  const refs = (): string[] =>
    sh('for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .filter((line) => !line.includes(fork.id) && !line.includes(forkTarget))
  const edited = { ...plan, phases: [phase('a'), phase('b', ['a'], 'other'), phase('c', ['b'])] }
  let forkTarget = 'none'
  const fork = await forkRun({
    host,
    runId: old.runId,
    from: 'b',
    plan: edited,
    ...rules,
    planApproved: true,
  })
  const before = refs()
  const report = await fork.start()
  forkTarget = report.target
  expect(report).toMatchObject({
    status: 'completed',
    base: old.phases[0]!.commit,
    forkedFrom: { runId: old.runId, phaseId: 'b', adopted: ['a'] },
  })
  const own = (line: string): boolean => !/^refs\/amelia\/(?:target|folder)\//.test(line)
  expect(refs().filter(own)).toEqual(before.filter(own))
  expect(subjects(sh, `${base}..${report.target}`).filter((line) => line.startsWith('Phase'))).toEqual([
    'Phase a: a',
    'Phase b: b',
    'Phase c: c',
  ])
  expect(sh('show', `${report.target}:work/b.txt`)).toBe('other')
  expect(sh('show', `${old.target}:work/b.txt`)).toBe('b')
  expect(sh('merge-base', old.target, report.target)).toBe(old.phases[0]!.commit)
  expect(sh('status', '--porcelain')).toBe('')
})

it('forks a run that worked in place, without touching the checkout', async () => {
  const { host, sh, state } = begin()
  const run = await createRun({ host, plan, ...rules, planApproved: true, inPlace: true, artifacts: 'none' })
  const old = await run.start()
  expect(old).toMatchObject({ status: 'completed', target: 'refs/heads/main' })
  const head = sh('rev-parse', 'main')
  const before = state().split('\n====\n')
  const fork = await forkRun({ host, runId: old.runId, from: 'c', ...rules })
  const report = await fork.start()
  expect(report.status).toBe('completed')
  expect(report.target).toMatch(/^refs\/heads\/amelia\//)
  expect(sh('rev-parse', 'main')).toBe(head)
  expect(sh('rev-parse', `${report.target}^`)).toBe(old.phases[1]!.commit)
  // Index, files, configuration and the status of the checkout.
  expect(state().split('\n====\n').slice(0, 3)).toEqual(before.slice(0, 3))
})
