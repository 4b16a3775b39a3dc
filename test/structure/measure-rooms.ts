import { posix } from 'node:path'
import { findCycles } from './find-cycles.ts'

/** Measures of one folder of a package. */
export interface Room {
  folder: string
  /** Its source files, without those of its subfolders. */
  files: number
  /** Distinct pairs of its immediate children, one importing the other. */
  arrows: string[]
  /** Groups of children that import one another. */
  cycles: string[][]
}

/**
 * Measures every folder of some source files, given by path with their text, and finds the cycles of files.
 * Type imports count.
 */
export const measureRooms = (
  sources: ReadonlyMap<string, string>,
): { rooms: Room[]; fileCycles: string[][] } => {
  const imports = new Map<string, Set<string>>()
  for (const [path, text] of sources) imports.set(path, new Set(importsOf(path, text, sources)))
  const files = new Map<string, number>()
  const arrows = new Map<string, Map<string, Set<string>>>()
  for (const [path, targets] of imports) {
    const folder = posix.dirname(path)
    files.set(folder, (files.get(folder) ?? 0) + 1)
    for (const target of targets) {
      const shared = sharedFolder(path, target)
      const [from, to] = [childOf(shared, path), childOf(shared, target)]
      const ofFolder = arrows.get(shared) ?? new Map<string, Set<string>>()
      arrows.set(shared, ofFolder)
      ofFolder.set(from, (ofFolder.get(from) ?? new Set()).add(to))
    }
  }
  const folders = [...new Set([...files.keys(), ...arrows.keys()])].sort()
  const rooms = folders.map((folder): Room => {
    const ofFolder = arrows.get(folder) ?? new Map<string, Set<string>>()
    return {
      folder,
      files: files.get(folder) ?? 0,
      arrows: [...ofFolder].flatMap(([from, targets]) => [...targets].map((to) => `${from} > ${to}`)),
      cycles: findCycles(ofFolder),
    }
  })
  return { rooms, fileCycles: findCycles(imports) }
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

const importsOf = (path: string, text: string, sources: ReadonlyMap<string, string>): string[] =>
  [...text.matchAll(specifier)]
    .map(([, relative]) => posix.join(posix.dirname(path), relative!))
    .filter((target) => target !== path && sources.has(target))

const sharedFolder = (one: string, other: string): string => {
  const parts = posix.dirname(one).split('/')
  const others = posix.dirname(other).split('/')
  const length = parts.findIndex((part, index) => others[index] !== part)
  return parts.slice(0, length < 0 ? parts.length : length).join('/')
}

const childOf = (folder: string, path: string): string => path.slice(folder.length + 1).split('/')[0]!
