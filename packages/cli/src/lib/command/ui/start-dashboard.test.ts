import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, createMemoryStore } from '@amelia/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DashboardServer, startDashboard } from './start-dashboard.ts'

let page: string
let server: DashboardServer | undefined
const clock = createManualClock()

beforeAll(() => {
  page = mkdtempSync(join(tmpdir(), 'amelia-ui-'))
  mkdirSync(join(page, 'assets'))
  writeFileSync(join(page, 'index.html'), '<!doctype html>')
  writeFileSync(join(page, 'assets', 'page-1.js'), '0')
})
afterEach(() => server?.close())
afterAll(() => rmSync(page, { recursive: true }))

const start = async (readOnly = false): Promise<URL> => {
  const host = { store: createMemoryStore(), clock } as never
  server = await startDashboard({ host, repo: '.', readOnly, page })
  return new URL(server.url('2026'))
}

interface Answered {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

const ask = (
  url: URL,
  path: string,
  { method = 'GET', body = '', ...headers }: Record<string, string> = {},
  host = '127.0.0.1',
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const options = { host, port: url.port, path, method, headers, agent: false }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })

const tokenOf = (url: URL): string => new URLSearchParams(url.hash.slice(1)).get('token') ?? ''

describe('the dashboard server', () => {
  it('listens on the loopback address, and puts the token into the fragment only', async () => {
    const url = await start()
    expect(url.hostname).toBe('127.0.0.1')
    expect(tokenOf(url)).toHaveLength(43)
    expect(`${url.pathname}${url.search}`).toBe('/')
    expect(new URLSearchParams(url.hash.slice(1)).get('run')).toBe('2026')
  })

  it('serves the page with a policy, and nothing outside its folder', async () => {
    const url = await start()
    const index = await ask(url, '/')
    expect([index.status, index.body]).toEqual([200, '<!doctype html>'])
    expect(index.headers['content-security-policy']).toContain("script-src 'self';")
    expect(index.headers['cache-control']).toBe('no-store')
    expect((await ask(url, '/assets/page-1.js')).headers['content-type']).toContain('text/javascript')
    for (const path of ['/../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets', '/x'])
      expect((await ask(url, path)).status).toBe(404)
    expect((await ask(url, '/', { method: 'PUT' })).status).toBe(405)
  })

  it('answers under its own names only', async () => {
    const url = await start()
    expect((await ask(url, '/', { host: 'evil.example' })).status).toBe(421)
    expect((await ask(url, '/', { host: `localhost:${url.port}` })).status).toBe(200)
    expect((await ask(url, '/', { host: 'localhost:1' })).status).toBe(421)
  })

  it('answers through a tunnel whose port is the same, as docs/use/recipes.md shows it for phones', async () => {
    const url = await start()
    const port = Number(url.port)
    const authorization = `Bearer ${tokenOf(url)}`
    // The end of `ssh -L` on the phone, whose own loopback address is another one here.
    const tunnel = createServer((phone) => void phone.pipe(connect(port, '127.0.0.1')).pipe(phone))
    const open = (at: number) =>
      new Promise<void>((resolve) => void tunnel.listen(at, '127.0.0.2', () => resolve()))
    onTestFinished(() => void tunnel.close())
    await open(port)
    const through = (path: string, headers: Record<string, string> = {}) =>
      ask(url, path, { host: url.host, ...headers }, '127.0.0.2')
    expect((await through('/')).status).toBe(200)
    expect((await through('/v1/runs')).status).toBe(401)
    expect((await through('/v1/runs', { authorization, origin: url.origin })).status).toBe(200)
    const other = await through('/', { host: '127.0.0.1:4101' })
    expect([other.status, other.body]).toEqual([
      421,
      expect.stringContaining(`ssh -L ${port}:127.0.0.1:${port} HOST`),
    ])
  })

  it('needs the token for the API, and refuses pages of other origins', async () => {
    const url = await start()
    const authorization = `Bearer ${tokenOf(url)}`
    expect((await ask(url, '/v1/runs')).status).toBe(401)
    expect((await ask(url, '/v1/runs', { authorization })).status).toBe(200)
    const origin = 'http://evil.example'
    expect((await ask(url, '/v1/runs', { authorization, origin })).status).toBe(403)
  })

  it('exchanges a code for the token once, within a minute, for its own page', async () => {
    const url = await start()
    const codeOf = (): string =>
      new URLSearchParams(new URL(server!.urlOnce()).hash.slice(1)).get('code') ?? ''
    const redeem = (code: string, origin = url.origin) =>
      ask(url, '/session', { method: 'POST', origin, body: JSON.stringify({ code }) })
    const code = codeOf()
    expect((await redeem(code, 'http://evil.example')).status).toBe(403)
    expect((await redeem('')).status).toBe(403)
    const first = await redeem(code)
    expect([first.status, JSON.parse(first.body)]).toEqual([200, { token: tokenOf(url) }])
    expect((await redeem(code)).status).toBe(403)
    const late = codeOf()
    clock.advance(60_001)
    expect((await redeem(late)).status).toBe(403)
  })

  it('lets a read-only page read, and nothing else', async () => {
    const url = await start(true)
    const authorization = `Bearer ${tokenOf(url)}`
    expect((await ask(url, '/v1/runs', { authorization })).status).toBe(200)
    const body = JSON.stringify({ type: 'cancel' })
    const type = { 'content-type': 'application/json' }
    expect(
      (await ask(url, '/v1/runs/a/commands', { method: 'POST', authorization, body, ...type })).status,
    ).toBe(403)
  })

  it('names a port that is in use', async () => {
    const url = await start()
    const host = { store: createMemoryStore(), clock } as never
    await expect(
      startDashboard({ host, repo: '.', port: Number(url.port), readOnly: true, page }),
    ).rejects.toThrow(`Port ${url.port} is in use.`)
  })

  it('names a port that only the administrator may use', async () => {
    vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      setImmediate(() => this.emit('error', Object.assign(new Error('denied'), { code: 'EACCES' })))
      return this
    })
    const host = { store: createMemoryStore(), clock } as never
    await expect(startDashboard({ host, repo: '.', port: 80, readOnly: true, page })).rejects.toMatchObject({
      ...{ name: 'UsageError', message: 'Port 80 needs more privileges.' },
      advice: 'Choose another with --port N, or leave it out.',
    })
  })
})
