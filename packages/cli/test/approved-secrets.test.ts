import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Writes another key in each session, notes the session, and edits the config file. */
const agent = `
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
if (/^You review/.test(prompt)) {
  console.log('\`\`\`json\\n{"approved": true, "summary": "Reviewed.", "comments": []}\\n\`\`\`')
} else {
  appendFileSync(process.argv[2], 'developer\\n')
  const { privateKey } = generateKeyPairSync('ed25519')
  mkdirSync('test/fixtures', { recursive: true })
  writeFileSync('test/fixtures/key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync('amelia.config.json', '{ "secrets": { "allow": ["**"] } }')
  const report = { status: 'done', summary: 'Added.', subtasks: [], files: ['test/fixtures/key.pem'], notDone: [] }
  console.log('\`\`\`json\\n' + JSON.stringify(report) + '\\n\`\`\`')
}
`

const prepare = (config?: object) => {
  const [repository, aside] = [makeRepository(), makeFolder()]
  const [program, log] = [join(aside, 'agent.mjs'), join(aside, 'log')]
  writeFileSync(program, agent)
  writeFileSync(log, '')
  write(repository, {
    'plan.md': '# Keys\n\n## Task 1: Add a test key\n\nGenerate `test/fixtures/key.pem`.\n',
    ...(config && { 'amelia.config.json': JSON.stringify(config) }),
  })
  git(repository, 'add', '-A')
  git(repository, 'commit', '-qm', 'Plan')
  const args = ['--driver', 'command', '--agent', `node ${program} ${log}`]
  return {
    repository,
    amelia: (...given: string[]) => cli(given, { cwd: repository }),
    run: (...more: string[]) =>
      cli(['run', 'plan.md', ...args, '--trust', 'autonomous', '--yes', ...more], { cwd: repository }),
    sessions: () => readFileSync(log, 'utf8').split('\n').filter(Boolean).length,
  }
}

const places = [
  ['--target', 'keys'],
  ['--in-place', '--target', 'main'],
]

it.for(isLong ? places : places.slice(0, 1))(
  'a test key waits for a person, whose approval commits it without another session: %s',
  { timeout: 240_000 },
  async (options) => {
    const { repository, amelia, run, sessions } = prepare()
    const first = await run(...options)
    expect(first.code).not.toBe(0)
    const { stdout } = await amelia('status', '--json')
    const { runId, gates } = JSON.parse(stdout) as {
      runId: string
      gates: { id: string; blocker: string; details: string[]; choices: string[] }[]
    }
    expect(gates).toMatchObject([{ blocker: 'secret_in_change' }])
    expect(gates[0]!.choices).toContain('approve')
    const [, fingerprint = ''] =
      /^test\/fixtures\/key\.pem:1: a private key, \d lines, fingerprint ([0-9a-f]{16})$/.exec(
        gates[0]!.details[0]!,
      ) ?? []
    expect(fingerprint).not.toBe('')
    expect((await amelia('status')).stdout).toContain(fingerprint)
    expect(await amelia('answer', runId, gates[0]!.id, 'approve')).toMatchObject({ code: 0 })
    const resumed = await amelia('resume', runId)
    expect(resumed, resumed.stdout + resumed.stderr).toMatchObject({ code: 0 })
    expect(sessions()).toBe(1)
    expect(git(repository, 'show', `${options.at(-1)}:test/fixtures/key.pem`)).toContain('PRIVATE KEY')
  },
)

it('a test key below a path of `secrets.allow` is committed without a question', async () => {
  const { repository, run, sessions } = prepare({ secrets: { allow: ['test/fixtures/*.pem'] } })
  const { code, stdout, stderr } = await run('--target', 'keys')
  expect(code, stdout + stderr).toBe(0)
  expect(sessions()).toBe(1)
  expect(git(repository, 'show', 'keys:test/fixtures/key.pem')).toContain('PRIVATE KEY')
})

it('an entry of `secrets.allow` that covers no path is an error', async () => {
  const { run } = prepare({ secrets: { allow: ['/etc'] } })
  const { code, stderr } = await run()
  expect(code).not.toBe(0)
  expect(stderr).toContain('allowSecrets')
}, 240_000)
