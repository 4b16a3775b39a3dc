import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { write } from '../../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository } from '../fixtures/cli.ts'

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

/** A plan with one task that declares these files. */
export const plan = (...files: string[]): string =>
  `# Slugs Implementation Plan\n\n### Task 1: Slugs\n\n**Files:**\n${files.map((file) => `- Create: \`${file}\`\n`).join('')}\n- [ ] **Step 1: Write the files**\n`

const base = {
  '.gitignore': '# Secrets\n.env*\ndist/\n',
  'package.json': '{"type":"module"}\n',
  'old.js': 'export const old = 1\n',
  'test/slug.test.js':
    "import { test } from 'node:test'\nimport { existsSync } from 'node:fs'\nimport { ok } from 'node:assert'\ntest('exists', () => ok(existsSync('package.json')))\n",
}

/** Runs a plan with an agent that writes these files, and gives this report, in each session. */
export const run = async (
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

export const written = { 'src/slug.js': 'export const slug = (text) => text\n', 'dist/out.js': '1\n' }
export const done = { summary: 'Done.', subtasks: [], notDone: [] }
