import type { Commit } from '../object/commit.ts'
import type { GitFiles } from '../file/git-files.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { readTrailers } from './read-trailers.ts'

/** Queries about the ancestry of commits. */
export interface History {
  /** Finds the best common ancestors, best first; empty if there are none. */
  commonAncestors(one: string, other: string): Promise<string[]>
  /** Finds commits with a trailer among a commit and its ancestors, newest first. */
  findByTrailer(from: string, trailer: string, value: string): Promise<string[]>
}

type Parents = (id: string) => Promise<{ commit: Commit; parents: readonly string[] }>

/** Creates queries about the history of a repository. In a shallow clone it ends at the clone's boundary. */
export const createHistory = (files: GitFiles, store: ObjectStore): History => {
  const openParents = async (): Promise<Parents> => {
    const cut = new Set(((await files.readText('shallow')) ?? '').split('\n'))
    return async (id) => {
      const commit = await store.readCommit(id)
      return { commit, parents: cut.has(id) ? [] : commit.parents }
    }
  }
  return {
    async commonAncestors(one, other) {
      return paintAncestors(await openParents(), one, other)
    },
    async findByTrailer(from, trailer, value) {
      const found = await sortHistory(await openParents(), from)
      return found
        .filter(({ commit }) => readTrailers(commit.message, trailer).includes(value))
        .map(({ id }) => id)
    },
  }
}

const [ofOne, ofOther, beyond] = [1, 2, 4]

/**
 * Walks back from both commits, newest first, and marks which side reaches each commit. A commit reached from
 * both is a result, unless another result reaches it too. Ends when only ancestors of results are left.
 */
const paintAncestors = async (parentsOf: Parents, one: string, other: string): Promise<string[]> => {
  if (one === other) return [one]
  const marks = new Map([
    [one, ofOne],
    [other, ofOther],
  ])
  const queue: { id: string; date: number }[] = []
  const add = async (id: string): Promise<void> => {
    const { date } = (await parentsOf(id)).commit
    const at = queue.findIndex((waiting) => waiting.date < date)
    queue.splice(at < 0 ? queue.length : at, 0, { id, date })
  }
  await add(one)
  await add(other)
  const results: string[] = []
  while (queue.some(({ id }) => ((marks.get(id) ?? 0) & beyond) === 0)) {
    const { id } = queue.shift()!
    let mark = marks.get(id) ?? 0
    if ((mark & (ofOne | ofOther)) === (ofOne | ofOther) && (mark & beyond) === 0) {
      if (!results.includes(id)) results.push(id)
      mark |= beyond
    }
    for (const parent of (await parentsOf(id)).parents) {
      const known = marks.get(parent) ?? 0
      if ((known | mark) === known) continue
      marks.set(parent, known | mark)
      await add(parent)
    }
  }
  return results.filter((id) => ((marks.get(id) ?? 0) & beyond) === 0)
}

/** Lists a commit and its ancestors: children before their parents, linear sequences together. */
const sortHistory = async (parentsOf: Parents, from: string): Promise<{ id: string; commit: Commit }[]> => {
  const children = new Map([[from, 0]])
  const found = [from]
  for (const id of found) {
    for (const parent of (await parentsOf(id)).parents) {
      if (!children.has(parent)) found.push(parent)
      children.set(parent, (children.get(parent) ?? 0) + 1)
    }
  }
  const sorted: { id: string; commit: Commit }[] = []
  const ready = [from]
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const { commit, parents } = await parentsOf(id)
    sorted.push({ id, commit })
    for (const parent of [...parents].reverse()) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0) ready.push(parent)
    }
  }
  return sorted
}
