import { upTo } from './up-to.ts'

const table = '| Phase | Name | Depends On | Parallel With |\n|---|---|---|---|\n'

/** Texts that slowed parsers down, of about `n` parts. */
export const hostileTexts: Record<string, (n: number) => string> = {
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
