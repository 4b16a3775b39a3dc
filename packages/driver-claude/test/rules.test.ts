import { beforeEach, expect, it } from 'vitest'
import { createStage, type Stage, workspace } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = createStage()
})

const files: Record<string, string> = {
  'CLAUDE.md': 'Use tabs.',
  '.claude/settings.json': '{"permissions":{"deny":["Read(./.env)"]}}',
  '.claude/skills/greet/SKILL.md': 'Greet.',
}
const baseFiles = {
  list: async (folder: string) => Object.keys(files).filter((path) => path.startsWith(folder)),
  read: async (path: string) => (files[path] === undefined ? null : new TextEncoder().encode(files[path])),
}
const run = async (options: Parameters<Stage['driverOf']>[0] = {}) => {
  await stage.run({ workspace: { ...workspace, baseFiles } }, { driver: stage.driverOf(options) })
  return stage.sdk.calls.at(-1)?.options
}

it('gives a session the rules of the base commit', async () => {
  expect(await run()).toMatchObject({
    settingSources: [],
    systemPrompt: { preset: 'claude_code', append: expect.stringContaining('Use tabs.') },
    disallowedTools: ['Read(./.env)'],
    plugins: [{ type: 'local', path: expect.stringContaining('skills-') }],
    skills: ['project:greet'],
    tools: expect.arrayContaining(['Skill']),
  })
})

it("keeps the user's own options", async () => {
  const config = { systemPrompt: 'My own.', disallowedTools: ['WebFetch'], skills: ['mine'] }
  expect(await run({ config })).toMatchObject({
    systemPrompt: expect.stringMatching(/^My own\.\n\n.*Use tabs\.$/s),
    disallowedTools: ['WebFetch', 'Read(./.env)'],
    skills: ['mine', 'project:greet'],
  })
})

it.each([{ projectRules: 'none' as const }, { settingSources: ['project' as const] }])(
  'leaves them out with %o',
  async (options) => {
    const found = await run(options)
    expect(found?.systemPrompt).not.toHaveProperty('append')
    expect(found?.disallowedTools).toEqual([])
    expect(found).not.toHaveProperty('plugins')
    expect(found?.tools).not.toContain('Skill')
  },
)
