import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { applyStored } from '../../src/lib/setting/config/apply-stored.ts'
import { createProgram } from '../../src/lib/program/program.ts'
import { readStoredFlags, storeFlags } from '../../src/lib/stored/stored-flags.ts'
import { makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { inProcess } from '../fixtures/in-process.ts'

afterAll(removeFolders)
afterEach(() => vi.unstubAllEnvs())

const runIdIn = (json: string): string => (JSON.parse(json.split('\n')[0]!) as { runId: string }).runId

describe('the settings that a run started with', () => {
  it('are those of the resumed run, unless a flag replaces them', async () => {
    vi.stubEnv('AMELIA_CONFINE', undefined)
    const repository = makeRepository()
    const folder = makeFolder()
    const log = join(folder, 'log')
    const prepares = (word: string): string => `sh -c 'echo ${word} >>${log}'`
    const plan = writePlan(folder, [{ id: '1' }, { id: '2', after: '1' }, { id: '3', after: '2' }])
    const started = await inProcess([
      ...['run', plan, '--repo', repository, '--trust', 'paranoid', '--yes', '--json', '--no-artifacts'],
      ...['--setup', prepares('first'), '--no-review', '--reviewer-rounds', '2'],
    ])
    expect(started.code).toBe(3)
    const runId = runIdIn(started.stdout)
    const resume = async (...flags: string[]): Promise<number> => {
      const { stdout } = await inProcess(['status', runId, '--repo', repository, '--json'])
      const { gates } = JSON.parse(stdout) as { gates: { id: string }[] }
      for (const { id } of gates) await inProcess(['answer', runId, id, 'approve', '--repo', repository])
      writeFileSync(log, '')
      return (await inProcess(['resume', runId, '--repo', repository, ...flags])).code
    }
    expect(await resume()).toBe(3)
    expect(readFileSync(log, 'utf8').split('\n')).toContain('first')
    await resume('--setup', prepares('second'))
    expect(readFileSync(log, 'utf8').split('\n')).toContain('second')
    expect(await readStoredFlags({ error() {} }, { repo: repository, runId })).toEqual({
      confineWrite: [tmpdir()],
      review: false,
      setup: [prepares('second')],
    })
  }, 60_000)

  it('do not contain secrets, addresses of notifications or plugins', async () => {
    const repo = makeRepository()
    vi.stubEnv('DEPLOY_TOKEN', 'correct-horse-battery')
    let noted = ''
    const terminal = { error: (text: string) => void (noted += text) }
    await storeFlags(
      terminal,
      { repo, runId: 'r1' },
      {
        setup: ['curl -H correct-horse-battery x'],
        baseUrl: ['https://me:pass@example.org'],
        notify: ['https://example.org/hook'],
        plugins: { driver: {} },
        review: true,
        copy: ['.env'],
        test: 'npm test',
      },
    )
    expect(noted).toBe(
      'note: baseUrl contains a secret, so it is not stored: pass it to amelia resume again.\nnote: setup contains a secret, so it is not stored: pass it to amelia resume again.\n',
    )
    const file = join(repo, '.git/amelia/command-line/r1.json')
    expect(readFileSync(file, 'utf8')).toBe('{"version":1,"flags":{"copy":[".env"]},"branch":"main"}\n')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(await readStoredFlags(terminal, { repo, runId: 'r1' })).toEqual({ copy: ['.env'] })
  })

  it('name the files of agents in full, for commands in other folders', async () => {
    const repo = makeRepository()
    const terminal = { error() {} }
    const agentConfig = ['a.json', 'codex=sub/b.json', '/c.json', 'x=y.json']
    await storeFlags(terminal, { repo, runId: 'r1' }, { agentConfig })
    expect(await readStoredFlags(terminal, { repo, runId: 'r1' })).toEqual({
      agentConfig: [resolve('a.json'), `codex=${resolve('sub/b.json')}`, '/c.json', resolve('x=y.json')],
    })
  })

  it('name the programs of commands in full, and leave their arguments', async () => {
    const repo = makeRepository()
    const terminal = { error() {} }
    const stored = async (flags: object) => {
      await storeFlags(terminal, { repo, runId: 'r1' }, flags)
      return readStoredFlags(terminal, { repo, runId: 'r1' })
    }
    const agent = `'./my agent.sh' ./notes "a | b" {prompt}`
    expect(await stored({ agent, notify: ['../notify --to me', 'notify-send x'] })).toEqual({
      agent: `'${resolve('my agent.sh')}' ./notes 'a | b' '{prompt}'`,
      notify: [`${resolve('../notify')} --to me`, 'notify-send x'],
    })
    for (const kept of ['node ./agent.mjs', '/opt/agent  x', '{workspace}/agent', './a | b'])
      expect(await stored({ agent: kept })).toEqual({ agent: kept })
    const ofRepository = { reviewer: ['./review.sh'], setup: ['./prepare.sh'] }
    expect(await stored(ofRepository)).toEqual(ofRepository)
  })

  it('are none for a run of another program, and reported if they cannot be read', async () => {
    const repo = makeRepository()
    let noted = ''
    const terminal = { error: (text: string) => void (noted += text) }
    expect(await readStoredFlags(terminal, { repo, runId: 'r1' })).toEqual({})
    expect(existsSync(join(repo, '.git/amelia'))).toBe(false)
    await storeFlags(terminal, { repo, runId: 'r1' }, { unknown: 1 })
    writeFileSync(join(repo, '.git/amelia/command-line/r1.json'), '{')
    expect(noted).toBe('')
    expect(await readStoredFlags(terminal, { repo, runId: 'r1' })).toEqual({})
    expect(noted).toContain('warning: the stored settings of run r1 cannot be read')
  })

  it('precede the config file, and yield to an agent that a flag names', () => {
    const commandWith = (...flags: string[]) => {
      const program = createProgram({ out() {}, error() {} } as never, [], () => {})
      const resume = program.commands.find((command) => command.name() === 'resume')!
      resume.parseOptions(flags)
      resume.setOptionValueWithSource('setup', ['of the file'], 'config')
      resume.setOptionValueWithSource('plugins', { driver: {}, parsers: [] }, 'config')
      return resume
    }
    const stored = { driver: ['claude'], model: ['opus'], setup: ['stored'], reviewer: ['true'] }
    expect(applyStored(commandWith(), stored)).toMatchObject({ ...stored, plugins: { parsers: [] } })
    expect(applyStored<{ plugins: object }>(commandWith(), stored).plugins).not.toHaveProperty('driver')
    const other = applyStored(commandWith('--driver', 'codex', '--no-review'), stored)
    expect(other).toMatchObject({ driver: ['codex'], model: undefined, reviewer: undefined, review: false })
  })
})
