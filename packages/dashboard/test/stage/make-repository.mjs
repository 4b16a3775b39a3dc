import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes a repository with one commit and a plan of phases, each with shell commands as its steps. `phasesOf`
 * receives the folder.
 */
export const makeRepository = (phasesOf) => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-dashboard-'))
  const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('config', 'commit.gpgsign', 'false')
  writeFileSync(join(folder, 'README.md'), 'Hello\n')
  git('add', '.')
  git('commit', '-q', '-m', 'Begin')
  const plan = join(folder, 'plan.md')
  writeFileSync(plan, planOf(phasesOf(folder)))
  // The process of a run may still be writing.
  const remove = () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    } catch (error) {
      // A process that is ending may still write there, which says nothing about the page.
      console.log(`left ${folder}: ${error.message}`)
    }
  }
  return { folder, git, plan, remove }
}

/** Writes a plan as a table of phases, with a section for each. */
export const planOf = (phases, goal = 'Bake bread') =>
  [
    `# ${goal}`,
    '',
    `**Goal:** ${goal}.`,
    '',
    '| Phase | Name | Depends On | Estimate |',
    '|---|---|---|---|',
    ...phases.map(({ id, title, after = '-' }) => `| ${id} | ${title} | ${after} | 1 |`),
    '',
    ...phases.flatMap(({ id, title, steps }) => [
      `## Phase ${id}: ${title}`,
      '',
      ...steps.flatMap((step) => ['```sh', step, '```', '']),
    ]),
  ].join('\n')
