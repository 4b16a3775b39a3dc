import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { quoteArgument } from '../src/lib/setting/quote-argument.ts'
import { git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const agent = `
import { appendFileSync, writeFileSync } from 'node:fs'
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
appendFileSync(process.argv[2], prompt + '\\n----\\n')
if (/^You review/.test(prompt)) console.log('\`\`\`json\\n{"approved":true,"summary":"Fine.","comments":[]}\\n\`\`\`')
else if (!prompt.includes('In German')) console.log('In which language are the greetings?')
else {
  writeFileSync('greeting.txt', 'Guten Tag\\n')
  console.log('\`\`\`json\\n{"status":"done","summary":"Wrote it.","subtasks":[],"files":["greeting.txt"],"notDone":[]}\\n\`\`\`')
}
`

it('the question of an agent is answered under `answer`, and the agent reads it', {
  timeout: 60_000,
}, async () => {
  const repo = makeRepository()
  const folder = makeFolder()
  const [plan, program, prompts] = ['plan.md', 'agent.mjs', 'prompts.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(plan, '# Work\n\n## Phase 1: Greet\nWrite greeting.txt.\n')
  writeFileSync(program, agent)
  const command = ['node', program, prompts].map(quoteArgument).join(' ')
  const flags = ['--driver', 'command', '--agent', command, '--test', 'test -f greeting.txt', '--yes']
  const terminal = startInTerminal(['run', plan, ...flags], { cwd: repo, size: { cols: 80, rows: 40 } })
  const screen = await terminal.until(/^ +x {2}abort /m)
  expect(screen).toContain('The agent needs a decision: In which language are the greetings?')
  expect(screen).toContain('w  answer        the agent goes on with your answer')
  expect(screen).toContain('r  retry         lets the agent decide itself')
  expect(screen).not.toMatch(/^ +f {2}fix /m)
  await terminal.press('w', 'Your answer:')
  terminal.type('In German')
  await terminal.press('\r', 'Batch 1 (1) passed. Approve it?')
  await terminal.press('a', /: 1 of 1 phase/)
  expect(await terminal.exited).toBe(0)
  const [, branch = ''] = / on the branch (\S+)/.exec(terminal.screen().join('\n')) ?? []
  expect(git(repo, 'show', `${branch}:greeting.txt`)).toBe('Guten Tag')
  expect(readFileSync(prompts, 'utf8')).toContain('The answer:\n    In German')
})
