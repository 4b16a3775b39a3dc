import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { HostProof } from '../../contract/host.ts'
import { openEnvelope } from '../../report/render/proof/seal-statement.ts'
import { addStatement } from './add-statement.ts'

const signature = { keyid: 'SHA256:x', sig: 'c2ln' }

const setUp = (sign?: HostProof['sign']) => {
  const { performer, host } = createPerformer()
  if (sign) Object.assign(performer.host, { proof: { platform: {}, sign } })
  const { head: parent } = performer.state
  const add = (last?: Parameters<typeof addStatement>[2]) => {
    const commit = host.git.addCommit(parent, { a: 'é' })
    const stated = { kind: 'phase', name: 'phase/a', phaseId: 'a', commit, parent } as const
    return addStatement(performer, stated, last)
  }
  const open = (commit: string, path: string) => openEnvelope(host.git.filesOf(commit).get(path)!)!
  return { performer, host, add, open }
}

describe('addStatement', () => {
  it('signs the payload, which has only ASCII characters and no reason', async () => {
    const payloads: string[] = []
    const { add, open } = setUp((payload) => {
      payloads.push(payload)
      return Promise.resolve(signature)
    })
    const { commit, digest, unsigned } = await add()
    expect(unsigned).toBeUndefined()
    expect(payloads[0]).toMatch(/^[\0-~]+$/)
    const opened = open(commit, 'phase/a.json')
    expect(opened).toMatchObject({ digest, isSigned: true, statement: JSON.parse(payloads[0]!) as object })
    expect(opened.statement.predicate).not.toHaveProperty('unsigned')
  })

  it.each<[string, HostProof['sign'] | undefined, string]>([
    ['the host has no key', undefined, 'this host has no key'],
    ['the host says why', () => Promise.resolve({ unsigned: 'no key\nat all' }), 'no key'],
    ['it throws', () => Promise.reject(new Error('lost')), 'the signature failed: lost'],
    ['it never ends', () => new Promise(() => {}), 'the signature took longer than 10 s'],
  ])('leaves the statement unsigned with the reason: %s', async (_what, sign, reason) => {
    const { host, add, open } = setUp(sign)
    const adding = add()
    // The statement waits for the clock only if nothing signs it.
    await new Promise((resolve) => setImmediate(resolve))
    host.clock.advance(10_000)
    const { commit, unsigned } = await adding
    expect(unsigned).toBe(reason)
    const { statement, isSigned } = open(commit, 'phase/a.json')
    expect([isSigned, statement.predicate.unsigned]).toEqual([false, reason])
  })

  it('takes the text of a plan once for all phases', async () => {
    const { add, performer } = setUp()
    const texts: string[] = []
    Object.assign(performer, { redact: (text: string) => (texts.push(text), text) })
    const one = await add()
    await add(one)
    expect(texts.filter((text) => text.startsWith('# '))).toHaveLength(1)
  })

  it('continues the chain, and gives a second statement of a phase another name', async () => {
    const { host, add, open } = setUp()
    const one = await add()
    const two = await add(one)
    expect(host.git.commitOf(two.commit)?.parent).toBe(one.commit)
    expect(open(two.commit, 'phase/a/2.json').statement.predicate.previous).toBe(one.digest)
    expect([...host.git.filesOf(two.commit).keys()].sort()).toEqual(['phase/a.json', 'phase/a/2.json'])
  })

  it('begins the chain again if its last commit is gone, and still names the digest', async () => {
    const { host, add, open } = setUp()
    const { commit } = await add({ commit: 'f'.repeat(40), digest: 'd' })
    expect(host.git.commitOf(commit)?.parent).toBeNull()
    expect(open(commit, 'phase/a.json').statement.predicate.previous).toBe('d')
  })
})
