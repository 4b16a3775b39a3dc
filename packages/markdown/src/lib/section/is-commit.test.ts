import { expect, test } from 'vitest'
import { asksForCommit } from './is-commit.ts'

test.each([
  'Commit',
  'commit.',
  'Step 5: Commit',
  'Task 2 - Commit',
  '5. Commit',
  'Commit changes',
  'Commit all the changes',
  'Git commit',
  'Commit everything!',
  'Commit (with the tests)',
  'Commit: feat(parser): read tables',
])('"%s" is only a commit', (title) => {
  expect(asksForCommit(title)).toBe(true)
})

test.each([
  'Commit the generated client',
  'Commit hooks: install husky',
  'Commit messages',
  'Commit and push',
  'Commit to the new API',
  'Commitment',
  'Step 5: Commit the lockfile',
  'Add a commit hook',
  'Commit changes to the schema',
  '',
])('"%s" is work', (title) => {
  expect(asksForCommit(title)).toBe(false)
})
