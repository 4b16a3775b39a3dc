import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runAtTerminal } from './default-path/run-at-terminal.ts'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli } from './fixtures/cli.ts'
import { freePort } from '../../../test/fixtures/free-port.ts'
import { isAlive } from '../../../test/fixtures/is-alive.ts'

let repository: string
let folder: string

beforeEach(() => {
  // Nothing outlives a confined command, and process ids inside are others.
  vi.stubEnv('AMELIA_CONFINE', 'off')
  repository = makeRepository()
  folder = makeFolder()
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const pid of pids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})
afterAll(removeFolders)

const at = (name: string): string => join(folder, name)
/** The processes of a test write their ids to a file. */
const pids = (): number[] =>
  existsSync(at('pids')) ? readFileSync(at('pids'), 'utf8').trim().split('\n').map(Number) : []
const alive = (): boolean[] => pids().map(isAlive)
const waitFor = (name: string): Promise<unknown> =>
  vi.waitUntil(() => existsSync(at(name)), { timeout: 120_000, interval: 20 })

/** A program that writes its id and stays. */
const sleeper = (): string => `sh -c 'echo $$ >> ${at('pids')}; exec sleep 300'`
const written = (count: number): string =>
  `until [ "$(cat ${at('pids')} 2> /dev/null | wc -l)" -ge ${count} ]; do sleep 0.02; done`
/** A check that leaves a process, which has written its id when the check ends. */
const leavingCheck = (): string => `known=$(cat ${at('pids')} | wc -l)
setsid ${sleeper()} &
until [ "$(cat ${at('pids')} | wc -l)" -gt $known ]; do sleep 0.02; done
`
/** Waits until the test creates a file. */
const hold = (name: string): string =>
  `touch ${at(`at-${name}`)}; until [ -e ${at(name)} ]; do sleep 0.02; done`

interface Step {
  info?: string
  script: string
}

const writePlan = (...steps: Step[]): void =>
  writeFileSync(
    at('plan.md'),
    [
      '# Servers\n\n| Phase | Name | Depends On | Empty |\n|---|---|---|---|',
      ...steps.map((_, index) => `| ${index + 1} | Part ${index + 1} | ${index === 0 ? '-' : index} | ok |`),
      ...steps.map(
        ({ info = 'sh', script }, index) =>
          `\n## Phase ${index + 1}: Part ${index + 1}\n\n\`\`\`${info}\n${script}\n\`\`\`\n`,
      ),
    ].join('\n'),
  )
const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts']
const args = (...more: string[]): string[] => ['run', at('plan.md'), '--repo', repository, ...flags, ...more]

/** Starts a server of the run in the background, and asks it from a later phase. */
const serverSteps = async (...between: Step[]): Promise<Step[]> => {
  const port = await freePort()
  writeFileSync(
    at('server.mjs'),
    `import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
writeFileSync(process.env.TMPDIR + '/state', 'kept')
writeFileSync(${JSON.stringify(at('folder'))}, process.env.TMPDIR)
createServer((_, response) => { console.log('asked'); response.end('answer') }).listen(${port}, '127.0.0.1', () =>
  appendFileSync(${JSON.stringify(at('pids'))}, process.pid + '\\n'))
`,
  )
  const ask = `node -e "fetch('http://127.0.0.1:${port}').then((r) => r.text()).then((text) => require('fs').appendFileSync('${at('answers')}', text))"`
  return [
    { info: 'sh keep=server', script: `node ${at('server.mjs')} &\n${written(1)}` },
    ...between,
    { script: `${ask}\n${ask}` },
  ]
}

// Needs /proc.
describe.runIf(existsSync('/proc/self/environ'))('processes that steps and checks leave', () => {
  it.each([['a slot'], ['the checkout', '--in-place']])(
    'end with them in %s, and daemons elsewhere are listed',
    async (_, ...more) => {
      writeFileSync(join(repository, 'check.sh'), leavingCheck())
      git(repository, 'add', '-A')
      git(repository, 'commit', '-qm', 'Add a check')
      writePlan(
        { script: `setsid ${sleeper()} &\n(setsid ${sleeper()} &)\n${written(2)}` },
        { script: `(cd ${folder}; setsid ${sleeper()} > /dev/null 2>&1 &)\n${written(4)}` },
      )
      const { code, stdout, stderr } = await cli(args('--test', 'sh check.sh', ...more))
      expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
      expect(pids().length).toBeGreaterThan(4)
      const daemons = pids().filter(isAlive)
      expect(daemons).toHaveLength(1)
      const [daemon] = daemons
      expect(stderr).toContain(`left a process outside its workspaces`)
      expect(stderr).toContain(`${daemon} (sleep 300). If nothing needs them: kill ${daemon}`)
    },
  )

  it('end with a session and its check, with nothing but an agent and a test command', async () => {
    writeFileSync(at('check.sh'), leavingCheck())
    const { code, questions, text } = await runAtTerminal(repository, {
      commands: [
        `setsid ${sleeper()} > /dev/null 2>&1 & echo 1 > 1.txt; ${written(1)}`,
        `(cd ${folder}; setsid ${sleeper()} > /dev/null 2>&1 &); echo 2 > 2.txt; ${written(3)}`,
      ],
      test: `sh ${at('check.sh')}`,
    })
    expect(code, text).toBe(0)
    expect(questions).toEqual(['Batch 1 (1) passed. Approve it?', 'Batch 2 (2) passed. Approve it?'])
    expect(alive()).toEqual([false, false, false, false])
    expect(text).not.toContain('left a process')
  })

  it('stay until the end of the run with keep=server', async () => {
    writePlan(...(await serverSteps()))
    const { code, stdout, stderr } = await cli(args())
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
    expect(readFileSync(at('answers'), 'utf8')).toBe('answeranswer')
    expect(alive()).toEqual([false])
    expect(stderr).not.toContain('still run')
  })

  it('end with the run after a kill and a resume, which ends other commands at its start', async () => {
    writePlan(...(await serverSteps({ script: `setsid ${sleeper()} &\n${written(2)}\n${hold('go')}` })))
    const { child, outcome } = startCli(args())
    await waitFor('at-go')
    child.kill('SIGKILL')
    await outcome
    expect(alive()).toEqual([true, true])
    writeFileSync(at('go'), '')
    const { code, stdout, stderr } = await cli(['resume', '--repo', repository])
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
    expect(readFileSync(at('answers'), 'utf8')).toBe('answeranswer')
    expect(alive()).toEqual(pids().map(() => false))
  })

  it('end when the run is cancelled', async () => {
    writePlan(...(await serverSteps({ script: hold('go') })))
    const { outcome } = startCli(args())
    await waitFor('at-go')
    const { runId } = JSON.parse((await cli(['status', '--repo', repository, '--json'])).stdout) as {
      runId: string
    }
    expect(await cli(['cancel', runId, '--repo', repository])).toMatchObject({ code: 0 })
    await outcome
    expect(alive()).toEqual([false])
  })

  it('stay while the run waits for a person, and end when it is aborted', async () => {
    writePlan(...(await serverSteps({ info: 'sh risk=high', script: 'true' })))
    const { code, stderr } = await cli(args())
    expect(code).toBe(3)
    expect(alive()).toEqual([true])
    const folder = readFileSync(at('folder'), 'utf8')
    expect(readFileSync(join(folder, 'state'), 'utf8')).toBe('kept')
    // Another run removes what is left of ranges, and gets others.
    writePlan({ script: `echo $TMPDIR > ${at('other')}` })
    expect(await cli(args('--target', 'other'))).toMatchObject({ code: 0 })
    expect(readFileSync(at('other'), 'utf8').trim()).not.toBe(folder)
    expect(readFileSync(join(folder, 'state'), 'utf8')).toBe('kept')
    expect(stderr).toContain(`Servers of run`)
    const [, id = ''] = /Servers of run (\S+?)[ :]/.exec(stderr) ?? []
    const answered = await cli(['answer', id, '1', 'abort', '--repo', repository])
    const resumed = await cli(['resume', id, '--repo', repository])
    expect({ answered, resumed, alive: alive() }).toMatchObject({ alive: [false] })
    // A run of another test may be removing it at this moment.
    await vi.waitUntil(() => !existsSync(folder), { timeout: 60_000, interval: 50 })
  })
})
