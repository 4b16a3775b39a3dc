import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import { storeFlags } from '../../stored/stored-flags.ts'
import { addControlTools } from './add-control-tools.ts'
import type { McpContext } from './mcp-context.ts'

const [, program = ''] = process.argv

afterEach(() => {
  process.argv[1] = program
})
afterAll(removeFolders)

type Tool = (input: {
  runId?: string
  plan?: string
  select?: string
}) => Promise<{ content: { text: string }[] }>

it('the tool `resume` resumes a run with the stored flags about its config file', async () => {
  const repo = makeRepository()
  await storeFlags({ error() {} }, { repo, runId: 'r1' }, { config: false })
  // In place of the command line: prints its arguments, and starts nothing.
  process.argv[1] = join(makeFolder(), 'program.mjs')
  writeFileSync(process.argv[1], "console.log(process.argv.slice(2).join(' ')); process.exit(1)\n")
  const tools = new Map<string, Tool>()
  const server = { registerTool: (name: string, _about: object, tool: Tool) => tools.set(name, tool) }
  const context = {
    ...{ repo, allowStart: true, host: { clock: { now: () => 0 } } },
    client: { readRun: async () => ({ canGoOn: true, locked: false, report: { status: 'cancelled' } }) },
  }
  addControlTools(server as never, context as unknown as McpContext)
  const result = await tools.get('resume')?.({ runId: 'r1' })
  expect(result?.content[0]?.text).toContain(`The run did not start.\nresume r1 --repo ${repo} --no-config\n`)
})

it('the tool `start` runs the section of one plan in a file of several', async () => {
  const repo = makeRepository()
  process.argv[1] = join(makeFolder(), 'program.mjs')
  writeFileSync(process.argv[1], "console.log(process.argv.slice(2).join(' ')); process.exit(1)\n")
  const tools = new Map<string, Tool>()
  const server = { registerTool: (name: string, _about: object, tool: Tool) => tools.set(name, tool) }
  addControlTools(server as never, { repo, allowStart: true, runFlags: ['--yes'] } as unknown as McpContext)
  const result = await tools.get('start')?.({ plan: 'plan.md', select: 'Issue #18' })
  expect(result?.content[0]?.text).toContain(`--repo ${repo} --yes --select=Issue #18\n`)
})
