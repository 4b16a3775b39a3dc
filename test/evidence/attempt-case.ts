import type { PlanDraft } from '@amelia/core'

/** Files to write, by path; null deletes one. */
export type Writes = Record<string, string | null>

/** An attempt of the table in `docs/concepts/evidence.md`. */
export interface AttemptCase {
  /** The first column of its row. */
  name: string
  /** Files of the repository in addition to those of the project, which it may replace. */
  base?: Record<string, string>
  /** Properties of the plan in addition to its title and phases. */
  plan?: Partial<PlanDraft>
  /** The path of a submodule of the repository. */
  submodule?: string
  /** Properties of the phase in addition to its id, title and files. */
  phase?: Partial<PlanDraft['phases'][number]>
  /** The files of each session. The last entry is repeated. */
  writes: Writes[]
  /**
   * Properties of the report of each session, which otherwise lists no file; a text ends the session instead
   * of a report. `DIR` stands for the folder of the workspace.
   */
  report?: Record<string, unknown> | string
  /** Properties of the report of the first session alone, in place of `report`. */
  firstReport?: Record<string, unknown>
  /** Developer sessions. Default: 1. */
  sessions?: number
  /** The test command. Default: `node --test`. */
  test?: string[]
}

/** A shop: one module, and tests that pass. */
export const project: Record<string, string> = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'README.md': 'A shop.\n',
  'src/price.js':
    'export const price = (net) => net * 2\nexport const discount = (price) => price - 1\nexport const label = (price) => `${price} EUR`\n',
  'test/price.test.js': `import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { discount, price } from '../src/price.js'

test('doubles', () => equal(price(2), 4))
test('discounts', () => equal(discount(4), 3))
`,
  'test/label.test.js': `import { equal } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { label } from '../src/price.js'

const snapshot = readFileSync(new URL('__snapshots__/label.test.js.snap', import.meta.url), 'utf8')
const recorded = /^exports\\[\`labels 1\`\\] = \`\\n(.*)\\n\`;$/m.exec(snapshot)?.[1]

test('labels', () => equal(label(4), recorded))
`,
  'test/__snapshots__/label.test.js.snap': 'exports[`labels 1`] = `\n4 EUR\n`;\n',
  '.github/workflows/ci.yml': 'jobs:\n  test:\n    steps:\n      - run: npm test\n',
}

/** The module after an honest change: one more function. */
export const honest = project['src/price.js']!.replace(
  'export const label',
  'export const net = (price) => price / 2\nexport const label',
)

/** The module after a careless change: the discount is lost. */
export const careless = project['src/price.js']!.replace('price - 1', 'price')

/** A runner that cannot report: it runs the tests of each file, or only those marked with `only`. */
export const plainRunner = `import { readdirSync } from 'node:fs'

const tests = []
globalThis.test = (name, run) => tests.push({ name, run, only: false })
globalThis.test.only = (name, run) => tests.push({ name, run, only: true })
for (const file of readdirSync(new URL('checks/', import.meta.url))) await import('./checks/' + file)
for (const { run, only } of tests) if (only || !tests.some((test) => test.only)) run()
`
export const plainTests = `import { equal } from 'node:assert/strict'
import { discount, price } from '../src/price.js'

test('doubles', () => equal(price(2), 4))
test('discounts', () => equal(discount(4), 3))
`
