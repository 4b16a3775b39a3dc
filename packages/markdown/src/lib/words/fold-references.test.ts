import { expect, it } from 'vitest'
import { createReferenceBudget } from '../field/reference-budget.ts'
import { readReferences } from '../field/read-references.ts'

const ids = ['1', '2', '2a', '3', 'wu10', 'wu11']
const scope = {
  ids,
  positions: new Map(ids.map((id, index) => [id, index])),
  self: '3',
  budget: createReferenceBudget(),
}

it.each([
  ['阶段 1', ['1']],
  ['阶段 １、２', ['1', '2']],
  ['第一阶段和第二阶段', ['1', '2']],
  ['阶段一与阶段二', ['1', '2']],
  ['第1～3阶段', ['1', '2', '2a', '3']],
  ['第一至第三阶段', ['1', '2', '2a', '3']],
  ['阶段 1 至 阶段 2', ['1', '2']],
  ['1至2', ['1', '2']],
  ['阶段 1。可以与阶段 2 并行', ['1']],
  ['任务 1（可选）、任务 2', ['1', '2']],
  ['阶段一完成后', ['1']],
  ['２Ａ，１', ['2a', '1']],
  ['WU－10～11', ['wu10', 'wu11']],
  ['所有其他阶段', ['1', '2', '2a', 'wu10', 'wu11']],
  ['所有之前的阶段', ['1', '2', '2a']],
  ['All previous phases', ['1', '2', '2a']],
  ['フェーズ1とフェーズ2', ['1', '2']],
  ['フェーズ1〜2', ['1', '2']],
  ['すべて', ['1', '2', '2a', 'wu10', 'wu11']],
  ['1단계와 2단계', ['1', '2']],
  ['1단계, 2단계 완료 후', ['1', '2']],
  ['작업 1 및 작업 2', ['1', '2']],
  ['无', []],
  ['なし', []],
  ['없음', []],
  ['－', []],
])('%s refers to %j', (text, expected) => {
  expect(readReferences(text, scope)).toEqual(expected)
})
