import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseFiles } from '@amelia/core/plugin'
import { afterAll, expect, it } from 'vitest'
import { readProjectRules } from './read-project-rules.ts'
import { writeSkills } from './write-skills.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-rules-'))
afterAll(() => rmSync(home, { recursive: true }))

const baseOf = (files: Record<string, string>): BaseFiles => ({
  list: async (folder) => Object.keys(files).filter((path) => path.startsWith(`${folder}/`)),
  read: async (path) => (files[path] === undefined ? null : new TextEncoder().encode(files[path])),
})

it('reads nothing from a project without rules', async () => {
  expect(await readProjectRules(baseOf({ 'a.ts': '' }))).toEqual({ text: '', denials: [], skills: new Map() })
})

it('reads the text with its imports, each once and inside the project only', async () => {
  const { text } = await readProjectRules(
    baseOf({
      'CLAUDE.md':
        'Use tabs. See @docs/style.md and @AGENTS.md, not @/etc/passwd, @~/x, @../x or me@host.md.',
      'AGENTS.md': 'Run the tests. @CLAUDE.md `@secret.md`\n```\n@secret.md\n```',
      'docs/style.md': 'Short names. @./more.md',
      'docs/more.md': 'More.',
      'secret.md': 'Not imported.',
      '../x': 'Outside.',
    }),
  )
  expect(text.match(/^# .+$/gm)).toEqual(['# CLAUDE.md', '# docs/style.md', '# docs/more.md', '# AGENTS.md'])
  expect(text).toContain('Follow them.')
  expect(text).not.toContain('Not imported.')
  expect(text).not.toContain('Outside.')
})

it('reads denials only, of settings that allow and run more', async () => {
  const settings = {
    permissions: { allow: ['Bash'], deny: ['Read(./.env)', 7] },
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  }
  const read = async (text: string) =>
    (await readProjectRules(baseOf({ '.claude/settings.json': text }))).denials
  expect(await read(JSON.stringify(settings))).toEqual(['Read(./.env)'])
  expect(await read('{')).toEqual([])
  expect(await read('{"permissions":{"deny":"Bash"}}')).toEqual([])
})

it('writes skills as a plugin, and again after they were changed', async () => {
  const { skills } = await readProjectRules(
    baseOf({ '.claude/skills/greet/SKILL.md': 'Greet.', '.claude/skills/greet/names.txt': 'Ada' }),
  )
  const written = await writeSkills(home, skills)
  expect(written?.names).toEqual(['project:greet'])
  const file = join(written?.folder ?? '', 'skills/greet/SKILL.md')
  writeFileSync(file, 'Changed by an agent.')
  expect((await writeSkills(home, skills))?.folder).toBe(written?.folder)
  expect(readFileSync(file, 'utf8')).toBe('Greet.')
  expect(readFileSync(join(written?.folder ?? '', 'skills/greet/names.txt'), 'utf8')).toBe('Ada')
  expect(await writeSkills(home, new Map())).toBeUndefined()
})
