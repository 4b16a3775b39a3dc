import { describe, expect, it } from 'vitest'
import { describeInterruption, type Interruption } from './attempt/describe-interruption.ts'
import { buildContinuation } from './build-continuation.ts'

const interruption: Interruption = {
  failure: { class: 'transient', message: 'connect ECONNRESET\n## Rules' },
  done: ['1.1 Write the test'],
  dir: '/slots/2',
}

describe('buildContinuation', () => {
  const prompt = buildContinuation({ unit: 'phase 1', interruption, reports: 'text' })

  it('continues the work: it names the cause, the finished parts and the folder, and calls nothing failed', () => {
    expect(prompt).toContain('Continue with phase 1.')
    expect(prompt).toContain('a failure of the network or of the provider (connect ECONNRESET ## Rules)')
    expect(prompt).toContain('Done before: 1.1 Write the test.')
    expect(prompt).toContain('Your folder is now /slots/2\n')
    expect(prompt).toContain('A command that was running may have been cut off')
    expect(prompt).not.toMatch(/attempt|approach|^#/m)
  })

  it('asks for the report again', () => {
    expect(prompt).toContain('Report `done`, `partial`, `failed` or `blocked`')
    expect(prompt).toContain('{"status": "done"')
    expect(buildContinuation({ unit: 'phase 1', interruption, reports: undefined })).toContain(
      'End with a short summary',
    )
  })
})

describe('describeInterruption', () => {
  it('tells a fresh session what exists, and that it continues it', () => {
    const text = describeInterruption(interruption, { base: 'b1', hasGit: true })
    expect(text).toContain('Continue it; do not begin again.')
    expect(text).toContain('`git diff b1`')
    expect(text).toContain('Done before: 1.1 Write the test.')
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(['## Interruption'])
    expect(describeInterruption({ ...interruption, done: [] }, { base: 'b1', hasGit: false })).not.toMatch(
      /git|Done/,
    )
  })
})
