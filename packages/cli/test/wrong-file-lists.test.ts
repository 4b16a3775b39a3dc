import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const agent = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
const answer = (value) => console.log('\`\`\`json\\n' + JSON.stringify(value) + '\\n\`\`\`')
if (/^You review/.test(prompt)) answer({ approved: true, summary: 'Good.', comments: [] })
else {
  const { files, report, log } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
  appendFileSync(log, JSON.stringify(prompt) + '\\n')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(new URL('.', 'file://' + process.cwd() + '/' + path), { recursive: true })
    writeFileSync(path, text)
  }
  answer({ status: 'done', ...report })
}
`

const plan = (...files: string[]): string =>
  `# Slugs Implementation Plan\n\n### Task 1: Slugs\n\n**Files:**\n${files.map((file) => `- Create: \`${file}\`\n`).join('')}\n- [ ] **Step 1: Write the files**\n`

const base = {
  '.gitignore': '# Secrets\n.env*\ndist/\n',
  'package.json': '{"type":"module"}\n',
  'old.js': 'export const old = 1\n',
  'test/slug.test.js':
    "import { test } from 'node:test'\nimport { existsSync } from 'node:fs'\nimport { ok } from 'node:assert'\ntest('exists', () => ok(existsSync('package.json')))\n",
}

/** Runs a plan with an agent that writes these files, and gives this report, in each session. */
const run = async (
  text: string,
  given: { files: Record<string, string>; report: object },
  ...options: string[]
) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  const [script, log] = [join(aside, 'script.json'), join(aside, 'log.jsonl')]
  write(aside, { 'agent.mjs': agent, 'script.json': JSON.stringify({ ...given, log }), 'log.jsonl': '' })
  write(repo, { ...base, 'plan.md': text })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const program = `node ${join(aside, 'agent.mjs')} ${script}`
  const args = ['run', 'plan.md', '--driver', 'command', '--agent', program, '--target', 'out', ...options]
  const { code, stdout, stderr } = await cli([...args, '--trust', 'autonomous', '--yes'], { cwd: repo })
  const prompts = readFileSync(log, 'utf8').trim().split('\n')
  const show = (path: string) => git(repo, 'show', `out:${path}`)
  const folder = () => git(repo, 'ls-tree', '--name-only', 'out', 'docs/amelia/').split('\n')[0]!
  return { code, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' '), prompts, show, folder }
}

/** Names of all kinds that the work does not contain. */
const wrong = [
  'package.json',
  'dist/out.js',
  '/tmp/notes.txt',
  'old.js -> new.js',
  'a.txt (deleted)',
  'lib/*.test.js',
]
const written = { 'src/slug.js': 'export const slug = (text) => text\n', 'dist/out.js': '1\n' }
const done = { summary: 'Done.', subtasks: [], notDone: [] }

describe.concurrent('an agent that lists wrong files', () => {
  it('spends no session if the checks pass, and the run states what was not changed', async () => {
    const report = { ...done, files: ['src/slug.js', ...wrong] }
    const outcome = await run(plan('src/slug.js'), { files: written, report }, '--test', 'node --test')
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
    expect(outcome.text).toContain(
      'but not changed: package.json, /tmp/notes.txt, old.js, new.js, a.txt, lib/*.test.js',
    )
    expect(outcome.text).toContain('Ignored by git, so not committed: dist/out.js (.gitignore:3: dist/)')
    const folder = outcome.folder()
    const summary = outcome.show(`${folder}/phase-1/summary.md`)
    for (const page of [summary, outcome.show(`${folder}/report.md`)]) {
      expect(page).toContain('/tmp/notes.txt')
      expect(page).toContain('.gitignore:3: dist/')
    }
  })

  it('returns to its session at most once without a check, and keeps its work', async () => {
    const report = { ...done, files: ['src/slug.js', ...wrong] }
    const outcome = await run(plan('src/slug.js'), { files: written, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts.length).toBeLessThanOrEqual(2)
    expect(outcome.show('src/slug.js')).toBe(written['src/slug.js'].trim())
  })

  it('gives no summaries', async () => {
    const report = { subtasks: [{ id: '1.1' }], files: 'src/slug.js', notDone: null }
    const outcome = await run(plan('src/slug.js'), { files: written, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
  })
})

describe.concurrent('a declared file that the commit lacks', () => {
  const ignored = { '.env.example': 'KEY=\n' }

  it('is named with the rule of git that ignores it, to the agent and to the person', async () => {
    const files = { ...ignored, 'src/slug.js': written['src/slug.js'] }
    const report = { ...done, files: Object.keys(files) }
    const outcome = await run(plan('.env.example', 'src/slug.js'), { files, report })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
    for (const text of [outcome.prompts[0], outcome.text])
      expect(text).toContain('.env.example (.gitignore:2: .env*)')
  })

  it('fails its phase with the rule if nothing else is written, after one return', async () => {
    const given = { files: ignored, report: { ...done, files: ['.env.example'] } }
    const outcome = await run(plan('.env.example'), given)
    expect(outcome.code).not.toBe(0)
    expect(outcome.prompts[1]).toContain('.env.example (.gitignore:2: .env*)')
    expect(outcome.text).toContain('.env.example (ignored by git: .gitignore:2: .env*)')
  })

  it.each([['done'], ['already_done']])(
    'fails its phase without a check too, after one return: %s',
    async (status) => {
      const report = { ...done, status, summary: 'All done, src/slug.js is written.', files: ['src/slug.js'] }
      const outcome = await run(plan('src/slug.js'), { files: {}, report })
      expect(outcome.code).not.toBe(0)
      expect(outcome.text).toContain(
        'The agent changed nothing in phase 1, and the base does not have src/slug.js.',
      )
      expect(outcome.text).toContain('returns to its session: it changes nothing')
    },
  )

  it('passes if the plan deletes it', async () => {
    const text = plan('x').replace('Create: `x`', 'Delete: `gone.js`')
    const outcome = await run(text, { files: {}, report: { ...done, files: [] } })
    expect(outcome.code, outcome.text).toBe(0)
    expect(outcome.prompts).toHaveLength(1)
  })
})
