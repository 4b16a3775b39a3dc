import { describe, expect, it } from 'vitest'
import { isBesideSeries, isBesideWork, isCriteriaHeading } from './is-beside-work.ts'

describe('isCriteriaHeading', () => {
  it.each([
    'Success Criteria',
    'Success Criteria by Phase',
    '8. Definition of Done',
    '### 5. Definition of done for v1'.slice(4),
    'Phase 1 Success:',
    '6.0.7 Phase 0 Acceptance Criteria',
    'Exit criteria',
    'Acceptance',
    'Acceptance Tests',
    'Done when',
    '✅ Success criteria',
    '完成标准',
    'Phase 1 Success Criteria',
    'Phase 1: Acceptance criteria',
    'Phase 1: Parser - Success Criteria',
    'Task 2: Definition of Done',
    'Definition of Done for the API',
    'Acceptance criteria checklist',
  ])('holds for "%s"', (heading) => {
    expect(isCriteriaHeading(heading)).toBe(true)
  })

  it.each([
    'Phase 1: Success',
    'Definition of Done widget',
    'Acceptance criteria editor',
    'Task 3: Definition of done page',
    'Phase 1: Define acceptance criteria',
    'Phase 2A — Agree on the definition of done',
    '✅ Task 1.2 (week 1) - Show the success criteria',
    'Step 3. Write exit criteria',
    'T1.1: Define success criteria',
    '6.1 Phase 1: Define success criteria',
    'Phase 3: Make the login a success',
    'Exit the program',
    'Accept offers',
    'Phase 2',
  ])('does not hold for "%s"', (heading) => {
    expect(isCriteriaHeading(heading)).toBe(false)
  })
})

describe('isBesideWork', () => {
  it.each([
    'Overview',
    '1. Background',
    'Risks & Mitigations',
    'Risk Assessment',
    'References',
    'Open Questions',
    'Out of Scope',
    'Deferred to post-v1.0',
    'Future Enhancements',
    'Next Steps',
    'Changelog',
    'Verification',
    'Review Checklist',
    'Completion Notes List',
    '验证清单',
    '风险与缓解',
    '五、项目风险',
    '参考资料',
    '后续步骤',
    '今後の作業',
    '참고 자료',
  ])('holds for "%s"', (heading) => {
    expect(isBesideWork(heading)).toBe(true)
  })

  it.each([
    'Risk Scoring',
    '风险评分',
    '参考实现',
    '阶段 4：验证',
    'Review page',
    'Phase 4: Verification',
    'Notes service',
    'Resource limits',
    'Architecture module',
    'Backlog view',
    'Metrics endpoint',
  ])('does not hold for "%s"', (heading) => {
    expect(isBesideWork(heading)).toBe(false)
  })
})

describe('isBesideSeries', () => {
  it('does not hold for a verification, which ends a series', () => {
    expect(['5. Verification', '五、验证', '5. 검증'].map(isBesideSeries)).toEqual([false, false, false])
    expect(['5. Risks', '五、风险', '5. 위험'].map(isBesideSeries)).toEqual([true, true, true])
  })
})
