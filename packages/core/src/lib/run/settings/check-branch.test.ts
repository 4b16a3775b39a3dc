import { describe, expect, it } from 'vitest'
import { checkBranch } from './check-branch.ts'

describe('checkBranch', () => {
  it.each(['main', 'amelia/2026-01-01-x', 'a.b/c_d-1', 'größe', 'feature/計画'])('accepts %j', (name) => {
    expect(checkBranch(name)).toBeNull()
  })

  it.each([
    ['', 'it is empty'],
    ['x'.repeat(201), 'longer than 200'],
    ['a b', 'a character other'],
    ['a;rm -rf', 'a character other'],
    ['$(id)', 'a character other'],
    ['a~1', 'a character other'],
    ['a\nb', 'a character other'],
    ['a\u202eb', 'a character other'],
    ['a@{0}', 'a character other'],
    ['a//b', 'an empty part'],
    ['/a', 'an empty part'],
    ['a/', 'an empty part'],
    ['-d', 'begins with "-"'],
    ['a/-d', 'begins with "-"'],
    ['.a', 'begins with "."'],
    ['a/.git', 'begins with "."'],
    ['a.', 'ends with'],
    ['a/b.lock', 'ends with'],
    ['a..b', 'contains ".."'],
    ['HEAD', 'reserved by git'],
    ['refs/tags/v1', 'reserved by git'],
    ['refs/heads/main', 'name it without refs/heads/, as "main"'],
  ])('faults 17 and 18: refuses %j', (name, problem) => {
    expect(checkBranch(name)).toContain(problem)
  })
})
