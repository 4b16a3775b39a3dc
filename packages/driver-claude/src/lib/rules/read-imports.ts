import { posix } from 'node:path'
import type { BaseFiles } from '@amelia/core/plugin'

/** How many imports may follow one another, as in the agent's own reading of `CLAUDE.md`. */
const deepest = 5
/** The most characters of all files. */
const longest = 100_000

/**
 * Adds a file of rules and the files that it imports as `@path`, each once, in the order of their first use.
 * Missing files, and paths that leave the project, are skipped.
 */
export const readImports = async (
  base: BaseFiles,
  path: string,
  found: Map<string, string>,
  depth = 0,
): Promise<void> => {
  if (found.has(path) || depth > deepest) return
  const content = await base.read(path)
  if (content === null) return
  const text = new TextDecoder().decode(content)
  const used = [...found.values()].reduce((sum, each) => sum + each.length, 0)
  if (used + text.length > longest) return
  found.set(path, text)
  for (const imported of importsIn(text)) {
    const target = posix.normalize(posix.join(posix.dirname(path), imported))
    if (target !== '..' && !target.startsWith('../')) await readImports(base, target, found, depth + 1)
  }
}

/** Lists the paths behind `@`, outside code. Addresses such as `a@b.c` and paths of the user are left out. */
const importsIn = (text: string): string[] =>
  text
    .replaceAll(/^(`{3,}|~{3,}).*?^\1/gms, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .split(/\s+/)
    .flatMap((word) => /^@((?:\.{1,2}\/)*[\w-][\w./-]*[\w-])/.exec(word)?.[1] ?? [])
