import type { FileDiff } from '../source/phase-details.ts'

/** The folder of the files that a run commits about itself. */
const ownFolder = 'docs/amelia/'

/** The changed files of the work, those of the run about itself, and the sums of the work's lines. */
export interface OrderedFiles {
  files: FileDiff[]
  own: FileDiff[]
  added: number
  deleted: number
}

/** Separates the files that a run commits about itself, and adds up the lines of the others. */
export const orderFiles = (all: readonly FileDiff[]): OrderedFiles => {
  const files = all.filter(({ path }) => !path.startsWith(ownFolder))
  return {
    files,
    own: all.filter(({ path }) => path.startsWith(ownFolder)),
    added: files.reduce((sum, { added }) => sum + added, 0),
    deleted: files.reduce((sum, { deleted }) => sum + deleted, 0),
  }
}

const mostOpenLines = 800

/** Returns the paths that a diff opens by itself: the first ones, until they have 800 changed lines. */
export const firstOpen = (files: readonly FileDiff[]): string[] => {
  let lines = 0
  return files.flatMap(({ path, added, deleted, hunks }) => {
    if (!hunks || lines + added + deleted > mostOpenLines) return []
    lines += added + deleted
    return [path]
  })
}
