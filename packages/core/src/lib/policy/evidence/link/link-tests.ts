import type { Plan } from '../../../plan/model/plan.ts'
import { readDependencies } from '../../dispatch/subtask-dependencies.ts'
import { countShared, subjectWords } from '../../../text/subject-words.ts'
import { isTestFile } from '../is-test-file.ts'
import { listWork, stemOf, type Work } from './list-work.ts'

/** Tests, and the work that is to make them pass. */
export interface TestLink {
  test: Work
  /** In plan order. Empty: they must pass at once. */
  answers: Work[]
  /** Work that depends on the tests, whether it answers them or not. */
  near: Work[]
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
 * Other tests are for existing code, and have no link.
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
  const seen = new Int32Array(dependents.length).fill(-1)
  return tests.map((test, mark) => {
    const later = { edges: dependents, byNode, seen, mark }
    const near = follow(later, [test.node], ({ kind }) => kind === 'impl')
    return { test, near, answers: inOrder(choose(test, near, later, graph.dependencies)) }
  })
}

/** Code of a plan that comes before its tests. */
export interface LateTest {
  code: Work
  test: Work
}

/**
 * Finds code with a test that the plan declares as such, but after it, and without one before it. The test fits
 * it by its files or its words, or validates it.
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
    for (const code of fit(test, earlier))
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

const choose = (
  test: Work,
  near: Work[],
  walk: Walk,
  dependencies: readonly (readonly number[])[],
): Work[] => {
  const strong = near.filter(({ kind }) => kind === 'impl')
  const isDeclared = (work: Work): boolean =>
    work.by === 'type' && dependencies[work.node]!.includes(test.node)
  if (test.by === 'type' && strong.some(isDeclared)) return strong
  const behind = follow(
    walk,
    strong.map(({ node }) => node),
    () => false,
  )
  const fitting = fit(
    test,
    near,
    behind.filter(({ kind }) => kind === 'impl'),
  )
  if (fitting.length > 0) return fitting
  if (test.by !== 'type' && !test.fails) return []
  if (strong.length > 0) return strong
  return near.filter(({ files }) => test.by !== 'type' || files.some((file) => !isTestFile(file))).slice(0, 1)
}

/** Returns the work that fits the tests by its files, or else best by its words: of equals, the nearest. */
const fit = (test: Work, near: readonly Work[], behind: readonly Work[] = []): Work[] => {
  for (const group of [near, behind]) {
    const byFile = group.filter((work) => sharesFile(test, work))
    if (byFile.length > 0) return byFile
  }
  const isAble = ({ kind, by }: Work): boolean => kind === 'impl' || by === 'words' || test.fails
  const groups = [near.filter(isAble), behind.filter(isAble)]
  const subjects = test.by === 'files' ? [test.subject] : membersOf(test.title).map(subjectWords)
  const chosen = new Set<Work>()
  for (const words of subjects) {
    const shared = groups.map((group) => group.map((work) => countShared(words, work.subject)))
    const most = Math.max(0, ...shared.flat())
    const nearest = groups.findIndex((_, at) => shared[at]!.includes(most))
    if (most > 0) groups[nearest]!.forEach((work, at) => shared[nearest]![at] === most && chosen.add(work))
  }
  return [...chosen]
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
