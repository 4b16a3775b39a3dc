import type { Phase, Plan } from '@amelia/core'
import { foldTitle, listUnits, type SourceUnit, splitHead } from './list-units.ts'

/** A document, and what could be read of it. */
export interface RewrittenSource {
  text: string
  /** The phases, if there are several. */
  phases: readonly Pick<Phase, 'id' | 'title' | 'dependsOn' | 'line'>[]
}

/** A phase or a part of the new plan. */
interface Written {
  id: string
  title: string
  done: boolean
  phase: Phase
  isPhase: boolean
}

/**
 * Compares a plan that an agent rewrote with its source: lists what is missing, new or moved, and which
 * dependencies and ticks were lost or added. Titles are compared without case and punctuation; a title that
 * was worded differently is missing and new.
 */
export const compareRewrite = (
  source: RewrittenSource,
  { text, plan }: { text: string; plan: Plan },
): string[] => {
  const units = unitsOf(source)
  if (units.length === 0) return ['not compared: the document has no heading, box, numbered item or table']
  const written = plan.phases.flatMap(partsOf)
  const byTitle = new Map([...written].reverse().map((part) => [foldTitle(part.title), part]))
  const kept = new Map<SourceUnit, Written>()
  for (const unit of units) {
    const found = unit.titles.map((title) => byTitle.get(foldTitle(title))).find(Boolean)
    if (found) kept.set(unit, found)
  }
  const lines = foldedLines(text)
  const known = foldedLines(source.text)
  for (const title of units.flatMap(({ titles }) => titles)) known.add(foldTitle(title))
  return [
    ...units
      .filter((unit) => !kept.has(unit) && !isIn(lines, unit))
      .map((unit) => `missing: ${nameOf(unit)} (line ${unit.line})`),
    ...written.filter(({ title }) => !known.has(foldTitle(title))).map((part) => `new: ${labelOf(part)}`),
    ...listMoved(kept),
    ...[...kept].flatMap(([unit, part]) => [
      ...(unit.id === '' || !part.isPhase || unit.id.toLowerCase() === part.id.toLowerCase()
        ? []
        : [`renumbered: ${nameOf(unit)} (line ${unit.line}) is ${part.id}`]),
      ...(unit.checked === true && !part.done ? [`no longer done: ${nameOf(unit)} (line ${unit.line})`] : []),
      ...(unit.checked === false && part.done ? [`done now: ${nameOf(unit)} (line ${unit.line})`] : []),
    ]),
    ...compareOrder(source, units, kept, plan),
  ]
}

/** The units of a document; of JSON and YAML, the phases that were read. */
const unitsOf = ({ text, phases }: RewrittenSource): SourceUnit[] => {
  const units = listUnits(text)
  if (units.length > 0) return units
  return (phases.length < 2 ? [] : phases).map(({ id, title, line }) => ({
    ...{ kind: 'heading', line, word: '', id, titles: [title], checked: undefined, below: undefined },
  }))
}

const partsOf = (phase: Phase): Written[] => {
  const isDone = phase.status === 'done'
  return [
    { id: phase.id, title: phase.title, done: isDone, phase, isPhase: true },
    // A phase without parts has one with its title.
    ...phase.subtasks
      .filter(({ title }) => title !== phase.title)
      .map(({ id, title, status }) => ({
        ...{ id, title, phase, isPhase: false, done: isDone || status === 'done' },
      })),
  ]
}

const foldedLines = (text: string): Set<string> =>
  new Set(
    text.split('\n').flatMap((line) => {
      const content = line.replace(/^[\s>]*(?:[-*+]|#{1,6}|\d{1,9}[.)])?\s*(?:\[[ xX~-]\])?\s*/, '')
      return [foldTitle(content), foldTitle(splitHead(content).title)]
    }),
  )

/** Whether a line of the plan repeats the unit. A numbered heading or row is kept only as work. */
const isIn = (lines: ReadonlySet<string>, { kind, id, titles }: SourceUnit): boolean =>
  (id === '' || kind === 'item') && titles.some((title) => lines.has(foldTitle(title)))

const labelOf = ({ id, title, isPhase, phase }: Written): string =>
  isPhase ? `${id} ${title}` : `${id} ${title} (in ${phase.id})`

const nameOf = ({ word, id, titles: [title = ''] }: SourceUnit): string =>
  [word, id, title].filter((part) => part !== '').join(' ')

/** Lists boxes that are below another phase now, and phases that have another place in the order. */
const listMoved = (kept: ReadonlyMap<SourceUnit, Written>): string[] => {
  const owners = new Map([...kept].map(([unit, part]) => [unit.line, part.phase]))
  const parts = [...kept].flatMap(([unit, { isPhase, phase }]) => {
    const owner = owners.get(unit.below ?? 0)
    return isPhase || owner === undefined || owner === phase
      ? []
      : [`moved: ${nameOf(unit)} (line ${unit.line}) from ${owner.id} to ${phase.id}`]
  })
  const phases = [...kept].filter(([, { isPhase }]) => isPhase)
  const order = new Map([...new Set(phases.map(([, { phase }]) => phase.line))].sort(byNumber).map(numbering))
  const stays = longestRise(phases.map(([, { phase }]) => order.get(phase.line) ?? 0))
  return [
    ...phases.flatMap(([unit, { phase }], index) =>
      stays.has(index)
        ? []
        : [`moved: ${nameOf(unit)} (line ${unit.line}) is in place ${(order.get(phase.line) ?? 0) + 1}`],
    ),
    ...parts,
  ]
}

const byNumber = (one: number, other: number): number => one - other
const numbering = (value: number, index: number): [number, number] => [value, index]

/** The indexes of a longest rising subsequence: the values that keep their order. */
const longestRise = (values: readonly number[]): Set<number> => {
  const best = values.map(() => ({ length: 1, before: -1 }))
  let last = values.length > 0 ? 0 : -1
  for (let at = 1; at < values.length; at++) {
    for (let before = 0; before < at; before++)
      if (values[before]! <= values[at]! && best[before]!.length >= best[at]!.length)
        best[at] = { length: best[before]!.length + 1, before }
    if (best[at]!.length > best[last]!.length) last = at
  }
  const kept = new Set<number>()
  for (; last >= 0; last = best[last]!.before) kept.add(last)
  return kept
}

/** Compares the order of the phases: their dependencies, or the phases that their texts mention. */
const compareOrder = (
  source: RewrittenSource,
  units: readonly SourceUnit[],
  kept: ReadonlyMap<SourceUnit, Written>,
  plan: Plan,
): string[] => {
  const waits = ancestorsOf(plan.phases)
  const owners = new Map([...kept].map(([unit, part]) => [unit.line, part.phase]))
  const mentions = listMentions(source.text, units, owners, waits)
  if (source.phases.length < 2) return [...mentions.values()]
  const earlier = ancestorsOf(source.phases)
  const now = new Map(source.phases.map(({ id, line }) => [id, owners.get(line)?.id]))
  const before = new Map([...now].flatMap(([id, own]) => (own === undefined ? [] : [[own, id] as const])))
  for (const { id, dependsOn, line } of source.phases)
    for (const other of dependsOn) {
      const [own, from] = [now.get(id), now.get(other)]
      if (own !== undefined && from !== undefined && !waits.get(own)?.has(from))
        mentions.set(`${own} ${from}`, `dependency lost: ${own} does not wait for ${from} (line ${line})`)
    }
  return [
    ...mentions.values(),
    ...plan.phases.flatMap(({ id, dependsOn }) =>
      dependsOn.flatMap((other) => {
        const [own, from] = [before.get(id), before.get(other)]
        return own === undefined || from === undefined || earlier.get(own)?.has(from)
          ? []
          : [`dependency added: ${id} waits for ${other}`]
      }),
    ),
  ]
}

/** By pair of phases, the lines that mention an earlier phase for which theirs does not wait. */
const listMentions = (
  text: string,
  units: readonly SourceUnit[],
  owners: ReadonlyMap<number, Phase>,
  waits: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, string> => {
  const starts = units.filter(({ line }) => owners.has(line))
  const named = new Map<string, Phase>()
  const found = new Map<string, string>()
  let at = -1
  text.split('\n').forEach((written, index) => {
    for (; (starts[at + 1]?.line ?? Infinity) <= index + 1; at++) {
      const { word = '', id = '', line = 0 } = starts[at] ?? {}
      const owner = owners.get(line)
      for (const name of owner ? namesOf(word, id) : []) named.set(foldTitle(name), owner!)
    }
    const start = starts[at]
    const own = start && owners.get(start.line)
    if (!own) return
    const line = ` ${foldTitle(written)} `.replace(list, repeatWord)
    for (const [name, other] of named)
      if (other !== own && line.includes(` ${name} `) && !waits.get(own.id)?.has(other.id))
        found.set(
          `${own.id} ${other.id}`,
          `dependency? line ${index + 1} mentions ${name}, and ${own.id} does not wait for ${other.id}`,
        )
  })
  return found
}

/** Several ids after one word: `needs 1 2 and 3`. */
const list = / (after|needs|requires|on|by)((?:(?: and)? \d\S*){2,20})/g

const repeatWord = (_: string, word: string, ids: string): string =>
  ids
    .split(' ')
    .filter((id) => id !== '' && id !== 'and')
    .map((id) => ` ${word} ${id}`)
    .join('')

/** How a text mentions a unit. A number alone needs a word in front of it. */
const namesOf = (word: string, id: string): string[] => {
  if (id === '') return []
  if (word !== '' || /\p{L}/u.test(id)) return [`${word} ${id}`]
  return ['after', 'needs', 'requires', 'on', 'by', 'step', 'task', 'phase', 'item'].map(
    (before) => `${before} ${id}`,
  )
}

/** By id, all phases that a phase waits for. */
const ancestorsOf = (
  phases: readonly Pick<Phase, 'id' | 'dependsOn'>[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const direct = new Map(phases.map(({ id, dependsOn }) => [id, dependsOn]))
  return new Map(
    phases.map(({ id, dependsOn }) => {
      const all = new Set<string>()
      const open = [...dependsOn]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (all.has(next)) continue
        all.add(next)
        open.push(...(direct.get(next) ?? []))
      }
      return [id, all]
    }),
  )
}
