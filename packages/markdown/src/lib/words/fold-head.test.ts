import { expect, it } from 'vitest'
import { foldHead, foldId } from './fold-head.ts'

it.each([
  ['阶段 1：准备', 'Phase 1: 准备'],
  ['第一阶段：准备', 'Phase 1: 准备'],
  ['第1阶段 准备', 'Phase 1: 准备'],
  ['第二十一阶段准备', 'Phase 21: 准备'],
  ['第十阶段', 'Phase 10'],
  ['阶段一', 'Phase 1'],
  ['阶段 2-A：b', 'Phase 2-A: b'],
  ['✅ 阶段二 - 完成', '✅ Phase 2: 完成'],
  ['［ｘ］ 阶段 1', '[x] Phase 1'],
  ['任务 2：写（ｘ）', 'Task 2: 写（ｘ）'],
  ['任务１ａ：x', 'Task 1a: x'],
  ['第1步：写', 'Step 1: 写'],
  ['フェーズ 1: 準備', 'Phase 1: 準備'],
  ['ステップ１　書く', 'Step 1: 書く'],
  ['1단계: 준비', 'Phase 1: 준비'],
  ['제1단계 준비', 'Phase 1: 준비'],
  ['단계 1: x', 'Phase 1: x'],
  ['Ｔａｓｋ　１：x（ｙ）', 'Task 1: x（ｙ）'],
  ['Task １：x', 'Task 1: x'],
  ['Phase 1：准备', 'Phase 1: 准备'],
  ['Ｔ１．２：x', 'T1.2: x'],
  ['WU－10：x', 'WU-10: x'],
  ['Ｔ００１　［Ｐ］　写', 'T001 ［Ｐ］　写'],
  ['１．１　准备', '1.1 准备'],
  ['1.1准备', '1.1 准备'],
  ['1.准备', '1. 准备'],
  ['１）准备', '1) 准备'],
  ['一、准备', '1. 准备'],
  ['（二）准备', '(2. 准备'],
])('%s is %s', (heading, folded) => {
  expect(foldHead(heading)).toBe(folded)
  expect(foldHead(folded)).toBe(folded)
})

it.each([
  'Phase 1: x',
  '阶段',
  '准备 1',
  '阶段 1 的目标',
  '阶段1和2',
  '阶段一致性检查',
  '3个阶段的计划',
  '一阶段提交',
  'Node.js 集成',
  'T1 准备',
  '第三方库',
  '十',
])('%s stays', (heading) => {
  expect(foldHead(heading)).toBe(heading)
})

it('reads the Korean word for phase and step as a step on demand', () => {
  expect(foldHead('단계 1: x', true)).toBe('Step 1: x')
  expect(foldHead('작업 1: x', true)).toBe('Task 1: x')
})

it.each([
  ['阶段 １', '1'],
  ['第二阶段：准备', '2: 准备'],
  ['1단계', '1'],
  ['Ａ', 'A'],
  ['２Ａ：后端', '2A: 后端'],
  ['任务 3', '3'],
  ['准备', '准备'],
  ['WU－１', 'WU-1'],
])('the cell %s has the id %s', (cell, id) => {
  expect(foldId(cell)).toBe(id)
})
