import { describe, expect, it } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { readAcceptance } from './read-acceptance.ts'
import { readBodyAcceptance } from './read-body-acceptance.ts'

const read = (source: string) => readAcceptance(readOutline(source).blocks)
const outcome = (expected: string) => read(`Run: \`npm test\`\nExpected: ${expected}`)[0]

describe('readAcceptance', () => {
  it('reads a command and its outcome, with labels in bold, in items and after a fence', () => {
    expect(read('Run: `npm test`\nExpected: PASS')).toEqual([
      { command: 'npm test', expectExitCode: 0, line: 1 },
    ])
    const source =
      '- [ ] **Step 1: Run it**\n\n  **Run:** `npm test`\n\n  **Expected:** FAIL with `x`\n\nRun:\n\n```bash\ngo test ./...\n```\n\nExpected: PASS.'
    expect(read(source)).toEqual([
      { command: 'npm test', expectExitCode: 'fail', line: 3 },
      { command: 'go test ./...', expectExitCode: 0, line: 10 },
    ])
  })

  it.each([
    ['FAIL', 'fail'],
    ['FAIL - ModuleNotFoundError', 'fail'],
    ['FAIL. The module does not exist yet; see Task 2.', 'fail'],
    ['Tests fail, because `x` is missing', 'fail'],
    ['PASS (once all tasks are complete)', 0],
    ['PASS. 3 tests ran.', 0],
    ['All tests pass', 0],
    ['all 12 tests pass.', 0],
    ['No errors', 0],
    ['Success', 0],
    ['exit code 0', 0],
  ])('takes %j for %j', (expected, expectExitCode) => {
    expect(outcome(expected)).toEqual({ command: 'npm test', expectExitCode, line: 1 })
  })

  it('takes a text in code for the output', () => {
    expect(outcome('`3 passed`')).toMatchObject({ expectExitCode: 0, expectedOutputPattern: '3 passed' })
  })

  it.each(['Shows the header', 'Zero results', 'Failover works', 'Passwords are hidden', 'No output', ''])(
    'leaves %j to people and agents',
    (expected) => {
      expect(outcome(expected)).toBeUndefined()
    },
  )

  it('reads a folder before the command', () => {
    expect(read('Run: `cd packages/core && npm test`\nExpected: PASS')).toEqual([
      { command: 'npm test', cwd: 'packages/core', expectExitCode: 0, line: 1 },
    ])
  })

  it.each(['npm test | tail', 'cd .. && npm test', 'cd /etc && ls', 'cd a && b && c', 'echo "a', 'a > b'])(
    'leaves out %j',
    (command) => {
      expect(read(`Run: \`${command}\`\nExpected: PASS`)).toEqual([])
    },
  )

  it('takes a command alone in a shell fence, up to the next part', () => {
    const fence = '```bash\nnpm test\n```\n\n'
    expect(read(`${fence}Expected: PASS`)).toMatchObject([{ command: 'npm test', line: 2 }])
    expect(read(`${fence}- [ ] Next\n\n  Expected: PASS`)).toEqual([])
    expect(read('```bash\na\nb\n```\n\nExpected: PASS')).toEqual([])
  })

  it('takes no command out of a quote, also in a list', () => {
    expect(read('> Run: `a`\n> Expected: PASS\n\n- x\n\n  > Run: `b`\n  > Expected: PASS')).toEqual([])
    expect(read('- x\n  - y\n\n    Run: `a`\n    Expected: PASS\n\nRun: `b`\nExpected: PASS')).toMatchObject([
      { command: 'a' },
      { command: 'b' },
    ])
  })

  it('takes no command without its outcome, no prose, and nothing across a heading or out of a fence', () => {
    expect(read('Run: `a`\nRun: `b`\nExpected: PASS\nExpected: PASS')).toMatchObject([{ command: 'b' }])
    expect(read('Run: all the tests\nExpected: PASS')).toEqual([])
    expect(read('Run: `a`\n\n## Next\n\nExpected: PASS')).toEqual([])
    expect(read('```text\nRun: `a`\nExpected: PASS\n```')).toEqual([])
    expect(read('Run:\n\n```sh\na\n```\n\nExpected: PASS')).toEqual([])
  })
})

it('readBodyAcceptance gives the line of its part', () => {
  expect(readBodyAcceptance('x\n\nRun: `a`\nExpected: PASS', 7)).toEqual([
    { command: 'a', expectExitCode: 0, line: 7 },
  ])
  expect(readBodyAcceptance('x', 7)).toEqual([])
})
