import { expect, it } from 'vitest'
import { defineParser } from '../../contract/plan-parser.ts'
import { checkPlan } from '../../read/check-plan.ts'

const check = (files: string[], filePath?: string) => {
  const step = filePath && { id: 's', action: 'code' as const, filePath, codeChange: 'x' }
  const subtasks = step ? [{ id: '1.1', title: 'a', files, steps: [step] }] : []
  const phases = [{ id: '1', title: 'a', files, subtasks }]
  const parser = defineParser({ id: 'x', detect: () => 1, parse: () => ({ plan: { phases }, issues: [] }) })
  const { ok, plan, issues } = checkPlan('x', { parsers: [parser] })
  return {
    ok,
    files: plan?.phases[0]?.files,
    issues: issues.map(({ severity, code }) => `${severity} ${code}`),
  }
}

it('normalises the separators of Windows in a declared file', () => {
  expect(check(['src\\app\\main.ts', './src/app/main.ts'])).toEqual({
    ...{ ok: true, files: ['src/app/main.ts'], issues: [] },
  })
})

it.each(['C:\\work\\b.ts', 'C:/work/b.ts', '/etc/hosts', '../b.ts', '..\\b.ts', '~/b.ts', '\\\\host\\b.ts'])(
  'ignores the declared file %s with a warning',
  (path) => {
    expect(check([path])).toEqual({ ok: true, files: [], issues: ['warning PATH_UNSAFE'] })
  },
)

it.each(['C:\\work\\b.ts', '../b.ts', 'src\\b.ts'])('refuses the file %s of a step', (path) => {
  expect(check([path], path)).toMatchObject({ ok: false, issues: ['error PATH_UNSAFE'] })
})

it('refuses a declared file of git', () => {
  expect(check(['.git/config'])).toMatchObject({ ok: false, issues: ['error PATH_UNSAFE'] })
})
