import { describe, expect, it } from 'vitest'
import { says, usageOf, uses } from './scripted-model.ts'
import { failure, stage } from './stage.ts'

const page = (letter: string): string => `${letter.repeat(79)}\n`.repeat(35)
const files = Object.fromEntries([...'abcdefghijkl'].map((letter) => [`/${letter}.txt`, page(letter)]))
const reads = [...'abcdefghijkl'].map((letter) => uses(['read', { path: `${letter}.txt` }]))
/** Tokens as the scripted model counts them: a third of the bytes. */
const countsWell = (
  answer: ReturnType<typeof says>,
): (({ prompt }: { prompt: unknown }) => typeof answer) => {
  return (request) => ({
    ...answer,
    usage: usageOf(Math.ceil(new TextEncoder().encode(JSON.stringify(request.prompt)).length / 3), 5),
  })
}

describe('a conversation that approaches the context limit', () => {
  it('is shortened from its start, and never exceeds the limit', async () => {
    const contextTokens = 10_000
    const { session, model } = await stage(reads.map(countsWell), { files, contextTokens })
    await session({ prompt: 'The assignment.' })
    expect(model.doGenerateCalls).toHaveLength(13)
    let notes = 0
    for (const { prompt } of model.doGenerateCalls) {
      const sent = JSON.stringify(prompt)
      expect(sent.length / 3).toBeLessThan(contextTokens * 0.8)
      expect(sent).toContain('The assignment.')
      notes = Math.max(notes, sent.split('[left out to save room: output of read').length - 1)
    }
    expect(notes).toBeGreaterThan(3)
    const last = model.doGenerateCalls.at(-1)?.prompt ?? []
    // The newest result is complete, the oldest is a note, and each call still has its result.
    expect(JSON.stringify(last.at(-1))).toContain('l'.repeat(79))
    expect(JSON.stringify(last[3])).toMatch(/left out to save room: output of read, \d+ characters/)
    expect(last.filter(({ role }) => role === 'tool')).toHaveLength(12)
    // Shortened messages stay the same, so that the provider's cache remains valid.
    const sents = model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt))
    const changes = sents.filter(
      (sent, index) => index > 0 && !sent.startsWith((sents[index - 1] ?? '').slice(0, -1)),
    )
    expect(changes.length).toBeLessThan(5)
  })

  it('loses written texts, but not the messages of a resumed session', async () => {
    const content = page('z').repeat(3)
    const writes = [...'abcd'].map((letter) => uses(['write', { path: `${letter}.txt`, content }]))
    const { session, model, text } = await stage([...writes, says('one'), says('two')].map(countsWell), {
      contextTokens: 12_000,
    })
    const { sessionId = '' } = await session()
    expect(await text('/a.txt')).toBe(content)
    const sent = JSON.stringify(model.doGenerateCalls.at(-1)?.prompt)
    expect(sent.includes('[left out to save room: `content` of write')).toBe(true)
    await session({ resume: sessionId })
    expect(JSON.stringify(model.doGenerateCalls.at(-1)?.prompt.slice(0, -1))).toContain(
      '[left out to save room',
    )
  })

  it('cuts the results of a single round that is too long', async () => {
    const round = uses(
      ...[...'abcdefghijkl'].map((letter): [string, unknown] => ['read', { path: `${letter}.txt` }]),
    )
    const { session, results } = await stage([round].map(countsWell), { files, contextTokens: 8_000 })
    await session()
    expect(results()[0]).toMatch(/a{79}\n[^]*\[left out to save room: rest of output of read, \d+ characters/)
  })

  it('fails before a request that cannot fit', async () => {
    const { session, model } = await stage([], { contextTokens: 4_000 })
    await expect(session({ prompt: 'x'.repeat(40_000) })).rejects.toMatchObject(
      failure('context_overflow', /about \d+ tokens.*only 3000/),
    )
    expect(model.doGenerateCalls).toHaveLength(0)
  })

  it("adapts its estimate to the provider's counts", async () => {
    // A model with many tokens for little text has less room than was thought.
    const costly =
      (answer: ReturnType<typeof says>) =>
      ({ prompt }: { prompt: unknown }) => ({
        ...answer,
        usage: usageOf(Math.ceil(JSON.stringify(prompt).length / 1.8), 5),
      })
    const contextTokens = 10_000
    const { session, model } = await stage(reads.map(costly), { files, contextTokens })
    await session()
    for (const { prompt } of model.doGenerateCalls.slice(2))
      expect(JSON.stringify(prompt).length / 1.8).toBeLessThan(contextTokens * 0.75)
  })
})
