import { describe, expect, it } from 'vitest'
import { givenPlace } from './given-place.ts'

describe('givenPlace', () => {
  it('names the repository and the database of a command, the last of each, without a password', () => {
    expect(givenPlace(['watch', 'r'], 'runs')).toBe('')
    expect(givenPlace(['watch', 'r', '--repo', 'a b', '--repo=../app'], 'runs')).toBe(' --repo ../app')
    expect(givenPlace(['watch', '--repo', 'a b'], 'runs')).toBe(" --repo 'a b'")
    expect(givenPlace(['watch', '--database', 'postgresql://me:secret@db/amelia'], 'runs')).toBe(
      ' --database postgresql://me@db/amelia',
    )
  })

  it('passes over arguments, a flag without a value, and the database for doctor', () => {
    expect(givenPlace(['logs', 'r', '--', '--repo', 'x'], 'runs')).toBe('')
    expect(givenPlace(['logs', 'r', '--repo'], 'runs')).toBe('')
    expect(givenPlace(['logs', '--repo', 'x', '--database=postgresql://db/amelia'], 'doctor')).toBe(
      ' --repo x',
    )
  })
})
