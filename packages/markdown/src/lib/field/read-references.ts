import { normalizePhaseId } from '@amelia/core/plugin'
import { plainText } from '../words/plain-text.ts'
import { foldValue } from '../words/fold-value.ts'
import type { ReferenceBudget } from './reference-budget.ts'
import { splitReferences } from './split-references.ts'

/** The ids that a list of references can name. */
export interface ReferenceScope {
  /** Existing ids, in the document's order, with their positions. */
  positions: ReadonlyMap<string, number>
  /** Existing ids, in the document's order. */
  ids: readonly string[]
  /** The id that owns the cell: never one of `all`. */
  self: string
  /** Shared by all cells of a plan. */
  budget: ReferenceBudget
}

const nothing = new Set(['', '-', '–', '—', '−', 'none', 'nothing', 'n/a', 'na', 'nil', 'null', 'no', '∅'])
const undecided =
  /^(?:tb[acd]|\?{1,3}|unknown|undecided|unclear|to be (?:announced|confirmed|decided|defined|determined))$/i

/** Returns whether a list of references contains a word for an open decision, such as `TBD`. */
export const isUndecided = (text: string): boolean =>
  splitReferences(plainText(text)).some((piece) => undecided.test(piece.trim()))
/** `None - can start immediately`, `No dependencies`, but not `None except 2`. */
const none =
  /^(?:(?:none|nothing|nil|not applicable)\b|n\/a\b|no (?:hard |other |prior |external |internal )?(?:dependenc|prerequisite|blocker|requirement|phase|task|step)|independent\b|(?:can|may) (?:start|begin|run) (?:immediately|at once|now|first|any ?time)\b)/i
const unless =
  /\b(?:except|but|besides|only|apart|after|other than|until)\b|\b(?:beyond|aside|once|when|requires?|needs)\b.*\d/i

const saysNone = (text: string): boolean => {
  const start = foldValue(text.slice(0, 200)).trim()
  return none.test(start) && !unless.test(start)
}

const fillers = new Set([
  'phase',
  'phases',
  'task',
  'tasks',
  'step',
  'steps',
  'wave',
  'waves',
  'after',
  'and',
])

/**
 * Reads the ids in a cell or field: `1, 2A`, `1 and 2`, `WS3 ∧ WS4`, ranges (`1-4`, `W0–W4`, `WU-10–15`),
 * `all others`. `-`, `—`, `None` and an empty text mean no ids; text in parentheses is ignored.
 *
 * `TBD` means all before it: the careful reading. Text after the first sentence is ignored. A range contains
 * the ids from its first to its last in the document's order. Unknown ids are returned in normalized form, so
 * that they can be reported.
 */
export const readReferences = (text: string, scope: ReferenceScope): string[] => {
  const found = new Set<string>()
  const plain = plainText(text)
  if (saysNone(plain)) return []
  const pieces = splitReferences(plain)
  for (const [index, piece] of pieces.entries()) {
    const token = dropDenied(piece.trim())
    const lower = foldValue(token).toLowerCase()
    if (nothing.has(lower)) continue
    if (previous.test(lower) || undecided.test(lower)) {
      const end = scope.positions.get(scope.self) ?? 0
      if (scope.budget.spend(end)) for (const id of scope.ids.slice(0, end)) found.add(id)
      continue
    }
    if (saysNone(token)) continue
    const except = /^(?:all|everything)\b/.test(lower) ? exception.exec(token) : null
    if (except) {
      // `all except 1, 2` excludes both.
      const excluded = [token.slice(except.index + except[0].length), ...pieces.slice(index + 1)]
      for (const id of allBut(excluded, scope)) found.add(id)
      break
    }
    for (const id of readAll(token, lower, scope) ?? readToken(dropFillers(token), scope)) found.add(id)
  }
  return [...found]
}

/** `1, but not on 2` names 1. `not before 1` names 1 too. */
const denied =
  /(?:^|\s)(?:but )?(?:not|never|independent(?:ly)? of|regardless of)\b(?!.*\b(?:before|until|till|without|unless|beyond)\b)/i

const dropDenied = (token: string): string => {
  const at = /^(?:all|everything)\b/i.test(token) ? -1 : token.slice(0, maxToken).search(denied)
  return at < 0 ? token : token.slice(0, at).trim()
}

const allOf =
  /^all (?:of )?(?:the )?(?:(?:phases|tasks|steps|subtasks|items|work) (?:in|of|from) )?(?:the )?(?=\S)/i
const exception = /\b(?:except(?: for)?|excluding|but|besides|apart from|other than|without)\b/i
/** `all 3 phases`, `all other phases`, `all phases before 4` */
const others =
  /^all (?:of )?(?:the )?(?:\d|others?\b|(?:phases |tasks |steps )?(?:before|prior|up|until|to|through|thru|from|after)\b)/

/** Returns all ids except those that these texts name. */
const allBut = (excluded: readonly string[], scope: ReferenceScope): string[] => {
  if (!scope.budget.spend(scope.ids.length)) return []
  const left = new Set([scope.self])
  for (const text of excluded) for (const id of readToken(dropFillers(text.trim()), scope)) left.add(id)
  return scope.ids.filter((id) => !left.has(id))
}

/** Reads `all`, `everything` and `all others`; undefined for any other text. `All of Phase 1` is phase 1. */
const readAll = (token: string, lower: string, scope: ReferenceScope): string[] | undefined => {
  if (lower !== 'everything' && lower !== 'all' && !lower.startsWith('all ')) return undefined
  const rest = token.slice(allOf.exec(token)?.[0].length ?? 0)
  if (lower.startsWith('all ') && !others.test(lower) && namesPhase(rest, scope))
    return readToken(dropFillers(rest), scope)
  return allBut([], scope)
}

const namesPhase = (text: string, scope: ReferenceScope): boolean =>
  /\d/.test(text) &&
  (/^(?:phases?|tasks?|steps?) [\w.-]{0,12}\d/i.test(text) ||
    text.split(' ').some((word) => /\d/.test(word) && scope.positions.has(normalizePhaseId(word))))

const previous = /^all (?:of )?(?:the )?(?:previous|prior|preceding|earlier|above)\b/

const dropFillers = (token: string): string => {
  const words = token.split(' ').filter((word) => word !== '')
  while (words.length > 1 && fillers.has((words[0] ?? '').toLowerCase())) words.shift()
  return words.join(' ')
}

const readToken = (token: string, scope: ReferenceScope): string[] => {
  const written = token.toLowerCase()
  if (scope.positions.has(written)) return [written]
  const whole = normalizePhaseId(token)
  if (whole === '') return []
  if (scope.positions.has(whole)) return [whole]
  const range = readRange(token, scope)
  if (range) return range
  const words = token.split(' ')
  if (words.length > 1) {
    const ids = words
      .filter((_, index) => !isVersion(words, index, scope))
      .map(normalizePhaseId)
      .filter((id) => id !== '')
    const known = ids.filter((id) => scope.positions.has(id))
    // Words next to an id are prose ("after 2a is merged"); a second word with a digit is an unknown id.
    if (known.length > 0) return ids.filter((id) => scope.positions.has(id) || /^\w{0,8}\d/.test(id))
  }
  return [whole]
}

/** Words that a number of a phase may follow: units of work, and words of sentences about order. */
const introductions = new Set(
  (
    'phase,phases,task,tasks,step,steps,wave,waves,stage,stages,milestone,milestones,sprint,sprints,iteration,iterations,story,stories,' +
    'epic,epics,part,parts,section,sections,session,sessions,group,groups,batch,batches,track,tracks,stream,workstream,lane,unit,units,' +
    'ph,p,t,s,m,ws,wp,wu,us,fase,fases,etapa,etapas,tarea,tareas,tarefa,tarefas,paso,passo,aufgabe,schritt,taak,stap,tâche,nach,von,' +
    'chunk,slice,block,layer,level,module,feature,item,items,row,ticket,tickets,issue,issues,pr,prs,week,day,gate,mvp,number,no,nr,id,' +
    'on,upon,of,in,for,after,before,until,since,from,by,with,to,through,thru,then,and,or,plus,both,also,either,than,per,' +
    'is,are,be,once,when,if,needs,need,requires,require,follows,except,but,besides,beyond,only,the,all,any'
  ).split(','),
)

/** Returns whether a word is the number in a name such as `Vue 3` or `Node >= 20`. */
const isVersion = (words: readonly string[], index: number, scope: ReferenceScope): boolean => {
  const before = words[index - 1] ?? ''
  if (!/^v?\d[\d.]*$/i.test(words[index] ?? '') || !/^(?:[a-z]|[<>=^~]+$)/i.test(before)) return false
  const word = before.toLowerCase().replace(/[.:#]+$/, '')
  return !/\d/.test(word) && !introductions.has(word) && !scope.positions.has(normalizePhaseId(before))
}

/** Returns the normalized names in a text such as `Vue 3, Phase 1` that are versions of something: `vue3`. */
export const findVersions = (text: string, scope: ReferenceScope): Set<string> => {
  const words = text.split(/[\s,;&()]+/)
  const versions = words.flatMap((word, index) =>
    isVersion(words, index, scope) ? [normalizePhaseId(`${words[index - 1]} ${word}`)] : [],
  )
  return new Set(versions)
}

const dashes = new Set(['-', '‐', '‑', '‒', '–', '—', '−', '~', '…'])
const maxToken = 200

const readRange = (token: string, scope: ReferenceScope): string[] | undefined => {
  if (token.length > maxToken) return undefined
  const text = token
    .replaceAll('...', '…')
    .replaceAll('..', '…')
    .replace(/ (?:to|through|thru) /i, '…')
  let missing: [string, string] | undefined
  for (let at = 1; at < text.length - 1; at++) {
    if (!dashes.has(text[at] ?? '')) continue
    const first = normalizePhaseId(text.slice(0, at))
    const rest = normalizePhaseId(text.slice(at + 1))
    if (first === '' || rest === '') continue
    const from = scope.positions.get(first)
    const last = scope.positions.has(rest) ? rest : prefixOf(first) + rest
    const to = scope.positions.get(last)
    if (from !== undefined && to !== undefined && from <= to) {
      return scope.budget.spend(to - from) ? scope.ids.slice(from, to + 1) : []
    }
    if (prefixOf(first) === prefixOf(last) && numberOf(first) < numberOf(last)) missing ??= [first, last]
  }
  return missing && between(missing[0], missing[1], scope)
}

/** Expands a range with an unknown end: the known ids between the ends, and the ends. */
const between = (first: string, last: string, scope: ReferenceScope): string[] | undefined => {
  if (!scope.budget.spend(scope.ids.length)) return []
  const prefix = prefixOf(first)
  const inside = scope.ids.filter(
    (id) => prefixOf(id) === prefix && numberOf(id) >= numberOf(first) && numberOf(id) <= numberOf(last),
  )
  if (inside.length === 0) return undefined
  return [...new Set([first, ...inside, last])]
}

const digit = /\d/

const prefixOf = (id: string): string => {
  const at = id.search(digit)
  return at < 0 ? id : id.slice(0, at)
}

const numberOf = (id: string): number => Number.parseFloat(id.slice(prefixOf(id).length))
