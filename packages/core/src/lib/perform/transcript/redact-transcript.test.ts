import { describe, expect, it } from 'vitest'
import { redactTranscript } from './redact-transcript.ts'

const secrets = ['line "one"\nline two']
const options = { secrets, maxBytes: 1_000 }
const entry = (text: string): string => JSON.stringify({ type: 'user', content: [{ text }] })

describe('redactTranscript', () => {
  it('finds a secret that JSON has escaped', () => {
    const text = [entry('before'), entry(`It is ${secrets[0]!}.`), ''].join('\n')
    const kept = redactTranscript({ format: 'jsonl', text }, options)
    expect(kept).not.toContain('line two')
    expect(kept.split('\n')).toHaveLength(3)
    expect(kept.split('\n')[0]).toBe(entry('before'))
    const whole = redactTranscript({ format: 'json', text: entry(secrets[0]!) }, options)
    expect(whole).not.toContain('line two')
  })

  it('searches a line that was never completed, and names of fields', () => {
    const [token] = ['sk-ant-' + 'a'.repeat(40)]
    const text = `{"${token}": 1}\n{"text": "${token}`
    expect(redactTranscript({ format: 'jsonl', text }, options)).not.toContain('aaaa')
  })

  it('leaves out whole lines in the middle, and names their number', () => {
    const lines = Array.from({ length: 100 }, (_, index) => entry(`number ${index}`))
    const kept = redactTranscript({ format: 'jsonl', text: lines.join('\n') }, options)
    expect(new TextEncoder().encode(kept).length).toBeLessThanOrEqual(1_000)
    const read = kept.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
    const omitted = read.find(({ type }) => type === 'amelia_omitted')
    expect(omitted).toMatchObject({ lines: 100 - read.length + 1 })
    expect(kept.startsWith(lines[0]!)).toBe(true)
    expect(kept.endsWith(lines[99]!)).toBe(true)
  })

  it('leaves out a line that is longer than the limit, and cuts other texts after their secrets are removed', () => {
    const secret = 'x'.repeat(400)
    const text = entry(`${'a'.repeat(230)}${secret}${'b'.repeat(5_000)}`)
    const limited = { secrets: [secret], maxBytes: 1_000 }
    const lines = redactTranscript({ format: 'jsonl', text: `${entry('first')}\n${text}` }, limited)
    expect(lines.split('\n')).toEqual([entry('first'), expect.stringContaining('"lines":1,"bytes":')])
    const kept = redactTranscript({ format: 'txt', text }, limited)
    expect(kept).not.toContain('xxxx')
    expect(new TextEncoder().encode(kept).length).toBeLessThanOrEqual(1_000)
    expect(kept).toContain('bytes omitted')
  })
})
