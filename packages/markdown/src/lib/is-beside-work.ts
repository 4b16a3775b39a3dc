const criteria =
  /^(?:(?:phase|milestone|stage|step|sprint|task|story|epic|overall|final|mvp|project)(?: [\w.]{1,8})? )?(?:success|acceptance|exit|completion)(?: (?:checklist|tests?|metrics))?(?: (?:by|for|per|of)\b.*)?$|\b(?:definition of done|done when)\b|\b(?:success|acceptance|exit|done|completion) criteria\b|完成标准|验收标准|完了条件|受け入れ基準|완료 기준/iu

const beside =
  /^(?:(?:overview|introduction|background|context|summary|motivation|purpose|(?:non-)?goals?|objectives?|(?:out of )?scope|mission|vision|principles|assumptions|constraints|prerequisites|architecture|risks?|mitigations?|(?:open )?questions|deferred|backlog|future|next steps|change ?log|changelog|history|references?|resources|links|appendix|glossary|notes|decisions?|(?:success )?metrics|table of contents)(?: (?:and|&|\/|to|for|of|work|log|items|enhancements|improvements|ideas|assessment|mitigation|analysis|register|considerations)\b.*| ?[&/].*)?|概述|背景|目标|.*风险.*|参考.*|附录|備考|概要)$/iu

const checking =
  /^(?:(?:final|manual|e2e|end-to-end|post-[a-z]+|qa|security|code) )?(?:verification|validation|review|smoke tests?|testing strategy|checklists?|results?|completion notes(?: list)?|review required)(?: (?:checklist|list|steps|plan|for|of|and|&)\b.*)?$|^(?:验证清单|検証.*)$/iu

const number = /^[\p{So}\p{Sk}\uFE0F\s]{0,6}(?:\d{1,4}(?:\.\d{1,4}){0,4}[.):]?\s+)?/u

/** Returns the text of a heading or label without its number, its signs and its colon. */
const bare = (heading: string): string =>
  heading
    .slice(0, 200)
    .replace(number, '')
    .replace(/\s*[:：]\s*$/u, '')

/**
 * Returns whether a heading or label is about success, acceptance, exit or done criteria, whatever number or
 * phase it has: nothing below it is work.
 */
export const isCriteriaHeading = (heading: string): boolean => criteria.test(bare(heading))

/** Returns whether a heading begins a section beside the work: goals, risks, references and the like. */
export const isBesideWork = (heading: string): boolean => {
  const text = bare(heading)
  return beside.test(text) || checking.test(text)
}
