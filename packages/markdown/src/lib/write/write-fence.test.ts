import { expect, test } from 'vitest'
import type { Step } from '@amelia/core/plugin'
import { readOutline } from '../outline/read-outline.ts'
import { readStep } from '../section/read-step.ts'
import { writeFence, writeStep } from './write-fence.ts'

const step = (more: Partial<Step> & Pick<Step, 'action'>): Step => ({
  id: '1',
  description: '',
  replace: false,
  shell: true,
  fallbackCommands: [],
  expectExitCode: 0,
  risk: 'medium',
  estimatedMinutes: 2,
  requiresHumanJudgment: false,
  dependsOn: [],
  isTestStep: false,
  line: 1,
  ...more,
})
const read = (lines: string[] | undefined) => {
  const [fence] = readOutline(`${(lines ?? []).join('\n')}\n`).blocks
  return fence?.kind === 'fence' ? readStep(fence, '1')?.step : undefined
}

test.each(['', 'a\n', '```\n', 'a\n````\nb\n', '~~~\n', '    a\n\n'])('a fence holds %j', (content) => {
  const blocks = readOutline(`${writeFence('text', content).join('\n')}\n\n# end\n`).blocks
  expect(blocks).toMatchObject([{ kind: 'fence', content }, { kind: 'heading' }])
})

test.each<[string, Step]>([
  ['```js file=a.js', step({ action: 'code', filePath: 'a.js', codeChange: 'x\n' })],
  [
    '```ts file="a b.ts" replace risk=high',
    step({ action: 'code', filePath: 'a b.ts', codeChange: '', replace: true, risk: 'high' }),
  ],
  ['```file=Makefile', step({ action: 'code', filePath: 'Makefile', codeChange: 'x\n' })],
  ['```sh', step({ action: 'command', command: 'a | b\n\nc' })],
  [
    '```sh expect=fail cwd=p risk=low',
    step({ action: 'command', command: 'a', expectExitCode: 'fail', cwd: 'p', risk: 'low' }),
  ],
  [
    '```sh expect-exit=3 output="\\d+ ok"',
    step({ action: 'command', command: 'a', expectExitCode: 3, expectedOutputPattern: '\\d+ ok' }),
  ],
  ['```sh output=\'say "x"\'', step({ action: 'command', command: 'a', expectedOutputPattern: 'say "x"' })],
  ['~~~sh output=`x`', step({ action: 'command', command: 'a', expectedOutputPattern: '`x`' })],
])('%s', (first, given) => {
  const lines = writeStep(given)
  expect(lines?.[0]).toBe(first)
  const {
    id: _id,
    description: _description,
    line: _line,
    shell: _shell,
    ...rest
  } = read(lines) ?? { id: '' }
  expect(given).toMatchObject(rest)
})

test('what no fence says is none', () => {
  expect(writeStep(step({ action: 'manual', command: 'a' }))).toBeUndefined()
  expect(writeStep(step({ action: 'command' }))).toBeUndefined()
  expect(writeStep(step({ action: 'code' }))).toBeUndefined()
  expect(writeStep(step({ action: 'validation', validationCommand: 'a' }))?.[1]).toBe('a')
})
