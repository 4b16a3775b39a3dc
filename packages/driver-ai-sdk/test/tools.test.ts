import { describe, expect, it } from 'vitest'
import { openWorkspace, tryTools } from './stage.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

describe('read', () => {
  it('returns all lines or a range, and states which', async () => {
    const { results } = await tryTools(
      [
        ['read', { path: 'a.txt' }],
        ['read', { path: '/a.txt', from: 2, to: 3 }],
        ['read', { path: 'a.txt', from: '4', to: null }],
        ['read', { path: 'empty.txt' }],
        ['read', { path: 'a.txt', from: 9 }],
      ],
      { files: { '/a.txt': lines(4), '/empty.txt': '' } },
    )
    expect(results).toEqual([
      '/a.txt, lines 1 to 4 of 4\nline 1\nline 2\nline 3\nline 4',
      '/a.txt, lines 2 to 3 of 4\nline 2\nline 3',
      '/a.txt, lines 4 to 4 of 4\nline 4',
      '/empty.txt is empty.',
      'Invalid range of lines: /a.txt has 4 lines.',
    ])
  })

  it('returns as much of a long file as fits, and where to continue', async () => {
    const { results } = await tryTools(
      [
        ['read', { path: 'a.txt' }],
        ['read', { path: 'b.txt' }],
      ],
      {
        files: { '/a.txt': lines(5_000), '/b.txt': 'x'.repeat(10_000) },
        contextTokens: 10_000,
      },
    )
    const [first = '', second = ''] = results
    expect(first.length).toBeLessThanOrEqual(3_000)
    const shown = Number(/lines 1 to (\d+) of 5000, continue with from: (\d+)/.exec(first)?.[1])
    expect(first.endsWith(`line ${shown}`)).toBe(true)
    expect(second.length).toBeLessThanOrEqual(3_000)
    expect(second).toMatch(/x \.\.\.$/)
  })

  it('rejects binary files and large files', async () => {
    const workspace = await openWorkspace({ '/nul': 'a\0b' })
    const { fs } = workspace
    const bytes = async (path: string) =>
      path === '/latin' ? new Uint8Array([0xe9, 0x20]) : fs.readFile(path)
    const stat = async (path: string) =>
      path === '/huge'
        ? { ...(await fs.stat('/nul')), size: 9e9 }
        : fs.stat(path === '/latin' ? '/nul' : path)
    const { results } = await tryTools(
      [
        ['read', { path: 'nul' }],
        ['read', { path: 'latin' }],
        ['read', { path: 'huge' }],
        ['read', { path: 'none' }],
      ],
      { workspace: { ...workspace, fs: { ...fs, readFile: bytes, stat } } },
    )
    expect(results).toEqual([
      '/nul cannot be read: it is binary.',
      '/latin cannot be read: it is not UTF-8 text.',
      expect.stringContaining('9000000000 bytes'),
      expect.stringContaining('No such file'),
    ])
  })
})

describe('write, edit and delete', () => {
  it('change files', async () => {
    const { text, workspace, results } = await tryTools(
      [
        ['write', { path: 'src/new.txt', content: 'new\n' }],
        ['edit', { path: 'a.txt', old: 'line 2', new: 'second $& line' }],
        ['edit', { path: 'many.txt', old: 'x', new: 'y', all: true }],
        ['edit', { path: 'crlf.txt', old: 'a\nb', new: 'c\nd' }],
        ['delete', { path: 'old.txt' }],
        ['delete', { path: 'dir', folder: true }],
      ],
      {
        files: {
          '/a.txt': lines(3),
          '/many.txt': 'x x',
          '/crlf.txt': 'a\r\nb\r\n',
          '/old.txt': '',
          '/dir/x': '',
        },
      },
    )
    expect(await text('/src/new.txt')).toBe('new\n')
    expect(await text('/a.txt')).toBe('line 1\nsecond $& line\nline 3\n')
    expect(await text('/many.txt')).toBe('y y')
    expect(await text('/crlf.txt')).toBe('c\r\nd\r\n')
    expect(await workspace.fs.readdir('/')).not.toEqual(expect.arrayContaining(['old.txt']))
    expect(await workspace.fs.readdir('/')).not.toEqual(expect.arrayContaining(['dir']))
    expect(results[2]).toBe('Replaced in /many.txt: 2 places.')
  })

  it('reject ambiguous calls, and change nothing', async () => {
    const { text, results } = await tryTools(
      [
        ['edit', { path: 'a.txt', old: 'line', new: 'x' }],
        ['edit', { path: 'a.txt', old: 'line 9', new: 'x' }],
        ['edit', { path: 'a.txt', old: '', new: 'x' }],
        ['edit', { path: 'a.txt', old: 'x', new: 'x' }],
        ['write', { path: 'a.txt' }],
        ['write', { path: 'a.txt', content: 7 }],
        ['write', { path: 'a.txt', content: 'x[left out to save room: `content` of write, 900 characters]' }],
        ['write', { path: 'a.txt', content: 'x'.repeat(2_000_001) }],
        ['delete', { path: 'dir' }],
        ['write', '{"path": "a.txt", "cont'],
        ['format', {}],
      ],
      { files: { '/a.txt': lines(2), '/dir/x': '' } },
    )
    expect(await text('/a.txt')).toBe(lines(2))
    expect(await text('/dir/x')).toBe('')
    const expected = [
      /2 times in \/a.txt/,
      /`old` does not occur in/,
      /`old` is empty/,
      /identical/,
      /`content` is missing/,
      /`content` must be a string/,
      /Write the full text/,
      /too long/,
      /is a folder/,
      /not a JSON object/,
      /Unknown tool "format". Available tools: read, list, search, write, edit, delete\./,
    ]
    expect(results).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it('stay inside the workspace and outside git', async () => {
    const paths = [
      '../x',
      '/../x',
      'a/../../x',
      '.git/config',
      'src/.GIT/hooks/x',
      'git~1/x',
      '//host/x',
      'C:/x',
      '.',
    ]
    const written: string[] = []
    const workspace = await openWorkspace()
    const writeFile = async (path: string): Promise<void> => void written.push(path)
    const { results } = await tryTools(
      paths.map((path) => ['write', { path, content: 'x' }]),
      { workspace: { ...workspace, fs: { ...workspace.fs, writeFile } } },
    )
    expect(written).toEqual([])
    expect(results).toHaveLength(paths.length)
    for (const result of results) expect(result).toMatch(/is not a path in the workspace/)
  })
})

describe('list and search', () => {
  const files = {
    '/src/a.ts': 'export const a = 1\n\nconst Secret = "b"\n',
    '/src/deep/b.ts': 'const a = 2\n',
    '/src/c.md': 'const a\n',
    '/node_modules/x/index.js': 'const a = 3\n',
  }

  it('lists level by level, and opens node_modules only on request', async () => {
    const { results } = await tryTools(
      [
        ['list', { path: 'src', depth: 1 }],
        ['list', { path: '/' }],
        ['list', { path: 'node_modules' }],
      ],
      { files },
    )
    expect(results[0]).toBe('/src/a.ts\n/src/c.md\n/src/deep/')
    expect(results[1]?.split('\n').slice(-4)).toEqual([
      '/src/a.ts',
      '/src/c.md',
      '/src/deep/',
      '/src/deep/b.ts',
    ])
    expect(results[1]).toContain('/node_modules/')
    expect(results[1]).not.toContain('/node_modules/x')
    expect(results[2]).toBe('/node_modules/x/\n/node_modules/x/index.js')
  })

  it('cuts a long list', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`/many/${index}.txt`, '']))
    const { results } = await tryTools([['list', { path: 'many' }]], { files: many })
    expect(results[0]?.split('\n')).toHaveLength(501)
    expect(results[0]).toMatch(/incomplete|more matches/)
  })

  it('finds a text or a pattern', async () => {
    const { results } = await tryTools(
      [
        ['search', { text: 'const a' }],
        ['search', { pattern: '^const \\w+ = ', ending: '.ts' }],
        ['search', { text: 'secret', ignoreCase: true, path: 'src/a.ts' }],
        ['search', { pattern: 'SECRET', ignoreCase: true }],
        ['search', { text: 'nowhere' }],
      ],
      { files },
    )
    expect(results).toEqual([
      '/src/a.ts:1: export const a = 1\n/src/c.md:1: const a\n/src/deep/b.ts:1: const a = 2',
      '/src/a.ts:3: const Secret = "b"\n/src/deep/b.ts:1: const a = 2',
      '/src/a.ts:3: const Secret = "b"',
      '/src/a.ts:3: const Secret = "b"',
      'No matches.',
    ])
  })

  it('takes linear time for a pattern that is exponential in other engines', async () => {
    const { results } = await tryTools([['search', { pattern: '^(a+)+$' }]], {
      files: { '/evil': `${'a'.repeat(9_000)}b\n` },
    })
    expect(results).toEqual(['No matches.'])
  })

  it('explains invalid input', async () => {
    const { results } = await tryTools([
      ['search', {}],
      ['search', { text: 'a', pattern: 'b' }],
      ['search', { text: '' }],
      ['search', { pattern: '(?=a)' }],
      ['search', { pattern: 'x'.repeat(501) }],
      ['list', { depth: 0 }],
    ])
    const expected = [/either/, /either/, /empty/, /is invalid/, /1 to 500/, /at least 1/]
    expect(results).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it('cuts a long list of matches', async () => {
    const { results } = await tryTools([['search', { text: 'line' }]], { files: { '/a': lines(300) } })
    expect(results[0]?.split('\n')).toHaveLength(201)
    expect(results[0]).toMatch(/incomplete|more matches/)
  })
})
