import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, say, toolResults } from './fake-anthropic.ts'
import { openRealClaude } from './real-claude.ts'

const put = (root: string, files: Record<string, string>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
const skill = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: Use it for ${name}\n---\n\n${text}\n`

it('follows the rules of the base commit, and not what an agent made of them', async () => {
  const claude = await openRealClaude()
  try {
    const repo = join(dirname(claude.dir), 'repo')
    createRepository(repo)
    put(repo, {
      'CLAUDE.md': 'RULES OF THE BASE, with @AGENTS.md',
      'AGENTS.md': 'IMPORTED RULES',
      '.env': 'SECRET=1',
      '.claude/settings.json': '{"permissions":{"deny":["Read(./.env)","Bash(curl:*)"]}}',
      '.claude/skills/greeting/SKILL.md': skill('greeting', 'TEXT OF THE SKILL'),
    })
    execFileSync('git', ['-C', repo, 'add', '-Af'])
    execFileSync('git', ['-C', repo, 'commit', '-qm', 'Rules'])
    const base = execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
    const { git } = nodeHost({ repo, slots: join(dirname(claude.dir), 'slots') })
    const workspace = await git.openWorkspace({ runId: 'rules', base })
    const dir = workspace.dir ?? ''
    put(dir, {
      'CLAUDE.md': 'RULES OF AN AGENT',
      '.claude/settings.json': '{"permissions":{"allow":["Bash(curl:*)"]}}',
      '.claude/skills/greeting/SKILL.md': skill('greeting', 'SKILL OF AN AGENT'),
      '.claude/skills/other/SKILL.md': skill('other', 'OTHER SKILL OF AN AGENT'),
    })
    claude.api.play([
      call('Read', { file_path: join(dir, '.env') }),
      call('Bash', { command: 'curl http://127.0.0.1:9/' }),
      call('Skill', { skill: 'project:greeting' }),
      say('Done.'),
    ])
    expect((await claude.run({ workspace })).result?.text).toBe('Done.')
    const seen = JSON.stringify(claude.api.requests.map(({ body }) => body))
    for (const text of ['RULES OF THE BASE', 'IMPORTED RULES', 'Use it for greeting', 'TEXT OF THE SKILL'])
      expect(seen).toContain(text)
    expect(seen).not.toContain('OF AN AGENT')
    expect(seen).not.toContain('Use it for other')
    const [read = '', bash = ''] = claude.api.requests.slice(1).flatMap(toolResults)
    expect(read).toContain('denied by your permission settings')
    expect(bash).toContain('has been denied')
    await git.closeWorkspace(workspace)
  } finally {
    const { seen } = claude.proxy
    await claude.close()
    expect(seen, 'hosts other than loopback').toEqual([])
  }
})
