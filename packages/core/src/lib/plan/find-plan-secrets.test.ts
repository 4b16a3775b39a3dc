import { describe, expect, it } from 'vitest'
import { findPlanSecrets } from './find-plan-secrets.ts'
import { planSchema } from './plan-schema.ts'
import { growsLinearly } from '../../../../../test/fixtures/grows-linearly.ts'

/** Made here, so that no file of this repository holds the shape of a secret. */
const random = (count: number, seed = 7): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return letters[(state >> 8) % letters.length]
  }).join('')
}
const token = `ghp_${random(36)}`
const key = (body: string): string =>
  ['-----BEGIN OPENSSH PRIVATE KEY-----', body, '-----END OPENSSH PRIVATE KEY-----'].join('\n')

const plan = (source: string, phases: object[] = [{ id: 'a', title: 'A', line: 1 }]) =>
  planSchema.parse({ goal: 'g', source, phases })
const lines = (source: string, known?: string[]): number[] =>
  findPlanSecrets(plan(source), known).map(({ line }) => line)

describe('findPlanSecrets', () => {
  it('reports a secret with its line and column, and not its text', () => {
    const issues = findPlanSecrets(plan(`# Plan\n\nRun: curl -H "Bearer ${token}"\n`))
    expect(issues).toMatchObject([{ severity: 'error', code: 'SECRET_IN_PLAN', line: 3, column: 22 }])
    expect(issues[0]?.message).toContain('a GitHub token')
    expect(JSON.stringify(issues)).not.toContain(token.slice(8))
  })

  it.each([
    [`AKIA${'Q7ZP3MX2WB5KD4TR'}`],
    [`sk-ant-${random(40)}`],
    [`sk-proj-${random(60)}`],
    [`xoxb-${random(30)}`],
    [`npm_${random(36)}`],
    [key(random(70))],
    [key(`b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ${random(40)}`)],
    [`"key": ${JSON.stringify(key(random(70)))}`],
  ])('finds %#', (secret) => {
    expect(lines(`x\n${secret}`)).toEqual([2])
  })

  it.each([
    [`ghp_${'x'.repeat(36)}`],
    [`ghp_${'aB3'.repeat(12)}`],
    ['AKIA' + 'IOSFODNN7EXAMPLE'],
    ['AKIA' + 'ABCDEFGHIJKLMNOP'],
    [`sk-ant-${'your-key-goes-here-0123456789'}`],
    ['sk-skeleton-loading-placeholder-animation-wrapper-outer'],
    ['sk-learn-and-other-very-long-names-of-kebab-case-things'],
    ['xoxb-123456789012-123456789012-abcdefghijkl'],
    [
      'refuse files with -----BEGIN RSA PRIVATE KEY----- in them, see 1f0e8893a8c4b7de5a1f0e8893a8c4b7de5a12bd',
    ],
    [key('...')],
    ['$GITHUB_TOKEN and ${{ secrets.NPM_TOKEN }}'],
  ])('passes over the placeholder %#', (text) => {
    expect(lines(text)).toEqual([])
  })

  it('respects a comment on the line, or the line before, that allows a secret', () => {
    expect(lines(`a ${token} <!-- amelia:allow-secret -->`)).toEqual([])
    expect(lines(`<!-- amelia:allow-secret -->\n${token}\n${token}`)).toEqual([3])
    expect(lines('the pass is hunter22 amelia:allow-secret', ['hunter22'])).toEqual([1])
  })

  it('names a mentioned header apart from the key that follows it', () => {
    expect(lines(`like -----BEGIN PRIVATE KEY-----\n\n${key(random(70))}`)).toEqual([3])
  })

  it('finds a secret in a plan in code, or in an escape, at the line of its owner', () => {
    const step = { id: 's', description: 'd', action: 'code', filePath: 'x', codeChange: token, line: 7 }
    const phases = [
      { id: 'a', title: 'A', line: 3, subtasks: [{ id: 't', title: 'T', line: 5, steps: [step] }] },
    ]
    expect(findPlanSecrets(plan('', phases)).map(({ line }) => line)).toEqual([7])
    expect(findPlanSecrets(plan(`\n\n\n${token}`, phases)).map(({ line }) => line)).toEqual([4])
  })

  it('takes time in proportion to the text', () => {
    growsLinearly(40_000, (count) => {
      expect(lines(`sk-${'-----BEGIN PRIVATE KEY '.repeat(count)}`)).toEqual([])
    })
  })
})
