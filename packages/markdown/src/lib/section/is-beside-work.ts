import { foldHead } from '../words/fold-head.ts'
import { foldWidth, isWide } from '../words/fold-width.ts'
import type { Language } from '../words/language/language.ts'
import { remembered } from '../words/remembered.ts'
import { simplify } from '../words/simplify.ts'
import { joined, spaced, wide } from '../words/create-finder.ts'

/** `Acceptance criteria for the API` is about criteria, `Acceptance criteria editor` is work. */
const closed =
  /(?!\s+(?!(?:for|of|per|by|in|on|to|and|with|from|after|before|at|are|is|met|checklists?|checks?|items?|lists?|criteria|gates?|status|summary|table|tests?|verification|review|(?:phase|task|step|story|milestone|stage|sprint|epic)s?)\b)\p{L})/u
    .source

const criteria = new RegExp(
  /^(?:(?:phase|milestone|stage|step|sprint|task|story|epic|overall|final|mvp|project)(?: [\w.]{1,8})? )?(?:success|acceptance|exit|completion)(?: (?:checklist|tests?|metrics))?(?: (?:by|for|per|of)\b.*)?$|\b(?:done when)\b/iu
    .source +
    String.raw`|\b(?:definition of done|(?:success|acceptance|exit|done|completion) criteria)\b${closed}`,
  'iu',
)

/** `Phase 1: `, `Task 1.2 (week 1) - ` */
const named =
  /^(?:\[[ x~-]\] )?(?:(?:phase|milestone|stage|step|sprint|task|(?:user )?story|epic|iteration|wave|session|part)[ -]#?|t)[a-z]{0,3}[.-]?\d[\w.-]{0,12}(?: \([^()]{1,40}\))?(?:\s*[:—–]\s*|\s+-\s+|[.)]\s+)(?=\S)/iu
/** A title of a phase, or its last part, that begins with the criteria. */
const titled = new RegExp(
  String.raw`(?:^|: | [—–-] )(?:done when\b|(?:definition of done|(?:success|acceptance|exit|done|completion) criteria)\b${closed})`,
  'iu',
)

const beside =
  /^(?:(?:overview|introduction|background|context|summary|motivation|purpose|(?:non-)?goals?|objectives?|(?:out of )?scope|mission|vision|principles|assumptions|constraints|prerequisites|architecture|risks?|mitigations?|(?:open )?questions|deferred|backlog|future|next steps|change ?log|changelog|history|references?|resources|links|appendix|glossary|notes|decisions?|(?:success )?metrics|table of contents|current (?:state|status|situation|behaviou?r)|problem(?: statement)?|research|findings|(?:key )?discoveries|desired (?:end )?state|end state|alternatives|performance considerations|migration notes|what we(?:'|’)re not doing)(?: (?:and|&|\/|to|for|of|work|log|items|enhancements|improvements|ideas|assessment|mitigation|analysis|register|considerations|summary|considered)\b.*| ?[&/].*)?)$/iu

const checking =
  /^(?:(?:final|manual|e2e|end-to-end|post-[a-z]+|qa|security|code) )?(?:verification|validation|review|smoke tests?|testing strategy|checklists?|results?|completion notes(?: list)?|review required)(?: (?:checklist|list|steps|plan|for|of|and|&)\b.*)?$/iu

const number = /^[\p{So}\p{Sk}\uFE0F\s]{0,6}(?:\d{1,4}(?:\.\d{1,4}){0,4}[.):]?\s+)?/u

const criteriaOf = (languages: Readonly<Record<string, Language>>): string =>
  joined(Object.values(languages).map((language) => language.criteria))
const besideOf = (languages: Readonly<Record<string, Language>>): string =>
  joined(Object.values(languages).map((language) => language.beside))
const wideCriteria = new RegExp(`^(?:${criteriaOf(wide)})|(?:${criteriaOf(wide)})$`)
const spacedCriteria = new RegExp(
  `(?<![\\p{L}])(?:${criteriaOf(spaced)})(?: ?\\(.{0,60})?$|^(?:${criteriaOf(spaced)})(?![\\p{L}])`,
  'iu',
)
const spacedBeside = new RegExp(
  `^(?:${besideOf(spaced)})(?:$| ?[:(&/,].{0,80}$| (?:und|y|e|ed|et|и|de|del|der|des|du|do|da|di|à|für|para|per|pour)(?![\\p{L}]).{0,80}$)`,
  'iu',
)
const checkingWords = '验证(?:清单)?|检查清单|検証|確認事項|チェックリスト|검증|체크리스트'
const before = '项目|潜在|技术|主要|プロジェクト|프로젝트 ?'
const after =
  '资料|資料|文献|链接|资源|评估|分析|应对|工作|规划|计划|步骤|改进|展望|事项|情報|リンク|対策|の作業| ?자료| ?링크| ?계획| ?분석'
/** `项目风险`, `参考资料`, `风险与缓解` */
const about = (words: string): RegExp =>
  new RegExp(`^(?:${before})?(?:${words})(?:${after})?(?:$|[与和及とや와과 /:(&].{0,60}$)`)
const wideBeside = about(besideOf(wide))
const wideChecking = about(simplify(checkingWords))
const unitHead = /^[A-Z][a-z]+ [\w.-]{1,12}(?:: |$)/

/** Returns the text of a heading or label without its number, its signs and its colon. */
const bare = (heading: string): string =>
  foldHead(heading.slice(0, 200))
    .replace(number, '')
    .replace(/\s*[:：]\s*$/u, '')

/** Returns a text in Chinese, Japanese or Korean without a remark at its end; undefined for any other. */
const wideText = (text: string): string | undefined =>
  isWide(text) ? simplify(foldWidth(text)).replace(/\s*\([^()]*\)\s*$/, '') : undefined

/**
 * Returns whether a heading or label is about success, acceptance, exit or done criteria, whatever number or
 * phase it has: nothing below it is work.
 */
export const isCriteriaHeading = remembered((heading: string): boolean => {
  const text = bare(heading)
  const [name = ''] = named.exec(text) ?? []
  // Of a phase, only a title that begins with the criteria is about them: `Phase 1: Define exit criteria` is
  // work.
  if (name === '' ? criteria.test(text) : titled.test(text.slice(name.length))) return true
  const spacedAt = spacedCriteria.exec(text.slice(name.length))?.index ?? -1
  if (name === '' ? spacedAt >= 0 : spacedAt === 0) return true
  const folded = wideText(text)
  if (folded === undefined) return false
  const head = unitHead.exec(folded)?.[0] ?? ''
  // `阶段 1：编写验收标准` is work too.
  const found = wideCriteria.exec(folded.slice(head.length))
  return found !== null && (head === '' || found.index === 0)
})

/** Returns whether a heading begins a section beside the work: goals, risks, references and the like. */
export const isBesideWork = remembered((heading: string): boolean => {
  const text = bare(heading)
  return isBeside(text) || checking.test(text) || isWideMatch(wideChecking, text)
})

/**
 * Returns whether a heading is beside the work although it is numbered like the sections of the work: goals
 * and risks are, and a verification is the last of these sections.
 */
export const isBesideSeries = (heading: string): boolean => isBeside(bare(heading))

const isBeside = (text: string): boolean =>
  beside.test(text) || spacedBeside.test(text) || isWideMatch(wideBeside, text)

/** The patterns are long, and the first use of one compiles it: other languages do not need that. */
const isWideMatch = (pattern: RegExp, text: string): boolean => {
  const folded = wideText(text)
  return folded !== undefined && pattern.test(folded)
}
