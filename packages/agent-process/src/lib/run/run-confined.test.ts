import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfinedPlace, confinedPlace } from '../../../../../test/fixtures/confined-place.ts'
import { probeConfinement } from '../confine/probe-confinement.ts'
import { findMarkedProcesses } from '../process/find-marked-processes.ts'
import { findCommands } from '../process/find-commands.ts'
import { type ProcessRequest, runProcess } from './run-process.ts'
import { signalProcess } from '../process/signal-process.ts'

const { works, detail } = probeConfinement()

let place: ConfinedPlace
beforeEach(() => {
  place = confinedPlace()
})
afterEach(() => place.remove())

const run = (argv: string[], more: Partial<ProcessRequest> = {}) =>
  runProcess({
    argv,
    cwd: place.workspace,
    root: place.workspace,
    env: { PATH: process.env['PATH'] ?? '', AMELIA_RUN: 'confined' },
    signal: new AbortController().signal,
    graceMs: 3_000,
    outputLimit: 10_000,
    confine: { confinement: place.confinement, workspace: place.workspace, access: 'write' },
    ...more,
  })
const sh = (script: string, more: Partial<ProcessRequest> = {}) => run(['/bin/sh', '-c', script], more)

it('states whether this machine can confine', () => {
  // Reported, so that a machine without namespaces does not pass for one that was tested.
  if (!works) console.warn(`not covered: confined processes (${detail})`)
  expect(detail).not.toBe('')
})

describe.runIf(works)('a confined process', () => {
  it('writes to its workspace, /tmp and caches, and to nothing else', async () => {
    const { outside, workspace, confinement } = place
    const { output } = await sh(
      `echo 1 > a; echo 2 > /tmp/b; echo 3 > "$npm_config_cache.txt"; echo 4 > ${outside}/d; echo 5 > /etc/amelia`,
    )
    expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('1\n')
    expect(readFileSync(join(confinement.temporary, 'b'), 'utf8')).toBe('2\n')
    expect(readFileSync(join(confinement.caches, 'npm.txt'), 'utf8')).toBe('3\n')
    expect(readdirSync(outside)).toEqual([])
    expect(output).toContain(`${outside}/d: Read-only file system`)
    expect(existsSync('/etc/amelia')).toBe(false)
  })

  it('writes to the paths that the user allows, and to nothing else, where it may only read', async () => {
    const { outside, workspace } = place
    const confinement = { ...place.confinement, write: [outside] }
    const { output } = await sh(
      `echo 1 > a; echo 2 > /tmp/b; echo 3 > "$npm_config_cache.txt"; echo 4 > ${outside}/d; cat /tmp/b`,
      { confine: { confinement, workspace, access: 'read' } },
    )
    expect(output).toMatch(
      / a: Read-only file system\n.*npm\.txt: (?:Read-only file system|Directory nonexistent)\n2\n$/s,
    )
    expect([readdirSync(workspace), readdirSync(outside)]).toEqual([[], ['d']])
  })

  it.each([
    ['host', /^inside\noutside\n$/],
    ['none', /^inside\nECONNREFUSED\n$/],
  ] as const)(
    'with the network "%s" reaches its own loopback, and the machine only with "host"',
    async (network, prints) => {
      const server = createServer((socket) => socket.end('outside')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const script = `const net = require('net')
      const read = (port) => new Promise((done) => net.connect(port, '127.0.0.1').on('data', (text) => done(String(text))).on('error', ({ code }) => done(code)))
      const own = net.createServer((socket) => socket.end('inside')).listen(0, '127.0.0.1', async () => {
        console.log(await read(own.address().port)); console.log(await read(${port})); own.close()
      })`
      const { workspace } = place
      const confinement = { ...place.confinement, network }
      const { output } = await run(['node', '-e', script], {
        confine: { confinement, workspace, access: 'write' },
      })
      server.close()
      expect(output).toMatch(prints)
    },
  )

  it('does not see a socket below /tmp that an argument names, nor a named folder with one', async () => {
    const folder = mkdtempSync('/tmp/amelia-socket-')
    const server = createServer().listen(join(folder, 's'))
    await once(server, 'listening')
    writeFileSync(join(folder, 'file'), 'seen\n')
    const script = 'for path; do test -e "$path" && echo "$path"; done; true'
    const paths = [join(folder, 's'), folder, join(folder, 'file')]
    const { output } = await run(['/bin/sh', '-c', script, 'sh', ...paths])
    server.close()
    rmSync(folder, { recursive: true, force: true })
    // The folder of a file is there for the file only.
    expect(output).toBe(`${folder}\n${join(folder, 'file')}\n`)
  })

  it('keeps a variable for caches that the user has set', async () => {
    const env = { PATH: process.env['PATH'] ?? '', GOCACHE: '/my/cache' }
    expect(await sh('echo "$GOCACHE $UV_CACHE_DIR"', { env })).toMatchObject({
      output: `/my/cache ${place.confinement.caches}/uv\n`,
    })
  })

  it('reads an empty file, and an empty folder, where a path is hidden', async () => {
    const { root, outside } = place
    writeFileSync(join(root, 'secret'), 'token')
    writeFileSync(join(outside, 'key'), 'key')
    const confinement = { ...place.confinement, read: [root], hide: [`${root}/secret`, outside, '/no/such'] }
    const { output } = await sh(
      `wc -c < ${root}/secret; ls -A ${outside} | wc -l; echo x > ${outside}/y; echo x > ${root}/secret`,
      { confine: { confinement, workspace: place.workspace, access: 'write' } },
    )
    expect(output.split('\n').slice(0, 2)).toEqual(['0', '0'])
    expect(output.match(/Read-only file system/g)).toHaveLength(2)
    expect(readFileSync(join(root, 'secret'), 'utf8')).toBe('token')
  })

  it('mounts the workspace read-only for a reader, whose own folder stays writable', async () => {
    const { workspace, outside, confinement } = place
    const { output } = await sh(`echo 1 > a; echo 2 > /tmp/b && echo 3 > ${outside}/c && echo done`, {
      confine: { confinement, workspace, access: 'read', own: [outside] },
    })
    expect(output).toContain('cannot create a: Read-only file system')
    expect(output).toContain('done')
    expect(readdirSync(workspace)).toEqual([])
    expect(readdirSync(outside)).toEqual(['c'])
  })

  it('reports exit codes, and 126 and 127 for programs that cannot start', async () => {
    writeFileSync(join(place.workspace, 'data'), 'text')
    chmodSync(join(place.workspace, 'data'), 0o644)
    expect(await sh('exit 7')).toMatchObject({ exitCode: 7 })
    expect(await sh('kill -9 $$')).toMatchObject({ exitCode: 137 })
    expect(await run(['no-such-program'])).toMatchObject({
      exitCode: 127,
      output: 'no-such-program: command not found',
    })
    expect(await run([`./data`])).toMatchObject({ exitCode: 126 })
    expect(await run(['true'], { cwd: join(place.workspace, 'gone') })).toMatchObject({ exitCode: 126 })
  })

  it('does not accept a program that imitates a confinement that failed, or a status', async () => {
    expect(await sh('echo "bwrap: execvp x: No such file" >&2; exit 1')).toMatchObject({ exitCode: 1 })
    expect(await sh(`echo '{ "exit-code": 0 }' >&3; exit 5`)).toMatchObject({ exitCode: expect.any(Number) })
    expect((await sh(`echo '{ "exit-code": 0 }' >&3; exit 5`)).exitCode).not.toBe(0)
  })

  it('fails with the class environment if the confinement cannot start', async () => {
    const confinement = { ...place.confinement, blank: '/no/such/blank', read: [place.root] }
    writeFileSync(join(place.root, 'secret'), 'token')
    const running = sh('true', {
      confine: {
        ...{ confinement: { ...confinement, hide: [`${place.root}/secret`] } },
        ...{ workspace: place.workspace, access: 'write' },
      },
    })
    await expect(running).rejects.toMatchObject({
      code: 'DRIVER_FAILED',
      details: { class: 'environment' },
      message: expect.stringContaining('/no/such/blank'),
    })
  })

  it('passes TERM to the program and not to the confinement, so that it has its grace time', async () => {
    const stop = new AbortController()
    const script = `trap 'sleep 0.5; echo trapped; exit 4' TERM; echo ready; while :; do sleep 0.05; done`
    const onStdout = (): void => stop.abort()
    const result = await sh(script, { signal: stop.signal, onStdout })
    expect(result).toMatchObject({ exitCode: 4, output: expect.stringMatching(/trapped\n$/) })
  })

  it('kills a program that ignores TERM, and reports the signal of one that does not', async () => {
    const stop = new AbortController()
    const signal = stop.signal
    const stubborn = sh(`trap '' TERM; echo ready; while :; do sleep 0.05; done`, {
      ...{ signal, graceMs: 200, onStdout: () => stop.abort() },
    })
    expect(await stubborn).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    const other = new AbortController()
    const result = await run(['sleep', '60'], {
      signal: AbortSignal.any([other.signal, AbortSignal.timeout(300)]),
    })
    expect(result).toMatchObject({ exitCode: null, signal: 'SIGTERM' })
  })

  it('ends everything with the program, in any session, with or without its environment', async () => {
    const marks = `ends-${process.pid}`
    const { exitCode } = await sh(
      `setsid sleep 60 & env -i /bin/sleep 61.${process.pid} & (setsid nohup sleep 62 > /dev/null 2>&1 &); exit 0`,
      { env: { PATH: process.env['PATH'] ?? '', AMELIA_RUN: marks } },
    )
    expect(exitCode).toBe(0)
    while (findMarkedProcesses(`AMELIA_COMMAND=${marks}`).length > 0) await wait(10)
    expect(sleepers(`61.${process.pid}`)).toEqual([])
  })

  it('has ended everything when it returns, also what keeps no pipe open', async () => {
    const seconds = `63.${process.pid}`
    const script = `for i in $(seq 80); do setsid sleep ${seconds} > /dev/null 2>&1 & done; exit 0`
    expect(await sh(script)).toMatchObject({ exitCode: 0 })
    expect(sleepers(seconds)).toEqual([])
  })

  it('keeps a server running until its mark is ended', async () => {
    const env = { PATH: process.env['PATH'] ?? '', AMELIA_RUN: 'server-run', AMELIA_PHASE: 'p' }
    expect(await sh('sleep 60 & echo started', { env, server: 'web' })).toMatchObject({
      ...{ exitCode: 0, output: 'started\n' },
    })
    const found = findCommands(place.workspace)
    expect(found.map(({ marks }) => marks[0])).toEqual([{ run: 'server-run', phase: 'p', server: 'web' }])
    for (const { pid } of found) signalProcess(pid, 'SIGTERM')
    while (findCommands(place.workspace).length > 0) await wait(10)
  })

  it('starts a program below a folder that it would see another in place of', async () => {
    const file = join(place.root, 'program')
    writeFileSync(file, '#!/bin/sh\necho started "$@"\n', { mode: 0o755 })
    expect(await run([file, '1'])).toMatchObject({ exitCode: 0, output: 'started 1\n' })
    const PATH = `${place.root}:${process.env['PATH']}`
    expect(await run(['program', '2'], { env: { PATH } })).toMatchObject({ output: 'started 2\n' })
    expect(await run(['/bin/sh', file, '3'])).toMatchObject({ output: 'started 3\n' })
  })
})

const sleepers = (seconds: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`sleep\0${seconds}\0`)
    } catch {
      return false
    }
  })
