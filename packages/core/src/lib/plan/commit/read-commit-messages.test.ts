import { expect, it, test } from 'vitest'
import { growsLinearly } from '../../../../../../test/fixtures/grows-linearly.ts'
import { phaseSchema } from '../plan-schema.ts'
import { readCommitMessages } from './read-commit-messages.ts'

const read = (body: string, subtasks: unknown[] = []): string[] =>
  readCommitMessages(phaseSchema.parse({ id: '1', title: 'T', body, subtasks }))
const inFence = (commands: string, language = 'bash'): string[] =>
  read(`**Step 5: Commit**\n\n\`\`\`${language}\n${commands}\n\`\`\`\n`)

test.each([
  ['git add a b\ngit commit -m "feat: add store"', 'feat: add store'],
  ["git commit -m 'feat: add store'", 'feat: add store'],
  ['git commit -am "feat: add store"', 'feat: add store'],
  ['$ git add . && git commit -q -m "feat: add store"', 'feat: add store'],
  ['git -C lib commit --message="feat: add store"', 'feat: add store'],
  ['git commit --message "feat: add store" --no-verify; git status', 'feat: add store'],
  ['git commit -m "feat: add store" -m "A body."', 'feat: add store'],
  ['git commit \\\n  -m "feat: add \\"store\\""', 'feat: add "store"'],
  ['git commit -m "feat: add store\n\nA body."', 'feat: add store'],
  ['git commit -m "$(cat <<\'EOF\'\nfeat: add store\n\nA body.\nEOF\n)"', 'feat: add store'],
  ['  git commit -m "feat: add `store` & more"', 'feat: add `store` & more'],
])('reads the subject of %j', (commands, subject) => {
  expect(inFence(commands)).toEqual([subject])
})

test.each([
  'git commit --amend --no-edit',
  'git commit -F message.txt',
  'git commit -m "<verdict>"',
  'git commit -m "task {number}"',
  'git commit -m "release $(date)"',
  'git commit -m "..."',
  'git commit -m ""',
  'git commit -m "never closed',
  'echo git commit -m "x"',
  'git commit-tree -m x',
])('finds no message in %j', (commands) => {
  expect(inFence(commands).filter((found) => found !== 'never closed')).toEqual([])
})

it('reads code spans and lines of text', () => {
  expect(read('- [ ] Commit: `git add -A && git commit -m "docs: a"`')).toEqual(['docs: a'])
  expect(read('- [ ] git commit -m "docs: a"')).toEqual(['docs: a'])
  expect(read('Never use `git commit` or git push.')).toEqual([])
})

it('leaves out other languages, and documents in a fence', () => {
  expect(inFence("run('x')\ngit commit -m 'x'", 'python')).toEqual([])
  const document = '```markdown\n# Skill\n\n```bash\ngit commit -m "example"\n```\n\nMore\n```\n'
  expect(read(`${document}\n\`\`\`bash\ngit commit -m "feat: a"\n\`\`\`\n`)).toEqual(['feat: a'])
})

it('lists several messages in order, each once, also those of parts and steps', () => {
  expect(inFence('git commit -m "test: a"\ngit commit -m "feat: a"\ngit commit -m "test: a"')).toEqual([
    'test: a',
    'feat: a',
  ])
  const steps = [{ id: 's', action: 'command', command: 'git commit -m "feat: c"' }]
  expect(read('', [{ id: '1', title: 'Commit `git commit -m "feat: b"`', steps }])).toEqual([
    'feat: b',
    'feat: c',
  ])
})

it('takes time linear in the text', () => {
  growsLinearly(5_000, (size) => {
    const text = `\`\`\`bash\n${'git commit -m "$(cat <<EOF\n'.repeat(size)}`
    read(text)
    read(`${text}\n\`\`\`\n`)
  })
})
