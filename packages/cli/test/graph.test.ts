import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const graph = (text: string, format: string) => {
  const cwd = makeFolder()
  writeFileSync(join(cwd, 'plan.md'), text)
  return cli(['graph', 'plan.md', '--format', format], { cwd })
}
const table = (...rows: string[]): string =>
  [
    '# Shop',
    '',
    '| Phase | Name | Depends On |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n')
const refused = table(
  '1 | Set up | -',
  '2 | Build | 1, 3',
  '3 | Test | 2',
  '4 | Ship | 9, 4',
  '4 | Again | 3',
)

describe.concurrent('amelia graph of a plan with errors', () => {
  it('marks them as text, prints the issues, and exits with 2', async () => {
    const { code, stdout, stderr } = await graph(refused, 'ascii')
    expect(code).toBe(2)
    expect(stdout).toBe(`EXECUTION ORDER
===============

1  [Phase 1: Set up]
   [Phase 3: (error: in a cycle) Test]                       depends on 2
   [Phase 4: (error: 9 is unknown, depends on itself) Ship]  depends on 9, 4
      |
2  [Phase 2: (error: in a cycle) Build]                      depends on 1, 3
   [Phase 4 (line 9): (error: repeated id) Again]            depends on 3
`)
    for (const code of ['PHASE_CYCLE', 'DEPENDENCY_UNKNOWN', 'ID_DUPLICATE'])
      expect(stderr).toContain(`[${code}]`)
    expect(stderr).toContain('The plan cannot be run.')
  })

  it('lists the phases of a cycle with their titles, never side by side', async () => {
    const { code, stdout } = await graph(table('1 | A | 3', '2 | B | 1', '3 | C | 2'), 'ascii')
    expect(code).toBe(2)
    expect(stdout).toContain('[Phase 2: (error: in a cycle) B]  depends on 1')
  })

  it('marks them in Mermaid', async () => {
    const { code, stdout } = await graph(refused, 'mermaid')
    expect(code).toBe(2)
    for (const arrow of ['P2 --> P3', 'P3 --> P2', 'P4 --> P4', 'P9 --> P4'])
      expect(stdout).toContain(`    ${arrow}\n`)
    expect(stdout).toContain('P9["Phase 9: not in the plan"]')
    expect(stdout).toMatch(/class P2,P3,P4,.*P9 bad\n$/)
  })

  it('marks them in JSON', async () => {
    const { code, stdout } = await graph(refused, 'json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      nodes: [
        { id: '1', errors: [] },
        { id: '2', errors: ['in a cycle'] },
        { id: '3', errors: ['in a cycle'] },
        { id: '4', errors: ['9 is unknown', 'depends on itself'] },
        { id: '4 (line 9)', errors: ['repeated id'] },
      ],
      edges: [
        { from: '1', to: '2', error: null },
        { from: '3', to: '2', error: 'cycle' },
        { from: '2', to: '3', error: 'cycle' },
        { from: '9', to: '4', error: 'unknown' },
        { from: '4', to: '4', error: 'self' },
        { from: '3', to: '4 (line 9)', error: null },
      ],
      batches: [{ phases: ['1', '3', '4'] }, { phases: ['2', '4 (line 9)'] }],
      criticalPath: [],
    })
    expect(JSON.parse(stdout).issues).toHaveLength(3)
  })

  it('keeps two cycles apart, and what lies between them out of both', async () => {
    const { stdout } = await graph(
      table('1 | a | 2', '2 | b | 1', '3 | c | 2', '4 | d | 3, 5', '5 | e | 4'),
      'json',
    )
    const marked = (JSON.parse(stdout).nodes as { id: string; errors: string[] }[]).filter(
      ({ errors }) => errors.length > 0,
    )
    expect(marked.map(({ id }) => id)).toEqual(['1', '2', '4', '5'])
    expect((JSON.parse(stdout).edges as { from: string; error: string }[])[2]).toMatchObject({ error: null })
  })

  it('names other errors by their code', async () => {
    const { stdout } = await graph(table('1 | a | -', '1/2 | b | 1'), 'json')
    expect(JSON.parse(stdout).nodes).toMatchObject([{ errors: [] }, { errors: ['ID_INVALID'] }])
  })

  it('draws nothing without phases, and no secret', async () => {
    expect(await graph('', 'ascii')).toMatchObject({ code: 2, stdout: '' })
    const secret = await graph(table(`1 | AKIA${'Q7ZP3MX2WB5KD4TR'} | -`), 'ascii')
    expect(secret).toMatchObject({ code: 2, stdout: '' })
    expect(secret.stderr).toContain('[SECRET_IN_PLAN]')
  })
})
