import { upTo } from './up-to.ts'

const prose = 'Words that say what is to be done, with `code`, *marks* and [links](https://example.org/x).\n'
const fence = `\`\`\`ts\nimport { a } from './b'\n\nexport const x = () => a()\n\`\`\`\n`

/** Plans of about one megabyte, as people write them: the common kind of each format. */
export const samplePlans: Record<string, (size: number) => string> = {
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
  outline: (size) =>
    upTo(
      size,
      (at) =>
        `## Milestone ${at}: Part ${at}\n\n${prose.repeat(3)}\n- [ ] Do this\n- [ ] And that\n\n${fence}\n`,
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
