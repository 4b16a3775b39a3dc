import { describe, expect, it } from 'vitest'
import { givenPlace } from './given-place.ts'

describe('givenPlace', () => {
  it('names the repository and the database of a command, the last of each, without a password', () => {
    expect(givenPlace(['watch', 'r'])).toBe('')
    expect(givenPlace(['watch', 'r', '--repo', 'a b', '--repo=../app'])).toBe(' --repo ../app')
    expect(givenPlace(['watch', '--repo', 'a b'])).toBe(" --repo 'a b'")
    expect(givenPlace(['watch', '--database', 'postgresql://me:secret@db/amelia'])).toBe(
      ' --database postgresql://me@db/amelia',
    )
  })

  it('passes over arguments, and a flag without a value', () => {
    expect(givenPlace(['logs', 'r', '--', '--repo', 'x'])).toBe('')
    expect(givenPlace(['logs', 'r', '--repo'])).toBe('')
  })
})
