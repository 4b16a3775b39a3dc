import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkCodex } from '../src/index.ts'
import { describeAccess } from '../src/lib/option/describe-access.ts'
import { readSettings } from '../src/lib/option/codex-settings.ts'
import { good, stage } from './fake-stage.ts'

const folders: string[] = []
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

/** A user who is logged in. */
const user = (): { environment: { HOME: string }; file: string } => {
  const HOME = mkdtempSync(join(tmpdir(), 'amelia-user-'))
  folders.push(HOME)
  const file = join(HOME, '.codex/auth.json')
  mkdirSync(join(HOME, '.codex'))
  writeFileSync(file, '{"tokens":{}}')
  return { environment: { HOME }, file }
}

describe("Codex's own login", () => {
  it('is used without a key, through a link in the home of the sessions', async () => {
    const { environment, file } = user()
    const { session, sessions, home, driver } = stage(good, { apiKey: '' }, { environment })
    expect(driver.provider).toBe('chatgpt.com')
    expect(driver.access?.login).toBe(`Codex's own login on this machine (${file})`)
    await session()
    await session()
    expect(readlinkSync(join(home, 'auth.json'))).toBe(file)
    expect(readFileSync(file, 'utf8')).toBe('{"tokens":{}}')
    const { env, config } = sessions[0]!
    expect(env).not.toHaveProperty('AMELIA_CODEX_KEY')
    expect(config).toMatchObject({ cli_auth_credentials_store: 'file' })
    const { amelia } = config['model_providers'] as { amelia: object }
    expect(amelia).toMatchObject({ requires_openai_auth: true })
    expect(amelia).not.toHaveProperty('base_url')
    expect(amelia).not.toHaveProperty('env_key')
  })

  it('is found in CODEX_HOME too, and then no key is missing', () => {
    const { environment, file } = user()
    const kinds = (env: Record<string, string>) => checkCodex({}, env).map(({ kind }) => kind)
    expect(kinds(environment)).not.toContain('key')
    expect(kinds({ CODEX_HOME: join(file, '..') })).not.toContain('key')
    expect(kinds({ HOME: '/nowhere' })).toContain('key')
    expect(kinds({})).toContain('key')
  })

  it('stays unused with a key, and never reaches another server', () => {
    const { environment } = user()
    expect(readSettings({ apiKey: 'sk-x' }, environment).login).toBeUndefined()
    expect(readSettings({ baseUrl: 'http://127.0.0.1:1/v1' }, environment).login).toBeUndefined()
    const other = { ...environment, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }
    expect(readSettings({}, other).login).toBeUndefined()
  })
})

describe('the description of the access', () => {
  const access = (options: object, platform: NodeJS.Platform = 'linux') =>
    describeAccess(readSettings(options, { OPENAI_API_KEY: 'sk-x' }), platform)

  it('states what is confined by default', () => {
    expect(access({})).toEqual({
      allowed:
        'Developers read all files, write files of the workspace and run any command. Other roles read files and run commands, but cannot write.',
      sees: 'AGENTS.md of the base commit; no configuration of the user; no MCP servers.',
      confined:
        "Commands to Codex's sandbox (namespaces and seccomp): they write only to the workspace and a temporary folder, without network.",
      login: 'the key in OPENAI_API_KEY',
      paidBy: "the API account of that key, at the API's prices",
      emptyAs: ['permission', 'rate_limited'],
    })
    expect(access({}, 'darwin').confined).toContain('Seatbelt')
    expect(access({}, 'win32').confined).toContain('Windows')
  })

  it('follows the options', () => {
    expect(access({ sandbox: 'danger-full-access' }).confined).toMatch(/For developers the sandbox is off/)
    const off = access({ sandbox: 'danger-full-access', readSandbox: 'danger-full-access' })
    expect(off.confined).toBe('Nothing: the sandbox is off, and commands have your permissions.')
    expect(off.allowed).toMatch(/only asked not to write/)
    expect(access({ network: true }).confined).toContain('with network')
    expect(access({ apiKey: 'sk-y' }).login).toBe('the key in the option `apiKey`')
    expect(access({ config: { mcp_servers: { docs: {}, db: {} } } }).sees).toContain(
      'the MCP servers docs, db.',
    )
  })
})
