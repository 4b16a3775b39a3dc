import { describe, expect, it } from 'vitest'
import { defineParser, type PlanParserV1, type WrittenPlan } from '../../contract/plan-parser.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import { findLosses } from '../../plan/find-losses.ts'
import { parserContract } from './parser-contract.ts'

const sample = 'plan\n1 First\n2 Second\n'
const head = 'plan'

const parse = (source: string): ReturnType<PlanParserV1['parse']> => {
  const lines = source.split(/\r\n|\r|\n/)
  const phases = lines.flatMap((text, index) => {
    const [, id, title] = /^(\w+) (\S.*)$/.exec(text.trim()) ?? []
    return id === undefined || title === undefined ? [] : [{ id, title, line: index + 1 }]
  })
  if (phases.length > 0) return { plan: { phases }, issues: [] }
  const place = { line: 1, column: 1 }
  return { issues: [{ severity: 'error', code: 'NO_PHASES', message: 'It is empty.', ...place }] }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A parser that keeps every promise of the contract, and has every optional member. */
const parts: Omit<PlanParserV1, 'contract'> = {
  id: 'lines',
  detect: (source) => (source.startsWith(head) ? 1 : 0),
  parse,
  parseFiles(files) {
    if (files.some(({ text }) => !text.startsWith(head))) return undefined
    const phases = files.flatMap(({ text, line }) =>
      (parse(text).plan?.phases ?? []).map((phase) => ({ ...phase, line: (phase.line ?? 1) + line - 1 })),
    )
    return phases.length > 0 ? { plan: { phases }, issues: [] } : parse('')
  },
  findFiles(paths) {
    const files = paths.filter((path) => path.endsWith('.txt')).map((path) => ({ path }))
    return files.length > 0 ? { tool: 'lists', files } : undefined
  },
  folders: ['a folder of lists'],
  write(plan): WrittenPlan {
    const text = `${head}\n${plan.phases.map(({ id, title }) => `${id} ${oneLine(title)}\n`).join('')}`
    return { text, losses: findLosses(plan, parse(text).plan) }
  },
  fix: (source) => source.replaceAll(/^(\w+)  +(?=\S)/gm, '$1 '),
}

const files = [
  [
    { path: 'a.txt', text: 'plan\n1 First\n' },
    { path: 'b.txt', text: 'plan\n2 Second\n' },
  ],
]

/** Returns the names of the cases that fail, of those whose names begin with a text. */
const failures = async (change: Partial<typeof parts>, start = ''): Promise<string[]> => {
  const parser = defineParser({ ...parts, ...change })
  const failed: string[] = []
  for (const { name, run } of parserContract({ parser, samples: [sample], files }))
    if (name.startsWith(start)) await run().catch(() => failed.push(name))
  return failed
}

const withPlan = (edit: (plan: PlanDraft) => PlanDraft): Partial<typeof parts> => ({
  parse(source) {
    const { plan, issues } = parse(source)
    return { ...(plan && { plan: edit(plan) }), issues }
  },
})
const place = (line: number, column: number): Partial<typeof parts> => ({
  parse(source) {
    const issue = { severity: 'warning', code: 'KEY_UNKNOWN', message: 'x', line, column } as const
    const { issues, ...read } = parse(source)
    return { ...read, issues: [...issues, issue] }
  },
})
const throws = (): never => {
  throw new Error('broken')
}

describe('the contract of parsers', () => {
  it('passes for a parser that keeps it, and covers all cases', async () => {
    const parser = defineParser(parts)
    const cases = parserContract({ parser, samples: [sample], files })
    expect(cases.filter(({ covered }) => !covered)).toEqual([])
    expect(await failures({})).toEqual([])
  })

  it('omits the cases of members that a parser does not have', () => {
    const parser = defineParser({ id: 'lines', detect: parts.detect, parse })
    const missing = parserContract({ parser, samples: [sample] }).flatMap((each) => each.missing)
    expect(new Set(missing)).toEqual(
      new Set(['parser.parseFiles', 'parser.findFiles', 'files', 'parser.write', 'parser.fix']),
    )
  })

  it.each<[string, Partial<typeof parts>, string]>([
    ['detect throws', { detect: throws }, 'the score of any text'],
    ['parse throws', { parse: throws }, 'any text results in a plan'],
    ['an issue is below the text', place(9999, 1), 'any text results in a plan'],
    ['an issue is beside its line', place(1, 999), 'any text results in a plan'],
    [
      'a phase is below the text',
      withPlan(({ phases }) => ({ phases: phases.map((phase) => ({ ...phase, line: 9999 })) })),
      'each part of a plan begins inside the text',
    ],
    [
      'a step is below the text',
      withPlan(({ phases }) => ({
        phases: phases.map((phase) => ({
          ...phase,
          subtasks: [
            { id: `${phase.id}.1`, title: 'x', steps: [{ id: `${phase.id}.2`, action: 'manual', line: 99 }] },
          ],
        })),
      })),
      'each part of a plan begins inside the text',
    ],
    ['the format is another', withPlan((plan) => ({ ...plan, format: 'other' })), 'a plan names the format'],
    [
      'the account hides skipped lines',
      {
        parse: (source) => ({
          ...parse(source),
          reading: { rule: '', boxes: 0, criteria: 0, context: [], skipped: [{ line: 1, text: 'x' }] },
        }),
      },
      'an account of a text',
    ],
    ['parseFiles throws', { parseFiles: throws }, 'any files result'],
    [
      'parseFiles places phases outside the files',
      { parseFiles: () => ({ plan: { phases: [{ id: '1', title: 'x', line: 9999 }] }, issues: [] }) },
      'any files result',
    ],
    [
      'findFiles invents a file',
      { findFiles: () => ({ tool: 'x', files: [{ path: 'no' }] }) },
      'it finds files',
    ],
    ['no folder is named', { folders: [] }, 'it finds files'],
    ['parseFiles reads nothing', { parseFiles: () => undefined }, 'plans of several files are read'],
    ['write throws', { write: throws }, 'any plan is written'],
    ['write returns garbage', { write: () => 'x' as unknown as WrittenPlan }, 'any plan is written'],
    ['write returns no losses', { write: () => ({ text: sample }) as WrittenPlan }, 'any plan is written'],
    [
      'write changes the plan',
      {
        write(plan) {
          plan.phases.reverse()
          return parts.write!(plan)
        },
      },
      'any plan is written',
    ],
    [
      'the written text is unreadable',
      { write: () => ({ text: '\n', losses: [] }) },
      'a written plan is detected',
    ],
    [
      'write hides its losses',
      { write: (plan) => ({ ...parts.write!(plan), losses: [] }) },
      'a plan that is written without losses',
    ],
    ['fix throws', { fix: throws }, 'a fix of any text returns'],
    ['fix returns no text', { fix: () => undefined as unknown as string }, 'a fix of any text returns'],
    ['fix drops lines', { fix: (source) => source.replace('\n', '') }, 'a fix of any text returns'],
    ['a second fix changes the text', { fix: (source) => `${source} ` }, 'fixing twice is fixing once'],
    ['fix rewrites prose', { fix: (source) => source.replaceAll('Prose', 'prose') }, 'a fix keeps prose'],
    ['fix changes line endings', { fix: (source) => source.replaceAll('\r\n', '\n') }, 'a fix keeps prose'],
    [
      'a fix breaks the document',
      { fix: (source) => source.replaceAll(/^\w+ .*/gm, '') },
      'a fixed document',
    ],
  ])('fails if %s', async (_, change, name) => {
    expect(await failures(change, name)).toHaveLength(1)
  })

  it.each<[string, object, string]>([
    ['no samples', { samples: [] }, '`samples` must be a list of at least one document'],
    ['missing samples', { samples: undefined }, '`samples` must be a list of at least one document'],
    ['an invalid parser', { parser: {} }, '`parser.contract` must be "parser-v1"'],
    [
      'files for a parser of one text',
      { parser: defineParser({ id: 'lines', detect: parts.detect, parse }) },
      '`files` needs a parser with `parseFiles`',
    ],
  ])('refuses %s', (_, change, message) => {
    const options = { parser: defineParser(parts), samples: [sample], files, ...change }
    expect(() => parserContract(options)).toThrow(`parserContract: ${message}`)
  })

  it('names the sample and the score that break it', async () => {
    const parser = defineParser({ ...parts, detect: () => 0 })
    const cases = parserContract({ parser, samples: [sample] })
    const detected = cases.find(({ name }) => name.startsWith('documents of its format'))
    await expect(detected?.run()).rejects.toThrow(
      `Contract broken: the score 0 of the sample ${JSON.stringify(sample)} must be above 0`,
    )
  })
})
