import { describe, expect, it } from 'vitest'
import { isBesideWork, isCriteriaHeading } from './is-beside-work.ts'

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
  ])('holds for "%s"', (heading) => {
    expect(isCriteriaHeading(heading)).toBe(true)
  })

  it.each([
    'Phase 1: Success',
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
  ])('holds for "%s"', (heading) => {
    expect(isBesideWork(heading)).toBe(true)
  })

  it.each([
    'Risk Scoring',
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
