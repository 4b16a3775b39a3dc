import { describe, expect, it } from 'vitest'
import { cleanRun, createRun, revertRun, type RunOptions } from '../../src/index.ts'
import { memoryHost, createMemoryStore, createScriptedDriver, type MemoryHost } from '../../src/testing.ts'
import { Crash } from '../crash-after.ts'

const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
/** Two batches: `a` and `b`, then `c`. */
const plan = { phases: [phase('a'), phase('b'), phase('c', ['a', 'b'])] }

const ran = async (options: Partial<RunOptions>) => {
  const host = memoryHost({ files: { 'README.md': 'hello\n', 'own.txt': 'committed\n' } })
  if (options.inPlace) host.git.checkout.files.set('own.txt', 'mine\n')
  const store = createMemoryStore(host.clock.now)
  host.store = store
  const driver = createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/work-${number}.txt`, 'x')
  })
  const run = await createRun({ plan, host, driver, trust: 'autonomous', artifacts: 'none', ...options })
  expect((await run.start()).status).toBe('completed')
  return { host, store, runId: run.id }
}

/** Returns the refs, the user's files, and every reachable commit. */
const stateOf = ({ git }: MemoryHost) => ({
  refs: Object.fromEntries([...git.refs].sort()),
  files: Object.fromEntries([...git.checkout.files].sort()),
  reachable: new Set([...git.refs.keys()].flatMap((ref) => git.log(ref))),
})

type Call = (...given: unknown[]) => unknown

/** A host whose process dies at a given call to git or the journal, from 0. `calls` counts them. */
const dying = (host: MemoryHost, at: number, when: 'before' | 'after') => {
  const made = { calls: 0 }
  let dead = false
  const mortal = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const call: unknown = Reflect.get(target, name, receiver)
        if (typeof call !== 'function') return call
        // It returns no promise.
        if (name === 'onSent') return (call as Call).bind(target)
        return async (...given: unknown[]) => {
          const isLast = made.calls++ === at
          if (dead || (isLast && when === 'before')) {
            dead = true
            throw new Crash()
          }
          const result = await (call as Call).apply(target, given)
          if (isLast) dead = true
          if (dead) throw new Crash()
          return name === 'acquire' ? mortal(result as object) : result
        }
      },
    })
  return { host: { ...host, git: mortal(host.git), store: mortal(host.store) }, made }
}

const ways: [string, Partial<RunOptions>][] = [
  ['on a separate branch', {}],
  ['in the checkout', { inPlace: true, allowDirty: true }],
  ['as files only', { publish: 'message-only' }],
]

describe('a process that dies at any call while it', () => {
  it.each(ways)(
    'reverts a run, %s: a second try reaches the same end, and loses nothing',
    async (_, options) => {
      for (const scope of ['run', 'batch'] as const) {
        const { host, runId } = await ran(options)
        const undisturbed = { host, runId }
        const before = stateOf(undisturbed.host).reachable
        const whole = await revertRun({ ...undisturbed, scope })
        const expected = stateOf(undisturbed.host)
        expect([...before].filter((commit) => !expected.reachable.has(commit))).toEqual([])
        for (const when of ['before', 'after'] as const)
          for (let at = 0; ; at++) {
            const { host, store, runId } = await ran(options)
            const { host: mortal, made } = dying(host, at, when)
            await revertRun({ host: mortal, runId, scope }).catch(() => {})
            if (made.calls <= at) {
              expect(at).toBeGreaterThan(8)
              break
            }
            store.abandon(runId)
            const where = `${scope}, ${when} call ${at}`
            const report = await revertRun({ host, runId, scope })
            expect(report.reverted, where).toBe(whole.reverted)
            expect(stateOf(host), where).toEqual(expected)
          }
      }
    },
  )

  it.each(ways)('cleans up after a run, %s: a second try reaches the same end', async (_, options) => {
    const { host, runId } = await ran(options)
    const undisturbed = { host, runId }
    await cleanRun({ ...undisturbed, attempts: true })
    const expected = stateOf(undisturbed.host)
    for (const when of ['before', 'after'] as const)
      for (let at = 0; ; at++) {
        const { host, store, runId } = await ran(options)
        const { host: mortal, made } = dying(host, at, when)
        await cleanRun({ host: mortal, runId, attempts: true }).catch(() => {})
        if (made.calls <= at) {
          expect(at).toBeGreaterThan(5)
          break
        }
        store.abandon(runId)
        await cleanRun({ host, runId, attempts: true })
        expect(stateOf(host), `${when} call ${at}`).toEqual(expected)
      }
  })
})
