import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createScriptedDriver } from '../src/testing.ts'
import { runPlan } from './run-plan.ts'

const files = ['src/a.js', 'src/deep/b.js', 'new.js', 'odd, name.txt']
const name = fc.oneof(
  fc.constantFrom(
    ...files,
    'package.json',
    'dist/out.js',
    '/tmp/notes.txt',
    '../other/x.js',
    'src',
    'lib/',
    '',
  ),
  fc.constantFrom(
    'test/*.test.js',
    '**/*.ts',
    'src/{a,b}.js',
    'C:\\work\\a.js',
    '/w/slot/src/a.js',
    '.git/config',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('a', '/', '.', '*', ' ', '`', '{', '}', '(', ')', '\\', '\n'),
    maxLength: 60,
  }),
  fc.constant('x/'.repeat(5_000)),
)
const entry = fc.oneof(
  name,
  fc
    .tuple(name, fc.constantFrom(' (deleted)', ' (new)', ':12', ' - added', '/', ' # x'))
    .map((both) => both.join('')),
  fc.tuple(fc.constantFrom('./', 'M ', '?? ', '- ', 'Created: ', '`'), name).map((both) => both.join('')),
  fc.tuple(name, fc.constantFrom(' -> ', ' => ', ' → '), name).map((all) => all.join('')),
)
const list = fc.oneof(
  fc.array(entry, { maxLength: 8 }),
  fc.array(entry, { minLength: 200, maxLength: 300 }),
  entry,
  fc.array(
    entry.map((path) => ({ path, status: 'new' })),
    { maxLength: 3 },
  ),
  fc.constant(null),
)

it('a wrong list of files never costs a session when the checks pass and something was changed', async () => {
  await fc.assert(
    fc.asyncProperty(list, fc.boolean(), async (claimed, isChecked) => {
      const driver = createScriptedDriver(
        async ({ workspace: { fs } }) => {
          for (const path of files) await fs.writeFile(`/${path}`, 'x\n')
          return { output: { status: 'done', files: claimed } }
        },
        { reports: 'output' },
      )
      const { report } = await runPlan({
        plan: { title: 'Files', phases: [{ id: '1', title: 'Write', files: ['src/a.js'] }] },
        driver,
        ...(isChecked && { verify: { test: ['test'] } }),
      })
      expect(report.phases[0]).toMatchObject({ status: 'completed', attempt: 1 })
      expect(report.phases[0]!.failure).toBeUndefined()
      // Without a check, an attempt may return to its session once.
      expect(driver.requests.length).toBeLessThanOrEqual(isChecked ? 1 : 2)
    }),
    { numRuns: 500 },
  )
}, 120_000)
