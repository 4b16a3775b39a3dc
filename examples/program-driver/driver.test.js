import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createRun } from '@amelia/core'
import { driverContract } from '@amelia/core/testing'
import { nodeHost, workspaceFiles } from '@amelia/node'
import { programAgent } from './driver.js'

const program = join(import.meta.dirname, 'agent.js')

/** Creates the agent with its own home, in which `order` tells its next session what to do. */
const create = async () => {
  const home = mkdtempSync(join(tmpdir(), 'agent-home-'))
  const command = ['env', `AGENT_HOME=${home}`, process.execPath, program]
  const driver = programAgent({ command })
  return {
    driver,
    home,
    order: (value) => writeFileSync(join(home, 'order.json'), JSON.stringify(value)),
    async close() {
      await driver.close()
      rmSync(home, { recursive: true })
    },
  }
}
const folders = []
const openWorkspace = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'agent-work-'))
  folders.push(dir)
  return { id: dir, dir, base: '0'.repeat(40), fs: workspaceFiles(dir) }
}
const codes = { session_lost: 66, transient: 69, rate_limited: 75, auth: 77, agent_failed: 1 }

const cases = driverContract({
  create,
  openWorkspace,
  sessionTokens: 15,
  faults: {
    hang: async ({ order }) => order({ hang: true }),
    begin: async ({ order }) => order({ hang: true }),
    work: async ({ order }) => order({ work: true }),
    failures: Object.keys(codes),
    fail: async ({ order }, failure) => order({ exit: codes[failure] }),
    spend: async ({ order }) => order({ spend: 1_000_000 }),
    write: async ({ order }) => order({ files: { 'new.txt': 'new\n' } }),
    lose: async ({ home }) => {
      for (const name of readdirSync(home)) if (name.endsWith('.txt')) rmSync(join(home, name))
    },
  },
})
for (const { name, covered, missing, run } of cases)
  test(name, { skip: !covered && `needs ${missing.join(', ')}` }, run)

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const report = (fields) =>
  `\`\`\`json\n${JSON.stringify({ subtasks: [], files: [], notDone: [], ...fields })}\n\`\`\``

test('the agent asks, and continues its session with the answer', async () => {
  const { driver, home, order, close } = await create()
  const repo = mkdtempSync(join(tmpdir(), 'agent-repo-'))
  const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  order({ text: report({ status: 'blocked', summary: 'In which language?' }) })
  const questions = []
  const run = await createRun({
    plan: { title: 'Poems', phases: [{ id: '1', title: 'Write a poem' }] },
    driver,
    host: nodeHost({ repo }),
    reviewers: [],
    trust: 'autonomous',
    planApproved: true,
    onGate({ question, choices }) {
      questions.push(question)
      const done = report({ status: 'done', summary: 'Written.', files: ['poem.txt'] })
      order({ files: { 'poem.txt': 'Rosen.\n' }, text: done })
      return choices.answer('In German.')
    },
  })
  const { status, head } = await run.start()
  assert.equal(status, 'completed')
  assert.match(questions.join(), /In which language\?/)
  assert.equal(git('show', `${head}:poem.txt`), 'Rosen.\n')
  const prompts = readdirSync(home).filter((name) => name.endsWith('.txt'))
  assert.ok(prompts.some((name) => readFileSync(join(home, name), 'utf8').includes('In German.')))
  rmSync(repo, { recursive: true })
  await close()
})
