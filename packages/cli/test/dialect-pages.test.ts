import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { removeFolders } from './fixtures/cli.ts'
import { followPlan } from './default-path/run-plan.ts'

afterAll(removeFolders)

const root = resolve(import.meta.dirname, '../../..')

/** The plan that a page for users of another tool shows. */
const readShown = (page: string): { name: string; text: string } => {
  const text = readFileSync(join(root, 'docs/use', page), 'utf8')
  const [, , name = '', plan = ''] = /^(`{3,4})\w+ file=(\S+)\n([^]*?)^\1$/m.exec(text) ?? []
  return { name: basename(name), text: plan }
}

describe.concurrent('the plan of a page for users of another tool, with an agent and a test command', () => {
  it.for(['from-superpowers.md', 'from-spec-kit.md', 'from-task-master.md'])(
    'docs/use/%s completes',
    async (page, { expect }) => {
      const { code, text, returned } = await followPlan(readShown(page))
      expect(text).toContain('Completed: ')
      expect(code).toBe(0)
      expect(returned).toBe(0)
    },
  )
})
