import { describe, expect, it } from 'vitest'
import { openWorkspace, problemsOf, stageTools, textsOf } from './tool-stage.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

const matching = (patterns: readonly RegExp[]): unknown[] =>
  patterns.map((pattern) => expect.stringMatching(pattern) as unknown)

describe('the tools of a session', () => {
  it('are described in the form of tool calling', async () => {
    const { tools } = await stageTools({ access: 'read' })
    expect(tools.definitions.map(({ name }) => name)).toEqual(['read', 'list', 'search'])
    expect(tools.definitions[0]).toEqual({
      name: 'read',
      description: expect.stringContaining('Reads a text file') as string,
      inputSchema: {
        type: 'object',
        properties: {
          path: { type: 'string', description: expect.any(String) as string },
          from: { type: 'integer', description: expect.any(String) as string },
          to: { type: 'integer', description: expect.any(String) as string },
        },
        required: ['path'],
        additionalProperties: false,
      },
    })
  })

  it('take the input as an object or as JSON text, and name what is wrong with it', async () => {
    const { use } = await stageTools({ files: { '/a.txt': 'a\n' } })
    const results = await use([
      ['read', '{"path": "a.txt"}'],
      ['list', ''],
      ['read', '{"path": "a.t'],
      ['read', ['a.txt']],
      ['read', null],
      ['read', { path: 'a.txt', lines: 3 }],
      ['read', { path: 'a.txt', from: 'first' }],
      ['format', {}],
      ['constructor', {}],
    ])
    expect(problemsOf(results)).toEqual([
      ...[null, null, 'input_invalid', 'input_invalid', 'input_invalid', 'input_invalid', 'input_invalid'],
      ...['tool_unknown', 'tool_unknown'],
    ])
    expect(textsOf(results)).toEqual(
      matching([
        /^\/a.txt, lines 1 to 1 of 1\na$/,
        /\/a\.txt/,
        /not a JSON object/,
        /not a JSON object/,
        /not a JSON object/,
        /`lines` is unknown. The input may have: path, from, to\./,
        /`from` must be an integer/,
        /Unknown tool "format". Available tools: read, list, search, write, edit, delete\./,
        /Unknown tool "constructor"/,
      ]),
    )
  })

  it('stop with the reason of the signal, whichever it is', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`/${index}.txt`, 'x']))
    const stop = new AbortController()
    const { tools, workspace } = await stageTools({ files, signal: stop.signal })
    const own = new AbortController()
    const reason = new Error('own')
    const { fs } = workspace
    const lstat = fs.lstat.bind(fs)
    workspace.fs.lstat = (path) => {
      if (path === '/5.txt') own.abort(reason)
      return lstat(path)
    }
    await expect(tools.call('search', { text: 'x' }, { signal: own.signal })).rejects.toBe(reason)
    const other = new Error('the session')
    stop.abort(other)
    await expect(tools.call('write', { path: 'late.txt', content: 'x' })).rejects.toBe(other)
    await expect(fs.readFile('/late.txt')).rejects.toThrow(/ENOENT/)
  })
})

describe('read', () => {
  it('returns all lines or a range, and states which', async () => {
    const { use } = await stageTools({ files: { '/a.txt': lines(4), '/empty.txt': '' } })
    const results = await use([
      ['read', { path: 'a.txt' }],
      ['read', { path: '/a.txt', from: 2, to: 3 }],
      ['read', { path: 'a.txt', from: '4', to: null }],
      ['read', { path: 'empty.txt' }],
      ['read', { path: 'a.txt', from: 9 }],
    ])
    expect(textsOf(results)).toEqual([
      '/a.txt, lines 1 to 4 of 4\nline 1\nline 2\nline 3\nline 4',
      '/a.txt, lines 2 to 3 of 4\nline 2\nline 3',
      '/a.txt, lines 4 to 4 of 4\nline 4',
      '/empty.txt is empty.',
      'Invalid range of lines: /a.txt has 4 lines.',
    ])
  })

  it('returns as much of a long file as fits, and where to continue', async () => {
    const files = { '/a.txt': lines(5_000), '/b.txt': 'x'.repeat(10_000), '/c.txt': lines(5_000) }
    const { use } = await stageTools({ files })
    const calls: [string, unknown][] = [
      ['read', { path: 'a.txt' }],
      ['read', { path: 'b.txt' }],
    ]
    const [first = '', second = ''] = textsOf(await use(calls, { maxCharacters: 3_000 }))
    expect(first.length).toBeLessThanOrEqual(3_000)
    const shown = Number(/lines 1 to (\d+) of 5000, continue with from: (\d+)/.exec(first)?.[1])
    expect(first.endsWith(`line ${shown}`)).toBe(true)
    expect(second.length).toBeLessThanOrEqual(3_000)
    expect(second).toMatch(/x…$/)
    const [whole] = textsOf(await use([['read', { path: 'c.txt' }]]))
    expect(whole?.length).toBeGreaterThan(25_000)
    expect(whole?.length).toBeLessThanOrEqual(30_000)
  })

  it('rejects binary files, large files and folders, and names a file that was probably meant', async () => {
    const workspace = await openWorkspace({
      '/nul': 'a\0b',
      '/latin': 'x',
      '/huge': 'x',
      '/src/index.ts': '',
    })
    const { fs } = workspace
    const bytes = async (path: string) =>
      path === '/latin' ? new Uint8Array([0xe9, 0x20]) : fs.readFile(path)
    const stat = async (path: string) => {
      const found = await fs.stat(path)
      return path === '/huge' ? { ...found, size: 9e9 } : found
    }
    const { use } = await stageTools({ workspace: { ...workspace, fs: { ...fs, readFile: bytes, stat } } })
    const results = await use([
      ['read', { path: 'nul' }],
      ['read', { path: 'latin' }],
      ['read', { path: 'huge' }],
      ['read', { path: 'src' }],
      ['read', { path: 'none/at/all' }],
      ['read', { path: 'src/indx.ts' }],
    ])
    expect(results).toEqual([
      { problem: 'not_text', text: '/nul cannot be read: it is binary.' },
      { problem: 'not_text', text: '/latin cannot be read: it is not UTF-8 text.' },
      { problem: 'too_large', text: expect.stringContaining('9000000000 bytes') as string },
      { problem: 'wrong_kind', text: '/src cannot be read: it is a folder. List it instead.' },
      {
        problem: 'not_found',
        text: 'No such file or folder in the workspace: /none/at/all. List the folder to find it.',
      },
      {
        problem: 'not_found',
        text: 'No such file or folder in the workspace: /src/indx.ts. Did you mean /src/index.ts?',
      },
    ])
  })
})

describe('write, edit and delete', () => {
  it('change files', async () => {
    const files = {
      ...{ '/a.txt': lines(3), '/many.txt': 'x x', '/crlf.txt': 'a\r\nb\r\n', '/bom.txt': '\ufeffa\n' },
      ...{ '/old.txt': '', '/dir/x': '' },
    }
    const { use, text, workspace } = await stageTools({ files })
    const results = await use([
      ['write', { path: 'src/new.txt', content: 'new\n' }],
      ['edit', { path: 'a.txt', old: 'line 2', new: 'second $& line' }],
      ['edit', { path: 'many.txt', old: 'x', new: 'y', all: true }],
      ['edit', { path: 'crlf.txt', old: 'a\nb', new: 'c\nd' }],
      ['edit', { path: 'bom.txt', old: 'a', new: 'b' }],
      ['delete', { path: 'old.txt' }],
      ['delete', { path: 'dir', folder: true }],
    ])
    expect(await text('/src/new.txt')).toBe('new\n')
    expect(await text('/a.txt')).toBe('line 1\nsecond $& line\nline 3\n')
    expect(await text('/many.txt')).toBe('y y')
    expect(await text('/crlf.txt')).toBe('c\r\nd\r\n')
    expect([...(await workspace.fs.readFile('/bom.txt'))].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
    const names = await workspace.fs.readdir('/')
    for (const name of ['old.txt', 'dir']) expect(names).not.toContain(name)
    expect(results[2]?.text).toBe('Replaced in /many.txt: 2 places.')
    expect(problemsOf(results)).toEqual(results.map(() => null))
  })

  it('reject ambiguous calls, and change nothing', async () => {
    const { use, text } = await stageTools({ files: { '/a.txt': `${lines(2)}  other\n`, '/dir/x': '' } })
    const results = await use([
      ['edit', { path: 'a.txt', old: 'line', new: 'x' }],
      ['edit', { path: 'a.txt', old: 'line 9', new: 'x' }],
      ['edit', { path: 'a.txt', old: 'other\nmore', new: 'x' }],
      ['edit', { path: 'a.txt', old: '', new: 'x' }],
      ['edit', { path: 'a.txt', old: 'x', new: 'x' }],
      ['write', { path: 'a.txt' }],
      ['write', { path: 'a.txt', content: 7 }],
      ['write', { path: 'a.txt', content: 'x'.repeat(2_000_001) }],
      ['write', { path: 'a.txt', content: 'é'.repeat(1_000_001) }],
      ['write', { path: 'a.txt/b', content: '' }],
      ['write', { path: 'dir', content: '' }],
      ['delete', { path: 'dir' }],
      ['delete', { path: 'no.txt' }],
    ])
    expect(await text('/a.txt')).toBe(`${lines(2)}  other\n`)
    expect(await text('/dir/x')).toBe('')
    expect(textsOf(results)).toEqual(
      matching([
        /occurs 2 times in \/a.txt, in lines 1, 2\. Add surrounding lines/,
        /does not occur in \/a.txt. Read the lines/,
        /Its first line is line 3 there/,
        /`old` is empty/,
        /identical/,
        /`content` is missing/,
        /`content` must be a string/,
        /has 2000001 bytes; a file may have at most 2000000/,
        /has 2000002 bytes/,
        /is not a folder/,
        /is a folder/,
        /is a folder. Set `folder`/,
        /No such file/,
      ]),
    )
    expect(problemsOf(results)).toEqual([
      ...['ambiguous', 'no_match', 'no_match', 'input_invalid', 'input_invalid', 'input_invalid'],
      ...['input_invalid', 'too_large', 'too_large', 'wrong_kind', 'wrong_kind', 'wrong_kind', 'not_found'],
    ])
  })

  it('stay inside the workspace and outside git', async () => {
    const paths = [
      ...['../x', '/../x', 'a/../../x', '.git/config', 'src/.GIT/hooks/x', 'git~1/x', 'a/git~2', '//host/x'],
      ...['C:/x', '~/x', '.', '', '.g\u200cit/x', '.git./x', '.git::$INDEX_ALLOCATION/x', 'a\\..\\b', 'a\0b'],
    ]
    const touched: string[] = []
    const workspace = await openWorkspace()
    const touch = (path: string): Promise<never> => {
      touched.push(path)
      return Promise.reject(new Error('touched'))
    }
    const fs = { ...workspace.fs, writeFile: touch, readFile: touch, rm: touch, lstat: touch, stat: touch }
    const { use } = await stageTools({ workspace: { ...workspace, fs } })
    for (const path of paths) {
      const results = await use([
        ['write', { path, content: 'x' }],
        ['read', { path }],
        ['edit', { path, old: 'a', new: 'b' }],
        ['delete', { path, folder: true }],
      ])
      for (const { text, problem } of results) {
        expect([path, problem]).toEqual([path, 'path_denied'])
        expect(text).toMatch(/is not a path in the workspace/)
      }
    }
    expect(touched).toEqual([])
  })

  it('take a path in the folder on disk for the same path in the workspace', async () => {
    const workspace = { ...(await openWorkspace({ '/src/a.ts': 'a' })), dir: '/tmp/slot-1' }
    const { use } = await stageTools({ workspace })
    expect(
      await use([
        ['read', { path: '/tmp/slot-1/src/a.ts' }],
        ['list', { path: '/tmp/slot-1', depth: 1 }],
        ['read', { path: '/tmp/slot-1/../slot-2/src/a.ts' }],
        ['read', { path: '/tmp/slot-10/a' }],
      ]),
    ).toEqual([
      { text: '/src/a.ts, lines 1 to 1 of 1\na' },
      { text: expect.stringContaining('/src/') as string },
      { text: expect.stringContaining('it holds ".."') as string, problem: 'path_denied' },
      { text: expect.stringContaining('No such file') as string, problem: 'not_found' },
    ])
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
    const { use } = await stageTools({ files })
    const results = textsOf(
      await use([
        ['list', { path: 'src', depth: 1 }],
        ['list', { path: '/' }],
        ['list', { path: 'node_modules' }],
        ['list', { path: 'src/a.ts' }],
        ['list', { path: 'sr' }],
      ]),
    )
    expect(results[0]).toBe('/src/a.ts\n/src/c.md\n/src/deep/')
    const last = results[1]?.split('\n').slice(-4)
    expect(last).toEqual(['/src/a.ts', '/src/c.md', '/src/deep/', '/src/deep/b.ts'])
    expect(results[1]).toContain('/node_modules/')
    expect(results[1]).not.toContain('/node_modules/x')
    expect(results[2]).toBe('/node_modules/x/\n/node_modules/x/index.js')
    expect(results[3]).toMatch(/not a folder/)
    expect(results[4]).toMatch(/Did you mean \/src\?/)
  })

  it('reports links, follows none, and hides what git takes for its own', async () => {
    const workspace = await openWorkspace({ '/a.txt': 'text', '/out.txt': 'text' })
    const { fs } = workspace
    const lstat = async (path: string) => {
      const stat = await fs.lstat(path)
      return path === '/out.txt' ? { ...stat, isSymbolicLink: () => true, isFile: () => false } : stat
    }
    const readdir = async (path: string) => [...(await fs.readdir(path)), '.git', '.GIT.']
    const { use } = await stageTools({ workspace: { ...workspace, fs: { ...fs, lstat, readdir } } })
    const [list = '', search = ''] = textsOf(
      await use([
        ['list', {}],
        ['search', { text: 'text' }],
      ]),
    )
    expect(list).toContain('/out.txt (link)')
    expect(list).not.toMatch(/\.git/i)
    expect(search).toBe('/a.txt:1: text')
  })

  it('cuts a long list', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`/many/${index}.txt`, '']))
    const { use } = await stageTools({ files: many })
    const [list = ''] = textsOf(await use([['list', { path: 'many' }]]))
    expect(list.split('\n')).toHaveLength(501)
    expect(list).toMatch(/incomplete/)
  })

  it('finds a text or a pattern', async () => {
    const { use } = await stageTools({ files })
    const results = await use([
      ['search', { text: 'const a' }],
      ['search', { pattern: '^const \\w+ = ', ending: '.ts' }],
      ['search', { text: 'secret', ignoreCase: true, path: 'src/a.ts' }],
      ['search', { pattern: 'SECRET', ignoreCase: true }],
      ['search', { text: 'nowhere' }],
    ])
    expect(textsOf(results)).toEqual([
      '/src/a.ts:1: export const a = 1\n/src/c.md:1: const a\n/src/deep/b.ts:1: const a = 2',
      '/src/a.ts:3: const Secret = "b"\n/src/deep/b.ts:1: const a = 2',
      '/src/a.ts:3: const Secret = "b"',
      '/src/a.ts:3: const Secret = "b"',
      'No matches.',
    ])
  })

  it('takes linear time for a pattern that is exponential in other engines', async () => {
    const { use } = await stageTools({ files: { '/evil': `${'a'.repeat(9_000)}b\n` } })
    expect(textsOf(await use([['search', { pattern: '^(a+)+$' }]]))).toEqual(['No matches.'])
  })

  it('explains invalid input', async () => {
    const { use } = await stageTools()
    const results = await use([
      ['search', {}],
      ['search', { text: 'a', pattern: 'b' }],
      ['search', { text: '' }],
      ['search', { pattern: '(?=a)' }],
      ['search', { pattern: 'x'.repeat(501) }],
      ['list', { depth: 0 }],
    ])
    expect(textsOf(results)).toEqual(
      matching([/either/, /either/, /empty/, /is invalid/, /1 to 500/, /at least 1/]),
    )
    expect(problemsOf(results)).toEqual(results.map(() => 'input_invalid'))
  })

  it('cuts a long list of matches', async () => {
    const { use } = await stageTools({ files: { '/a': lines(300) } })
    const [found = ''] = textsOf(await use([['search', { text: 'line' }]]))
    expect(found.split('\n')).toHaveLength(201)
    expect(found).toMatch(/more matches/)
  })
})
