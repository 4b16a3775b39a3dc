import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { git, makeFolder, removeFolders } from '../fixtures/cli.ts'
import { codeOf, type PlanRun, runPlan, testOf } from '../default-path/run-plan.ts'

afterAll(removeFolders)

const call = (program: string, args: string[], cwd: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(program, args, { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: `${stdout}\n${stderr}` })
    })
  })

/** Installs commitlint with the conventional rules. Undefined if the registry cannot be reached. */
const installCommitlint = async (): Promise<string | undefined> => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}\n')
  writeFileSync(
    join(folder, 'commitlint.config.js'),
    "export default { extends: ['@commitlint/config-conventional'] }\n",
  )
  const names = ['@commitlint/cli@^20.0.0', '@commitlint/config-conventional@^20.0.0']
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1']
  const { code } = await call('npm', ['install', ...flags, ...names], folder)
  return code === 0 ? folder : undefined
}

const commitlint = await installCommitlint()

const fence = '```'
const section = (id: number, title: string, module: string, more = ''): string =>
  `## Task ${id}: ${title}

**Files:**
- Create: \`src/${module}.js\`
- Test: \`test/${module}.test.js\`

- [ ] Write the failing test of ${module}
- [ ] Implement ${module}
${more}
`
const commit = (message: string): string =>
  `- [ ] Commit\n\n${fence}bash\ngit commit -m "${message}"\n${fence}\n`

const titles: [title: string, more?: string][] = [
  ['Store'],
  ['TypeScript Types of the API.'],
  ['URL PARSER'],
  ['Fix: Wrong Order Of Notes'],
  [`A title that is ${'longer and '.repeat(12)}done`],
  ['Search', commit('feat(Search): Add Search.')],
  ['Export', commit('enhance: Export notes')],
  ['Import', commit('Import of notes, written in words')],
]

const plan: PlanRun = {
  name: 'plan.md',
  text: `# Notes Implementation Plan\n\n**Goal:** Keep notes.\n\n${titles
    .map(([title, more], index) => section(index + 1, title, `m${index + 1}`, more))
    .join('\n')}`,
  work: Object.fromEntries(
    titles.map((_, index) => {
      const module = `m${index + 1}`
      return [index + 1, { [`src/${module}.js`]: codeOf(module), [`test/${module}.test.js`]: testOf(module) }]
    }),
  ),
  reports: {
    1: {
      summary: `Fixes #12.\n\nBREAKING CHANGE: ${'words '.repeat(40)}\n\nhttps://example.org/${'x'.repeat(200)}`,
    },
  },
  flags: ['--message-style', 'conventional'],
}

it.runIf(commitlint !== undefined)(
  'commitlint accepts every commit of a run with --message-style conventional',
  { timeout: 300_000 },
  async () => {
    const { code, text, messages, repo, branch } = await runPlan(plan, { dryRun: false })
    expect(code, text).toBe(0)
    expect(messages).toHaveLength(titles.length + 2)
    const lint = (from: string, to: string) =>
      call(
        process.execPath,
        [
          ...[join(commitlint!, 'node_modules/@commitlint/cli/cli.js'), '--cwd', repo],
          ...['--config', join(commitlint!, 'commitlint.config.js'), '--from', from, '--to', to],
        ],
        commitlint!,
      )
    const accepted = await lint('main', branch)
    expect(accepted.code, accepted.output).toBe(0)
    // It reads these commits, and rejects others.
    git(repo, 'commit', '-q', '--allow-empty', '-m', 'Phase 1: Store')
    expect(await lint('main~1', 'main')).toMatchObject({ code: 1 })
    expect(messages.map((message) => message.split('\n')[0])).toMatchInlineSnapshot(`
      [
        "docs: plan of Notes Implementation Plan",
        "feat: store",
        "feat: \`TypeScript\` Types of the API",
        "feat: url PARSER",
        "fix: wrong Order Of Notes",
        "feat: a title that is longer and longer and longer and longer and longe…",
        "feat(search): add Search",
        "feat: export notes",
        "feat: import of notes, written in words",
        "docs: report of Notes Implementation Plan",
      ]
    `)
  },
)
