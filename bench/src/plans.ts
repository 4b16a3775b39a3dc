import type { PlanParserV1 } from '@amelia/core'
import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { printTable } from './table.ts'

/**
 * Measures reading plans: CPU per MB of each format, and the growth of the cost of hostile texts when they
 * double.
 */
const parsers = [
  phaseTable(),
  taskHeading(),
  subtaskList(),
  executionPlan(),
  checklist(),
  outlinePlan(),
  taskMaster(),
  ...dialects(),
]
const mostGrowth = 2.3
const mostPerMegabyte = 200

const cpu = (work: () => unknown): number => {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

const upTo = (size: number, part: (index: number) => string): string => {
  let text = ''
  for (let index = 1; text.length < size; index++) text += part(index)
  return text
}

const prose = 'Words that say what is to be done, with `code`, *marks* and [links](https://example.org/x).\n'
const fence = `\`\`\`ts\nimport { a } from './b'\n\nexport const x = () => a()\n\`\`\`\n`

/** Plans of about one megabyte, as people write them: the common kind of each format. */
const plans: Record<string, (size: number) => string> = {
  'phase-table': (size) => {
    const sections = (count: number) =>
      Array.from(
        { length: count },
        (_, at) =>
          `\n## Phase ${at + 1}: Part ${at + 1}\n\n${prose}\n${prose.repeat(3)}\n- [ ] Do this\n- [ ] And that\n\n${fence}\n`,
      )
    const count = Math.floor(size / 640)
    const rows = Array.from(
      { length: count },
      (_, at) => `| ${at + 1} | Part ${at + 1} | ${at === 0 ? '-' : at} | - | 3 | ⬜ |\n`,
    )
    return `# Plan\n\n| Phase | Name | Depends On | Parallel With | Estimate | Status |\n|---|---|---|---|---|---|\n${rows.join('')}${sections(count).join('')}`
  },
  'task-heading': (size) =>
    upTo(
      size,
      (at) =>
        `### Task ${at}: Part ${at}\n\n**Files:**\n- Create: \`src/a${at}.ts\`\n- Test: \`test/a${at}.test.ts\`\n\n- [ ] **Step 1: Write the test**\n\n${fence}\n- [ ] **Step 2: Run it**\n\nRun: \`npm test\`\nExpected: FAIL\n\n${prose}\n- [ ] **Step 3: Commit**\n\n\`\`\`bash\ngit commit -m "x"\n\`\`\`\n\n`,
    ),
  'task-heading, Chinese': (size) =>
    upTo(
      size / 2,
      (at) =>
        `### 任务 ${at}：第 ${at} 部分\n\n**文件：**\n- 创建：\`src/a${at}.ts\`\n\n**依赖：** ${at > 1 ? `任务 ${at - 1}。不能更早。` : '无'}\n\n- [ ] **步骤 1：写测试（测试）**\n\n${fence}\n说明要做什么的文字，包括\`代码\`、*标记*，以及更多。\n\n- [ ] **步骤 ２：实现**\n\n说明。\n\n`,
    ),
  'subtask-list': (size) =>
    upTo(
      size,
      (at) =>
        `${at}a. "Write the tests of part ${at}" -> type: test -> depends: [${at > 1 ? `${at - 1}b` : ''}]\n${at}b. "Implement part ${at}" -> type: impl -> depends: [${at}a]\n`,
    ),
  'execution-plan': (size) =>
    `goal: Do it\nbatches:\n${upTo(
      size,
      (at) =>
        `  - batch_number: ${at}\n    steps:\n      - id: s${at}\n        description: Write part ${at}\n        action_type: code\n        file_path: src/a${at}.ts\n        code_change: |\n          import { a } from './b'\n\n          export const x = () => a()\n        risk_level: low\n        estimated_minutes: 3\n`,
    )}`,
  'execution-plan, JSON': (size) =>
    JSON.stringify(
      {
        goal: 'Do it',
        batches: Array.from({ length: Math.floor(size / 330) }, (_, at) => ({
          batch_number: at + 1,
          steps: [
            {
              id: `s${at}`,
              action_type: 'code',
              file_path: `src/a${at}.ts`,
              code_change: "import { a } from './b'\n",
            },
          ],
        })),
      },
      null,
      2,
    ),
  checklist: (size) =>
    upTo(
      size,
      (at) =>
        `${at % 20 === 1 ? `## Phase ${Math.ceil(at / 20)}: Part\n\n` : ''}- [ ] T${String(at).padStart(3, '0')} [P] Write the test in test/a${at}.test.ts\n`,
    ),
  'task-master': (size) =>
    JSON.stringify(
      {
        master: {
          tasks: Array.from({ length: Math.floor(size / 420) }, (_, at) => ({
            id: at + 1,
            title: `Part ${at + 1}`,
            description: 'Words that say what is to be done.',
            status: 'pending',
            dependencies: at === 0 ? [] : [at],
            priority: 'medium',
            subtasks: [{ id: 1, title: 'Test', status: 'done', dependencies: [] }],
          })),
        },
      },
      null,
      2,
    ),
}

const table = '| Phase | Name | Depends On | Parallel With |\n|---|---|---|---|\n'

/** Texts that slowed parsers down, of about `n` parts. */
const hostile: Record<string, (n: number) => string> = {
  'nested lists': (n) => upTo(n, (at) => `${'  '.repeat(at % 60)}- a\n`),
  'nested quotes': (n) => `${'> '.repeat(n)}a\n`,
  'quotes, each line': (n) => '> a\n'.repeat(n),
  'quotes with lazy lines': (n) => '> a\nb\n'.repeat(n),
  'list items': (n) => '- a\n'.repeat(n),
  checkboxes: (n) => '- [ ] T001 a\n'.repeat(n),
  'items and blank lines': (n) => '- a\n\n'.repeat(n),
  'headings of tasks': (n) => '## Task 1: a\n'.repeat(n),
  'headings of phases': (n) => upTo(n * 12, (at) => `## Phase ${at}: a\n`),
  'unclosed fences': (n) => '```\n~~~\n'.repeat(n),
  'fences in items': (n) => '- a\n  ```\n'.repeat(n),
  'rows of a table': (n) =>
    `${table}${upTo(n * 16, (at) => `| ${at} | a | ${at === 1 ? '-' : at - 1} | - |\n`)}`,
  'columns of a table': (n) => `${'| a '.repeat(n)}|\n${'|---'.repeat(n)}|\n${'| b '.repeat(n)}|\n`,
  'tables of one row': (n) => `${table}| 1 | a | - | - |\n\n`.repeat(Math.ceil(n / 8)),
  'ranges of everything': (n) =>
    `${table}${Array.from({ length: Math.ceil(Math.sqrt(n * 4)) }, (_, at) => `| ${at + 1} | a | 1–${at + 1} | all |\n`).join('')}`,
  brackets: (n) => `# ${'['.repeat(n)}\n`,
  'emphasis runs': (n) => `# ${'*a_'.repeat(n)}\n`,
  backticks: (n) =>
    `# ${Array.from({ length: Math.ceil(Math.sqrt(n * 2)) }, (_, at) => '`'.repeat(at)).join(' ')}\n`,
  'one long line': (n) => `${'word '.repeat(n)}\n`,
  'one long heading': (n) => `## Task 1: ${'a - '.repeat(n)}\n`,
  'one long Chinese heading': (n) => `## 任务 1：${'（阶段 一、'.repeat(n)}\n`,
  'headings of Chinese phases': (n) => upTo(n * 12, (at) => `## 阶段 ${at}：准备\n`),
  'references in Chinese': (n) =>
    `## 任务 1：a\n\n## 任务 2：b\n\n**依赖：** ${'第一阶段和任务１、　'.repeat(n)}\n`,
  'blank lines': (n) => `${'\n'.repeat(n)}# a\n`,
  'comments that open': (n) => '<!--\n'.repeat(n),
  'tags that open': (n) => '<a <b '.repeat(n),
  'labels in a line': (n) => `${'**Status:** '.repeat(n)}\n`,
  'steps of a task': (n) =>
    `## Task 1: a\n${'- [ ] Run\n\nRun: `a`\nExpected: PASS\n\n'.repeat(Math.ceil(n / 4))}`,
  'files of a task': (n) => `## Task 1: a\n\n**Files:**\n${'- Create: `a/b.ts`\n'.repeat(n)}`,
  subtasks: (n) => upTo(n * 20, (at) => `${at}a. "x" -> type: test -> depends: [${at}]\n`),
  'keys of YAML': (n) =>
    `goal: x\nbatches:\n  - steps:\n      - id: a\n${upTo(n * 8, (at) => `        k${at}: 1\n`)}`,
  'flow lists of YAML': (n) => `goal: x\nbatches: [${'['.repeat(n)}\n`,
  'anchors of YAML': (n) => `goal: x\nbatches:\n${upTo(n * 8, (at) => `  - &a${at} x\n`)}`,
  'aliases of YAML': (n) => `goal: x\nbatches:\n  - &a x\n${'  - *a\n'.repeat(n)}`,
  'folded text of YAML': (n) => `goal: >\n${'  x\n\n'.repeat(n)}batches: []\n`,
  'nested JSON': (n) => `{"goal": "x", "batches": ${'['.repeat(n)}`,
  'keys of JSON': (n) => `{"goal": "x", "batches": [], ${upTo(n * 8, (at) => `"k${at}": 1, `)}"z": 1}`,
  'tasks of Task Master': (n) =>
    `{"master": {"tasks": [${upTo(n * 20, (at) => `{"id": ${at}, "title": "a", "dependencies": [${at - 1}]}, `)}{"id": 0, "title": "b"}]}}`,
}

let round = 0
/** Returns a different text each time, because the last outline is cached. */
const fresh = (text: string): string => `${text}${' '.repeat(++round % 100)}\n`

/** Measures all parsers together on a text: one with superlinear cost soon outweighs the others. */
const readBy = (text: string): number => {
  const own = fresh(text)
  return cpu(() => {
    for (const parser of parsers) {
      parser.detect(own)
      parser.parse(own)
    }
  })
}
const least = (work: () => number, rounds: number): number =>
  Math.min(...Array.from({ length: rounds }, () => work()))

const growth = (make: (n: number) => string): { ratio: number; ms: number } => {
  let n = 2_000
  // Long enough to measure, but no longer than necessary.
  while (n < 256_000 && readBy(make(n)) < 60) n *= 2
  const [one, two] = [make(n), make(2 * n)]
  let best = { ratio: Number.POSITIVE_INFINITY, ms: 0 }
  // Another process on the same core looks like growth, so only repeated results count.
  for (let attempt = 0; attempt < 4 && best.ratio > mostGrowth; attempt++) {
    const ms = least(() => readBy(one), 3)
    const ratio = least(() => readBy(two), 3) / ms
    if (ratio < best.ratio) best = { ratio, ms }
  }
  return best
}

const perMegabyte: string[][] = []
for (const [name, make] of Object.entries(plans)) {
  const text = make(1_000_000)
  const { format, ok } = checkPlan(text, { parsers })
  const parser = parsers.find(({ id }) => name.startsWith(id)) as PlanParserV1
  for (let warm = 0; warm < 4; warm++) parser.parse(fresh(text))
  const megabytes = new TextEncoder().encode(text).length / 1e6
  const timed = (work: (source: string) => unknown): number => {
    const source = fresh(text)
    return cpu(() => work(source)) / megabytes
  }
  const parse = least(() => timed((source) => parser.parse(source)), 8)
  const whole = least(() => timed((source) => checkPlan(source, { parsers })), 5)
  perMegabyte.push([
    name,
    megabytes.toFixed(2),
    parse.toFixed(0),
    whole.toFixed(0),
    `${format === parser.id && ok ? 'ok' : `${format} ${ok ? '' : 'with errors'}`}${parse > mostPerMegabyte ? ', TOO SLOW' : ''}`,
  ])
}
printTable(['format', 'MB', 'parse, CPU ms per MB', 'checkPlan with all parsers', 'read as'], perMegabyte)

const rows = Object.entries(hostile).map(([name, make]) => {
  const { ratio, ms } = growth(make)
  return [name, ms.toFixed(0), ratio.toFixed(2), ratio > mostGrowth ? 'TOO MUCH' : '']
})
printTable(['hostile text', 'CPU ms', 'twice the text takes', ''], rows)
