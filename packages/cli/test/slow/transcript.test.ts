import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { quoteArgument } from '../../src/lib/setting/quote-argument.ts'
import { git, makeFolder, makeRepository, type Outcome, removeFolders, startCli } from '../fixtures/cli.ts'

afterAll(removeFolders)

const page = join(import.meta.dirname, '../../../../docs/project/transcript.md')

/** Lines whose columns are as wide as their times, but for those of events and phases. */
const alignedByTimes = /^(?!\d\d:\d\d |[✓?○] ).*(?: {2}1 s\b|\bsessions +time\b).*$/gm

/** Replaces whatever differs between two sessions: ids, commits, times and dates. */
const normal = (text: string): string =>
  text
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-31T09:00:00.000Z')
    .replace(/\b\d{4}-\d\d-\d\d-[a-z0-9]{6}\b/g, '2026-01-31-k3x9ab')
    .replace(/\b\d{4}-\d\d-\d\d-greetings\b/g, '2026-01-31-greetings')
    .replace(/\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g, (id) => '1f2e3d4c5b6a'.repeat(4).slice(0, id.length))
    .replace(/^\d\d:\d\d(?= )/gm, '00:00')
    .replace(/ *\b\d+(?:\.\d+)?(?: min| m| s| ms)(?: \d+ s)?\b/g, '  1 s')
    .replace(alignedByTimes, (line) => line.replace(/(?<=\S) {2,}/g, '  '))
    .replace(/(?<=\(|(?:in|,)) {2}1 s/g, ' 1 s')
    .replaceAll('( 1 s)', '(1 s)')
    .replace(/ pid \d+/g, ' pid 4711')
    .replace(/(?<!\w)\/\S+\/(?=plan\.md|agent\.mjs|\.git\b)/g, '')
    .replace(/[ \t]+$/gm, '')

/**
 * Holds a session with the command line in a repository: real git, and a scripted agent. Returns the commands
 * with their output as a Markdown page.
 */
const runSession = async (): Promise<string> => {
  const repository = makeRepository()
  const folder = makeFolder()
  copyFileSync(join(import.meta.dirname, '../fixtures/transcript-agent.mjs'), join(repository, 'agent.mjs'))
  writeFileSync(join(folder, 'none'), '')
  mkdirSync(join(repository, '.git/info'), { recursive: true })
  writeFileSync(join(repository, '.git/info/exclude'), 'plan.md\n')
  git(repository, 'add', '.')
  git(repository, 'commit', '-qm', 'Add the agent')
  const env = { AMELIA_TRANSCRIPT: folder }
  const parts: string[] = []

  const say = (text: string): void => void parts.push(text)
  const start = (args: string[]) => startCli(args, { cwd: repository, env })
  const show = (args: string[], { code, stdout, stderr }: Outcome, note = ''): void => {
    const end = code === 0 ? '' : `[exit code ${code}]\n`
    const output = `${stderr}${note}${stdout}${end}`
    parts.push(`\`\`\`text\n$ amelia ${args.map(quoteArgument).join(' ')}\n${normal(output)}\`\`\``)
  }
  const amelia = async (...args: string[]): Promise<Outcome> => {
    const outcome = await start(args).outcome
    show(args, outcome)
    return outcome
  }
  const agent = ['--driver', 'command', '--agent', 'node agent.mjs', '--agent-env', 'AMELIA_TRANSCRIPT']

  say('An agent writes the plan.')
  await amelia('plan', 'Greet people in two languages', ...agent, '--out', 'plan.md')
  say(`The plan:\n\n\`\`\`md\n${readFileSync(join(repository, 'plan.md'), 'utf8')}\`\`\``)
  say('`check` tells whether it can be run, and in which order.')
  await amelia('check', 'plan.md')
  const flags = [...agent, '--no-review', '--test', 'node --test', '--trust', 'standard', '--yes']
  say('A dry run shows everything that a run would do, without doing it.')
  await amelia('run', 'plan.md', ...flags, '--dry-run')
  say('The run asks before it integrates the first batch, and exits because nobody can answer in a pipe.')
  await amelia('run', 'plan.md', ...flags)
  say('The answer is saved, and `resume` applies it. The second task needs a decision: a blocker.')
  await amelia('answer', '1', 'approve')
  await amelia('resume')
  writeFileSync(join(folder, 'decided'), '')
  await amelia('answer', '2', 'answer', '--feedback', 'Use the informal form.')
  say('The next checkpoint.')
  await amelia('resume')
  await amelia('answer', '3', 'approve')

  say('Ctrl-C quits: the running task is finished first.')
  const resumed = start(['resume'])
  await hasPrinted(resumed, /started: Choose the language/)
  resumed.child.kill('SIGINT')
  await hasPrinted(resumed, /Draining/)
  writeFileSync(join(folder, 'continue'), '')
  show(['resume'], await resumed.outcome)
  await amelia('answer', '4', 'approve')
  say('`watch` shows the run of another process, here of the last `resume`.')
  const watching = start(['watch'])
  await hasPrinted(watching, /Choose the language/)
  await amelia('resume')
  show(['watch'], await watching.outcome)
  say('Afterwards: one of the tasks, and the report.')
  const { stdout } = await start(['runs', '--json']).outcome
  const [run] = JSON.parse(stdout) as { runId: string }[]
  const id = run?.runId ?? ''
  const shown = async (...args: string[]) =>
    show(
      args.map((word) => (word === id ? '2026-01-31-k3x9ab' : word)),
      await start(args).outcome,
    )
  await shown('show', id, '2')
  await shown('report', id)
  return parts.join('\n\n')
}

const hasPrinted = ({ child, output }: ReturnType<typeof startCli>, text: RegExp): Promise<void> =>
  new Promise((resolve, reject) => {
    let errors = ''
    const check = (): void => {
      if (text.test(output() + errors)) resolve()
    }
    child.stdout?.on('data', check)
    child.stderr?.on('data', (more: string) => {
      errors += more
      check()
    })
    child.on('close', () => reject(new Error(`Ended before it printed ${text}: ${output()}${errors}`)))
    check()
  })

it('the transcript in docs/project/transcript.md is that of a session today', {
  timeout: 600_000,
}, async () => {
  const text = `# A session

A complete session with the command line: a plan is written, checked and run, with a checkpoint, a blocker and an interruption.
A test holds this session with real git and a scripted agent, and compares it with this page; \`npm run transcript\` writes it.
Ids, commits and times are replaced.

${await runSession()}
`
  if (process.env['WRITE_TRANSCRIPT'] === '1') writeFileSync(page, text)
  expect(text).toBe(readFileSync(page, 'utf8'))
})
