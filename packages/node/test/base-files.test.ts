import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'

it('reads the files of the base, whatever was done to the workspace and its git folder', async () => {
  const { repo, slots, write, sh, close } = createRepository()
  try {
    write('.claude/skills/greet/SKILL.md', 'Greet.')
    write('.claude/notes.md', 'Notes.')
    write('CLAUDE.md', 'Rules.')
    symlinkSync('CLAUDE.md', join(repo, 'link.md'))
    sh('add', '-A')
    sh('commit', '-qm', 'rules')
    const git = nativeGit({ repo, slots })
    const workspace = await git.openWorkspace({ runId: 'r', base: sh('rev-parse', 'HEAD') })
    await workspace.fs.writeFile('/CLAUDE.md', 'Changed.')
    await workspace.fs.writeFile('/.claude/skills/more/SKILL.md', 'More.')
    const { baseFiles } = workspace
    expect(await baseFiles?.list('.claude/skills')).toEqual(['.claude/skills/greet/SKILL.md'])
    expect(await baseFiles?.list('missing')).toEqual([])
    const read = async (path: string) => {
      const content = await baseFiles?.read(path)
      return content && new TextDecoder().decode(content)
    }
    expect(await read('CLAUDE.md')).toBe('Rules.')
    expect(await read('.claude')).toBeNull()
    expect(await read('link.md')).toBeNull()
    await git.closeWorkspace(workspace)
    const rules = sh('rev-parse', 'HEAD')
    write('CLAUDE.md', 'Other rules.')
    sh('commit', '-qam', 'work')
    const later = await git.openWorkspace({ runId: 'r', base: sh('rev-parse', 'HEAD'), rules })
    expect(new TextDecoder().decode((await later.baseFiles?.read('CLAUDE.md'))!)).toBe('Rules.')
    await git.closeWorkspace(later)
  } finally {
    close()
  }
})
