import type { Plan } from '../../../plan/model/plan.ts'
import { readDependencies } from '../../dispatch/subtask-dependencies.ts'
import { countShared, subjectWords } from './subject-words.ts'
import { isTestFile } from '../is-test-file.ts'
import { listWork, stemOf, type Work } from './list-work.ts'

/** Tests, and the work that is to make them pass. */
export interface TestLink {
  test: Work
  /** In plan order. Empty: they must pass at once. */
  answers: Work[]
  /** Work of later phases that may answer the tests, although nothing shows it. */
  possible: Work[]
}

/** Most places of the graph that are examined for the answers of one test. */
const mostExamined = 2_000

/**
 * Links each piece of work that writes tests to the work that makes them pass.
 *
 * Only work that depends on the tests can answer them. Of that, the nearest implementations are candidates:
 * an implementation ends the search, unless a later one fits the tests better.
 * The files decide first: both declare the same test file, or files of one name (`test/slug.test.js`,
 * `src/slug.js`). Then the words of the titles, for each member of a list (`tests for slugs and titles`).
 *
 * Without either, the nearest implementations answer tests that the plan types as such or calls failing.
 * Other tests are for existing code, and so are those that follow work of their phase, or that earlier work
 * fits as well: they have no link.
 */
export const linkTests = (plan: Plan): TestLink[] => {
  const graph = readDependencies(plan)
  const work = listWork(plan, graph)
  const tests = work.filter(({ kind }) => kind === 'test')
  if (tests.length === 0) return []
  const dependents = graph.dependencies.map((): number[] => [])
  graph.dependencies.forEach((list, node) => {
    for (const dependency of list) dependents[dependency]!.push(node)
  })
  const byNode = new Map(work.map((each) => [each.node, each]))
  const [seen, seenBefore] = [
    new Int32Array(dependents.length).fill(-1),
    new Int32Array(dependents.length).fill(-1),
  ]
  return tests.map((test, mark) => {
    const later = { edges: dependents, byNode, seen, mark }
    const near = follow(later, [test.node], ({ kind }) => kind === 'impl')
    const ends = near.filter(({ kind }) => kind === 'impl').map(({ node }) => node)
    const behind = follow(later, ends, () => false).filter(({ kind }) => kind === 'impl')
    const earlier = { edges: graph.dependencies, byNode, seen: seenBefore, mark }
    const before = new Set(follow(earlier, [test.node], () => false))
    // The order of a phase counts here even where its parts declare dependencies.
    for (const each of work)
      if (each.phase.id === test.phase.id && each.node < test.node && each.kind !== 'test') before.add(each)
    const isDeclared = ({ by, node }: Work): boolean =>
      by === 'type' && graph.dependencies[node]!.includes(test.node)
    const candidates = { near, behind, before: [...before] }
    const answers = inOrder(choose(test, candidates, isDeclared))
    return { test, answers, possible: answers.length > 0 ? [] : possibleAnswers(test, candidates) }
  })
}

/** Code of a plan that comes before its tests. */
export interface LateTest {
  code: Work
  test: Work
}

/**
 * Finds code with a test that the plan declares as such, but after it, and without one before it. The test
 * fits it by its files or its words, or validates it.
 */
export const findLateTests = (plan: Plan, links: readonly TestLink[]): LateTest[] => {
  const { dependencies } = readDependencies(plan)
  const byNode = new Map(listWork(plan, readDependencies(plan)).map((each) => [each.node, each]))
  const tested = new Set(links.flatMap(({ answers }) => answers.map(({ node }) => node)))
  const seen = new Int32Array(dependencies.length).fill(-1)
  const found = new Map<number, LateTest>()
  links.forEach(({ test }, mark) => {
    if (test.by !== 'type') return
    const earlier = follow({ edges: dependencies, byNode, seen, mark }, [test.node], () => false)
    for (const code of fit(test, earlier).works)
      if (!tested.has(code.node) && !found.has(code.node)) found.set(code.node, { code, test })
  })
  return [...found.values()].sort((one, other) => one.code.node - other.code.node)
}

interface Walk {
  edges: readonly (readonly number[])[]
  byNode: ReadonlyMap<number, Work>
  /** The last test from which each node was reached. */
  seen: Int32Array
  mark: number
}

/** Returns the work that nodes lead to, nearest first; nothing behind work at which the walk ends. */
const follow = (
  { edges, byNode, seen, mark }: Walk,
  from: readonly number[],
  ends: (work: Work) => boolean,
): Work[] => {
  const found: Work[] = []
  const queue = [...from]
  for (let at = 0; at < Math.min(queue.length, mostExamined); at++)
    for (const node of edges[queue[at]!]!) {
      if (seen[node] === mark) continue
      seen[node] = mark
      const work = byNode.get(node)
      if (work && work.kind !== 'test') found.push(work)
      if (!work || !ends(work)) queue.push(node)
    }
  return found
}

interface Candidates {
  /** Work that depends on the tests, up to the first implementations. */
  near: Work[]
  /** Implementations behind those. */
  behind: Work[]
  /** Work that the tests depend on. */
  before: Work[]
}

const choose = (
  test: Work,
  { near, behind, before }: Candidates,
  isDeclared: (work: Work) => boolean,
): Work[] => {
  const strong = near.filter(({ kind }) => kind === 'impl')
  const own = strong.filter(({ phase }) => phase.id === test.phase.id)
  if (own.length > 0) return own
  if (test.by === 'type' && strong.some(isDeclared)) return strong
  const { works, score } = fit(test, near, behind)
  if (!test.fails && isCovered(test, before, score)) return []
  if (works.length > 0) return works
  if (test.by !== 'type' && !test.fails) return []
  if (strong.length > 0) return strong
  return near.filter(({ files }) => test.by !== 'type' || files.some((file) => !isTestFile(file))).slice(0, 1)
}

/**
 * Whether tests are for work before them: of their own phase, or such that fits them as well as anything
 * later.
 */
const isCovered = (test: Work, before: readonly Work[], score: number): boolean => {
  const { score: earlier } = fit({ ...test, fails: true }, before)
  return (
    (earlier > 0 && earlier >= score) ||
    before.some((work) => work.by !== 'files' && work.phase.id === test.phase.id)
  )
}

/** Work of later phases that could be for tests without a link, if these are all that their phase does. */
const possibleAnswers = (test: Work, { near, before }: Candidates): Work[] => {
  const isOther = ({ phase }: Work): boolean => phase.id !== test.phase.id
  if (!test.fails && (isCovered(test, before, 1) || ![...near, ...before].every(isOther))) return []
  const mayAnswer = ({ kind, by, files }: Work): boolean =>
    kind === 'impl' || by === 'words' || (test.by === 'files' && files.some((file) => !isTestFile(file)))
  return near.filter((work) => isOther(work) && mayAnswer(work))
}

interface Fit {
  works: Work[]
  /** Shared words, or infinite if a file decides. */
  score: number
}

/** Finds the work that fits the tests by its files, or else best by its words: of equals, the nearest. */
const fit = (test: Work, near: readonly Work[], behind: readonly Work[] = []): Fit => {
  for (const group of [near, behind]) {
    const byFile = group.filter((work) => sharesFile(test, work))
    if (byFile.length > 0) return { works: byFile, score: Infinity }
  }
  const isAble = ({ kind, by }: Work): boolean => kind === 'impl' || by === 'words' || test.fails
  const groups = [near.filter(isAble), behind.filter(isAble)]
  const subjects = test.by === 'files' ? [test.subject] : membersOf(test.title).map(subjectWords)
  const chosen = new Set<Work>()
  let score = 0
  for (const words of subjects) {
    const shared = groups.map((group) => group.map((work) => countShared(words, work.subject)))
    const most = Math.max(0, ...shared.flat())
    const nearest = groups.findIndex((_, at) => shared[at]!.includes(most))
    if (most > 0) groups[nearest]!.forEach((work, at) => shared[nearest]![at] === most && chosen.add(work))
    score = Math.max(score, most)
  }
  return { works: [...chosen], score }
}

/** Whether work declares a test file, or a file that it is named after. */
const sharesFile = (test: Work, work: Work): boolean =>
  test.files.some((file) =>
    work.files.some((other) => file === other || (stemOf(file) !== '' && stemOf(file) === stemOf(other))),
  )

/** The members of a title that lists several subjects. */
const membersOf = (title: string): string[] =>
  title.slice(0, 400).split(/[,;、，&+]|\s(?:and|und|y|e|et|и|と|和)\s|と|和|、/u)

const inOrder = (works: readonly Work[]): Work[] => [...works].sort((one, other) => one.node - other.node)
