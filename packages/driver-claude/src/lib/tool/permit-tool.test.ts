import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permitTool, sessionTools, type ToolPolicy } from './permit-tool.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-permit-')))
afterAll(() => rmSync(base, { recursive: true }))
const root = join(base, 'work')
const shared = join(base, 'shared')

beforeAll(() => {
  for (const folder of ['work/src', 'work/.git', 'work-evil', 'shared'])
    mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), '')
  symlinkSync('src', join(root, 'inside'))
  symlinkSync('..', join(root, 'above'))
  symlinkSync('.git', join(root, 'history'))
  symlinkSync('../work-evil/new', join(root, 'dangling'))
})

const policy = (more: Partial<ToolPolicy> = {}): ToolPolicy => ({
  access: 'write',
  root,
  formerFolders: [],
  readable: [],
  tools: [],
  ...more,
})
const write = (file_path: string, more: Partial<ToolPolicy> = {}) =>
  permitTool(policy(more), 'Write', { file_path })

describe('a path', () => {
  it.each(['src/a.ts', 'new/folder/b.ts', join(root, 'src/a.ts'), 'inside/c.ts', '.gitignore', root])(
    'is permitted: %s',
    async (path) => {
      expect(await write(path)).toBe('allow')
    },
  )

  it.each([
    '/etc/passwd',
    join(base, 'work-evil/x'),
    '../work-evil/x',
    `${root}/src/../../work-evil/x`,
    'src\\..\\..\\x',
    '~/x',
    'above/x',
    'above/work-evil/x',
    'dangling',
    'dangling/deeper',
    '.git/hooks/pre-commit',
    '.GIT/config',
    'sub/.git/config',
    'git~1/config',
    'history/config',
    'a\0b',
  ])('is refused: %s', async (path) => {
    expect(await write(path)).toMatchObject({
      refused: expect.stringContaining('below the working directory'),
    })
  })

  it('is checked in every tool that takes one', async () => {
    const out = '/etc/passwd'
    const uses: [string, Record<string, unknown>][] = [
      ['Read', { file_path: out }],
      ['Edit', { file_path: out }],
      ['NotebookEdit', { notebook_path: out }],
      ['Grep', { pattern: 'x', path: '/etc' }],
      ['Glob', { pattern: '*', path: '/etc' }],
      ['Glob', { pattern: '/etc/*' }],
      ['Glob', { pattern: '../*' }],
      ['Glob', { pattern: '{a,../..}/*' }],
      ['Glob', { pattern: 'above/work-evil/*' }],
    ]
    for (const [name, input] of uses)
      expect(await permitTool(policy(), name, input), name).toMatchObject({ refused: expect.any(String) })
    expect(await permitTool(policy(), 'Glob', { pattern: 'src/{a,b}..c/*.ts' })).toBe('allow')
    expect(await permitTool(policy(), 'Grep', { pattern: '/etc/..' })).toBe('allow')
  })

  it('in a readable folder may be read but not written', async () => {
    const path = join(shared, 'notes.md')
    expect(await permitTool(policy({ readable: [shared] }), 'Read', { file_path: path })).toBe('allow')
    expect(await write(path, { readable: [shared] })).toMatchObject({ refused: expect.any(String) })
    expect(await permitTool(policy(), 'Read', { file_path: path })).toMatchObject({
      refused: expect.any(String),
    })
  })
})

describe('a tool', () => {
  it('is available only with the required access', async () => {
    expect(sessionTools({ access: 'read', tools: [] })).not.toContain('Write')
    expect(await write('src/a.ts', { access: 'read' })).toMatchObject({
      refused: expect.stringContaining('no tool Write'),
    })
    expect(await permitTool(policy(), 'WebFetch', {})).toMatchObject({ refused: expect.any(String) })
    expect(await permitTool(policy({ tools: ['WebFetch'] }), 'WebFetch', {})).toBe('allow')
    expect(await permitTool(policy({ access: 'read' }), 'StructuredOutput', {})).toBe('allow')
  })

  it('that runs commands is left to the agent in a read-only session', async () => {
    expect(await permitTool(policy(), 'Bash', { command: 'rm -r /', path: '/etc' })).toBe('allow')
    expect(await permitTool(policy({ access: 'read' }), 'Bash', { command: 'ls' })).toBe('ask')
  })
})

describe('a folder that the conversation worked in before', () => {
  const former = '/slots/1/work'
  const moved = policy({ formerFolders: [former] })

  it('is refused to file tools and to commands, with the new folder named', async () => {
    const uses: [string, Record<string, unknown>][] = [
      ['Write', { file_path: `${former}/a.ts` }],
      ['Read', { file_path: former }],
      ['Grep', { pattern: 'x', path: former }],
      ['Bash', { command: `cd ${former} && npm test` }],
      ['Bash', { command: `echo x > "${former}/a.ts"` }],
    ]
    for (const [name, input] of uses)
      expect(await permitTool(moved, name, input), name).toMatchObject({
        refused: expect.stringContaining(`The workspace is now ${JSON.stringify(root)}`),
      })
  })

  it('is not confused with another one', async () => {
    for (const command of [`ls ${former}2`, `ls ${former}-b`, 'ls src', `ls ${root}`])
      expect(await permitTool(moved, 'Bash', { command })).toBe('allow')
    const above = policy({ formerFolders: [base, root] })
    expect(await permitTool(above, 'Bash', { command: `ls ${root}/src` })).toBe('allow')
  })

  it('is not a folder of the workspace or of a readable folder that the shell was in', async () => {
    const inside = policy({
      formerFolders: [join(root, 'src'), shared, join(shared, 'a')],
      readable: [`${shared}/`],
    })
    const uses: [string, Record<string, unknown>][] = [
      ['Edit', { file_path: join(root, 'src/a.ts') }],
      ['Bash', { command: `cd ${root}/src && npm test` }],
      ['Grep', { pattern: 'x', path: join(shared, 'a') }],
    ]
    for (const [name, input] of uses) expect(await permitTool(inside, name, input), name).toBe('allow')
    // A link leads to the workspace, and the shell reported the folder behind it.
    symlinkSync('work', join(base, 'linked'))
    const linked = policy({ root: join(base, 'linked'), formerFolders: [root, join(root, 'src')] })
    expect(await permitTool(linked, 'Bash', { command: `ls ${root}/src` })).toBe('allow')
  })
})
