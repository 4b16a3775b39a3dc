import { checkPlan } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import { describe, expect, it } from 'vitest'

const parsers = allParsers()

interface Words {
  /** A heading of a unit with its number and title. */
  phase(number: number, title: string): string
  task(number: number, title: string): string
  step(number: number, title: string): string
  /** A field with its value. */
  field(label: string, value: string): string
  depends: string
  parallel: string
  status: string
  priority: string
  files: string
  goal: string
  type: string
  number: string
  name: string
  columnPhase: string
  none: string
  done: string
  open: string
  started: string
  high: string
  test: string
  impl: string
  criteria: string
  refer(number: number): string
  titles: [string, string, string]
}

const languages: Record<string, Words> = {
  English: {
    phase: (number, title) => `Phase ${number}: ${title}`,
    task: (number, title) => `Task ${number}: ${title}`,
    step: (number, title) => `Step ${number}: ${title}`,
    field: (label, value) => `**${label}:** ${value}`,
    ...{ depends: 'Depends on', parallel: 'Parallel With', status: 'Status', priority: 'Priority' },
    ...{ files: 'Files', goal: 'Goal', type: 'Type', number: 'ID', name: 'Name', columnPhase: 'Phase' },
    ...{ none: 'None', done: 'Done', open: 'Pending', started: 'In progress', high: 'High' },
    ...{ test: 'test', impl: 'impl', criteria: 'Acceptance Criteria' },
    refer: (number) => `Phase ${number}`,
    titles: ['Prepare (all)', 'Build', 'Ship'],
  },
  'English, full width': {
    phase: (number, title) => `Ｐｈａｓｅ\u3000${'０１２３'[number]}：${title}`,
    task: (number, title) => `Ｔａｓｋ ${'０１２３'[number]}：${title}`,
    step: (number, title) => `Step ${'０１２３'[number]}：${title}`,
    field: (label, value) => `**${label}：** ${value}`,
    ...{ depends: 'Depends on', parallel: 'Ｐarallel With', status: 'Status', priority: 'Priority' },
    ...{ files: 'Files', goal: 'Goal', type: 'Type', number: 'ＩＤ', name: 'Name', columnPhase: 'Ｐhase' },
    ...{ none: '－', done: '［ｘ］', open: '［\u3000］', started: 'Ｉn progress', high: '１' },
    ...{ test: 'ｔｅｓｔ', impl: 'ｉｍｐｌ', criteria: 'Acceptance Criteria：' },
    refer: (number) => `Phase ${'０１２３'[number]}（x）`,
    titles: ['Prepare（all）', 'Build：２', 'Ｓhip'],
  },
  Chinese: {
    phase: (number, title) => `第${'零一二三'[number]}阶段：${title}`,
    task: (number, title) => `任务 ${number}：${title}`,
    step: (number, title) => `步骤${number}：${title}`,
    field: (label, value) => `**${label}：** ${value}`,
    ...{ depends: '依赖', parallel: '并行', status: '状态', priority: '优先级' },
    ...{ files: '文件', goal: '目标', type: '类型', number: '编号', name: '名称', columnPhase: '阶段' },
    ...{ none: '无', done: '已完成', open: '待办', started: '进行中', high: '高' },
    ...{ test: '测试', impl: '实现', criteria: '验收标准' },
    refer: (number) => `阶段 ${number}`,
    titles: ['准备（全部）', '构建', '发布、上线'],
  },
  Japanese: {
    phase: (number, title) => `フェーズ ${number}: ${title}`,
    task: (number, title) => `タスク${number}：${title}`,
    step: (number, title) => `ステップ ${number}: ${title}`,
    field: (label, value) => `**${label}**：${value}`,
    ...{ depends: '依存関係', parallel: '並列実行', status: 'ステータス', priority: '優先度' },
    ...{
      files: '対象ファイル',
      goal: '目的',
      type: '種別',
      number: '番号',
      name: '名前',
      columnPhase: 'フェーズ',
    },
    ...{ none: 'なし', done: '完了', open: '未着手', started: '進行中', high: '高' },
    ...{ test: 'テスト', impl: '実装', criteria: '受け入れ基準' },
    refer: (number) => `フェーズ${number}`,
    titles: ['準備（すべて）', '構築', '公開'],
  },
  Korean: {
    phase: (number, title) => `${number}단계: ${title}`,
    task: (number, title) => `작업 ${number}: ${title}`,
    step: (number, title) => `단계 ${number}: ${title}`,
    field: (label, value) => `**${label}:** ${value}`,
    ...{ depends: '의존성', parallel: '병렬 작업', status: '상태', priority: '우선순위' },
    ...{ files: '관련 파일', goal: '목표', type: '유형', number: '번호', name: '이름', columnPhase: '단계' },
    ...{ none: '없음', done: '완료', open: '대기 중', started: '진행 중', high: '높음' },
    ...{ test: '테스트', impl: '구현', criteria: '완료 기준' },
    refer: (number) => `${number}단계`,
    titles: ['준비(전체)', '구축', '배포'],
  },
}

const read = (text: string, format: string) => {
  const { plan, ok, format: found, issues } = checkPlan(text, { parsers })
  expect([found, ok], JSON.stringify(issues)).toEqual([format, true])
  return { plan: plan!, issues: issues.map(({ code, line }) => `${code} ${line}`) }
}

describe.each(Object.entries(languages))('a plan in %s', (_, words) => {
  const { titles, field } = words
  const [one, two, three] = titles

  it('is read as a phase table', () => {
    const { plan, issues } = read(
      `# ${words.phase(1, 'x')}

${field(words.goal, one)}

| ${words.columnPhase} | ${words.name} | ${words.depends} | ${words.parallel} | ${words.status} | ${words.priority} |
|---|---|---|---|---|---|
| ${words.phase(1, '').replace(/[：:]\s*$/, '')} | ${one} | ${words.none} | - | ${words.done} | ${words.high} |
| ${words.phase(2, '').replace(/[：:]\s*$/, '')} | ${two} | ${words.refer(1)} | ${words.refer(3)} | ${words.started} | - |
| ${words.phase(3, '').replace(/[：:]\s*$/, '')} | ${three} | ${words.refer(1)} | ${words.refer(2)} | ${words.open} | - |

## ${words.phase(2, two)}

### ${one} (${words.test})

### ${two}（${words.impl}）

### ${words.criteria}

- [ ] x

### ${words.files}

- \`src/a.ts\`
`,
      'phase-table',
    )
    expect(issues).toEqual([])
    expect(plan).toMatchObject({ title: words.phase(1, 'x'), goal: one })
    expect(plan.phases).toMatchObject([
      { id: '1', title: one, dependsOn: [], status: 'done', priority: 1 },
      {
        id: '2',
        title: two,
        dependsOn: ['1'],
        parallelWith: ['3'],
        status: 'in_progress',
        files: ['src/a.ts'],
      },
      { id: '3', title: three, dependsOn: ['1'], parallelWith: ['2'], status: 'pending' },
    ])
    expect(plan.phases[1]?.subtasks).toMatchObject([
      { title: one, type: 'test' },
      { title: two, type: 'impl' },
    ])
  })

  it('is read from headings of phases', () => {
    const { plan, issues } = read(
      `# x

- [x] **${words.phase(0, one)}** - x

## ${words.phase(1, one)} ✅

> ${field(words.depends, words.refer(0))}

## ${words.phase(2, two)}

${field(words.depends, `${words.refer(1)}、${words.refer(0)}`)}
${field(words.status, words.started)}

### ${words.phase(2, words.criteria)}

- [ ] x

## ${words.phase(3, three)}

${field(words.depends, words.refer(1))}
${field(words.parallel, words.refer(2))}

- [x] x
`,
      'phase-table',
    )
    expect(issues).toEqual(['PARALLEL_NOT_MUTUAL 18'])
    expect(plan.phases).toMatchObject([
      { id: '0', title: one, dependsOn: [], status: 'done' },
      { id: '1', title: one, dependsOn: ['0'], status: 'done' },
      { id: '2', title: two, dependsOn: ['1', '0'], status: 'in_progress', subtasks: [] },
      { id: '3', title: three, dependsOn: ['1'], parallelWith: ['2'], status: 'done' },
    ])
  })

  it('is read from headings of tasks', () => {
    const { plan } = read(
      `# x

### ${words.task(1, one)} (${words.test})

${field(words.files, '`src/a.ts`')}

- [x] **${words.step(1, two)}**
- [x] **${words.step(2, three)}**

### ${words.task(2, two)}

**${words.step(1, one)}**

x

### ${words.task(3, three)}

${field(words.depends, words.task(1, '').replace(/[：:]\s*$/, ''))}

#### ${words.criteria}

- [ ] x
`,
      'task-heading',
    )
    expect(plan.phases).toMatchObject([
      { id: '1', title: one, status: 'done', files: ['src/a.ts'] },
      { id: '2', title: two, dependsOn: ['1'], subtasks: [{ title: one }] },
      { id: '3', title: three, dependsOn: ['1'], subtasks: [] },
    ])
    expect(plan.phases[0]?.subtasks).toMatchObject([{ title: two, type: 'test' }, { title: three }])
  })

  it('is read as a list of subtasks', () => {
    const { plan } = read(
      `1a. "${one}" -> ${words.type}: ${words.test} -> ${words.depends}: []
2a．“${two}” → ${words.type}：${words.impl} → ${words.depends}：［１a］ → ${words.status}：${words.done}
`,
      'subtask-list',
    )
    expect(plan.phases.flatMap(({ subtasks }) => subtasks)).toMatchObject([
      { id: '1a', title: one, type: 'test', dependsOn: [] },
      { id: '2a', title: two, type: 'impl', dependsOn: ['1a'], status: 'done' },
    ])
  })

  it('is read as a checklist', () => {
    const { plan } = read(
      `# x

## ${words.phase(1, one)}

- [ ] １．１\u3000${one}
- ［ｘ］ 1.2 ${two}

## ${words.phase(2, two)}

${field(words.priority, words.high)}
${field(words.depends, words.refer(1))}

- [ ] 2.1 ${three}
  - ${field(words.depends, '１．１')}

## ${words.phase(3, three)}

${field(words.depends, words.refer(1))}

- [x] 3.1 ${one}
`,
      'checklist',
    )
    expect(plan.phases).toMatchObject([
      { id: '1', title: one, status: 'pending' },
      { id: '2', title: two, dependsOn: ['1'], priority: 1 },
      { id: '3', title: three, dependsOn: ['1'], status: 'done' },
    ])
    expect(plan.phases.flatMap(({ subtasks }) => subtasks)).toMatchObject([
      { id: '1.1', title: one, status: 'pending' },
      { id: '1.2', title: two, status: 'done' },
      { id: '2.1', title: three, dependsOn: ['1.1'] },
      { id: '3.1' },
    ])
  })

  it('is read as a checklist without ids', () => {
    const { plan } = read(
      `# x

## ${words.phase(1, one)}

- [ ] ${one}
- ［\u3000］ ${two}

### ${words.criteria}

- [ ] x

## ${words.phase(2, two)}

- [x] ${three}
`,
      'checklist',
    )
    expect(plan.phases).toMatchObject([
      { id: '1', title: one, status: 'pending', subtasks: [{ title: one }, { title: two }] },
      { id: '2', title: two, dependsOn: ['1'], status: 'done' },
    ])
    expect(plan.phases[0]?.subtasks).toHaveLength(2)
  })

  it('is read as an outline', () => {
    const { plan } = read(
      `# x

## ${words.step(1, one)} ✅

x

## ${words.step(2, two)}

${field(words.status, words.started)}

## ${words.step(3, three)}

${field(words.depends, words.step(1, '').replace(/[：:]\s*$/, ''))}

## ${words.criteria}

- [ ] x
`,
      words === languages.Korean ? 'phase-table' : 'outline',
    )
    expect(plan.phases).toMatchObject([
      { id: '1', title: one, status: 'done' },
      { id: '2', title: two, dependsOn: ['1'], status: 'in_progress' },
      { id: '3', title: three, dependsOn: ['1'] },
    ])
  })

  it('is read as a PRP', () => {
    const { plan } = read(
      `# x

## Task List

\`\`\`yaml
${words.task(1, one)}
x
${words.task(2, two)}
\`\`\`
`,
      'prp',
    )
    expect(plan.phases).toMatchObject([
      { id: '1', title: one },
      { id: '2', title: two, dependsOn: ['1'] },
    ])
  })

  it('is read as the plan of GSD and the task of Backlog.md', () => {
    const gsd = read(
      `<tasks>\n<task>\n<name>${words.task(1, one)}</name>\n</task>\n<task>\n<name>${words.task(2, two)}</name>\n</task>\n</tasks>\n`,
      'gsd-plan',
    )
    expect(gsd.plan.phases).toMatchObject([
      { id: '1', title: one },
      { id: '2', title: two },
    ])
    const backlog = read(
      `---\nid: task-1\ntitle: ${one}\nstatus: ${words.started}\npriority: ${words.high}\n---\n\nx\n`,
      'backlog-task',
    )
    expect(backlog.plan.phases).toMatchObject([
      { id: 'task-1', title: one, status: 'in_progress', priority: 1 },
    ])
  })
})
