import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import { joinParts } from '../../plan/source/join-parts.ts'
import type { PlanSource } from '../../plan/source/plan-source.ts'
import { checkPlan } from '../../read/check-plan.ts'
import { decodeText } from '../../text/decode-text.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { makeCase } from '../make-case.ts'
import { ensureAccount, ensureReading, ensurePlaces } from './ensure-reading.ts'
import { damaged, strangers } from './strangers.ts'

type Files = readonly PlanSource[]

/** Returns the cases of a parser's `parseFiles`. `sets` are plans of several files of its format. */
export const parserFilesCases = (
  parser: PlanParserV1,
  samples: readonly string[],
  sets: readonly Files[] | undefined,
): ContractCase[] => {
  const needs = { 'parser.parseFiles': parser.parseFiles }
  const finds = { 'parser.findFiles': parser.findFiles }
  const any: Files[] = [
    ...(sets ?? []),
    ...(sets ?? []).flatMap(damageEach),
    ...[...strangers, ...samples].flatMap((text) => [
      [{ path: 'a.md', text }],
      [
        { path: 'a.md', text },
        { path: 'folder/b.md', text },
      ],
      [
        { path: 'a.md', text },
        { path: 'notes.md', text: '# Notes\n', context: true },
      ],
    ]),
  ]
  return [
    makeCase(
      'any files result in a plan, an error or undefined, and everything lies inside their text',
      needs,
      async () => {
        for (const files of any) {
          const { source, result } = readFiles(parser, files)
          if (result === undefined) continue
          ensureReading(parser.id, source, result)
          ensurePlaces(source, result.plan)
          ensureAccount(source, result)
          ensureEqual(readFiles(parser, files).result, result, 'the result of a second call')
        }
      },
    ),
    makeCase('it finds files among the paths of a folder, and names its folders', finds, async () => {
      const found = folders(sets).map((paths) => ({ paths, plan: parser.findFiles?.(paths, 'plan') }))
      for (const { paths, plan } of found) {
        for (const { path } of plan?.files ?? [])
          ensure(paths.includes(path), `the file ${path} is one of ${paths.join(', ')}`)
        ensure(plan?.files.length !== 0, 'a plan has files')
        ensureEqual(parser.findFiles?.(paths, 'plan'), plan, 'the result of a second call')
      }
      ensure((parser.folders ?? []).length > 0, '`folders` names the folders for messages')
    }),
    makeCase('plans of several files are read without errors', { ...needs, files: sets }, async () => {
      for (const files of sets ?? []) {
        const { ok, format, issues } = checkPlan(files, { parsers: [parser] })
        const errors = issues.filter(({ severity }) => severity === 'error')
        ensureEqual(errors, [], `errors of the plan of ${files.map(({ path }) => path).join(', ')}`)
        ensure(
          ok && format === parser.id,
          `the format ${format} of ${files.map(({ path }) => path).join(', ')}`,
        )
        ensure(readFiles(parser, files).result !== undefined, '`parseFiles` reads a plan of its format')
      }
    }),
  ]
}

/** Lists the paths of folders: of plans, of each tool and of none. */
const folders = (sets: readonly Files[] | undefined): string[][] => [
  ...(sets ?? []).map((files) => files.map(({ path }) => path).sort()),
  [],
  [''],
  ['plan.md', 'spec.md', 'tasks.md'],
  ['1.md', '2.md', 'epic.md'],
  ['PROJECT.md', 'ROADMAP.md', 'phases/1/1-PLAN.md'],
  ['completed/task-1.md', 'config.yml', 'tasks/task-2 - A.md'],
  ['__proto__', 'a/b/c.md', 'tasks/', 'x\ny.md'],
]

const readFiles = (parser: PlanParserV1, files: Files) => {
  const { source, parts } = joinParts(files.map((file) => ({ ...file, text: textOf(file) })))
  return { source, result: parser.parseFiles?.(parts) }
}

const textOf = ({ text }: PlanSource): string => {
  const decoded = decodeText(text)
  return 'text' in decoded ? decoded.text : ''
}

/** Damages one file of a plan at a time. */
const damageEach = (files: Files): Files[] =>
  files.flatMap((file, index) =>
    damaged(textOf(file))
      .filter((_, at) => at % 4 === 0)
      .map((text) => files.with(index, { ...file, text })),
  )
