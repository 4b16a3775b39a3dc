import { readFileSync } from 'node:fs'
import { ReflectionKind } from 'typedoc'

/**
 * Returns the exported symbols of a TypeDoc project, and their members, that have no docstring, sorted, each
 * as `file:line  name`. Members of a type without a name are described where the type is used, so they are
 * not listed.
 */
export const findUndocumented = (project) => {
  const described = ReflectionKind.SomeExport | ReflectionKind.SomeMember
  const missing = project
    .getReflectionsByKind(described)
    .filter((reflection) => !isExempt(reflection) && !isDocumented(reflection))
    .map((reflection) => `${place(project, reflection)}  ${reflection.getFullName()}`)
  return [...new Set(missing)].sort()
}

/** Modules contain only exports; a reference is listed where its target is. */
const isExempt = (reflection) =>
  reflection.kindOf(ReflectionKind.SomeModule) || reflection.isReference() || isUnnamed(reflection)

const isUnnamed = (reflection) =>
  reflection !== undefined && (reflection.name === '__type' || isUnnamed(reflection.parent))

/**
 * A function's docstring belongs to its signatures, and a getter's to its own. The group that the site gives
 * to a symbol is not a docstring.
 */
const isDocumented = (reflection) =>
  [reflection, ...(reflection.signatures ?? []), reflection.getSignature].some((one) =>
    one?.hasComment(['@group']),
  )

/** Returns the file and the line where a symbol is declared. */
const place = (project, reflection) => {
  const symbol = project.getSymbolIdFromReflection(reflection)
  if (symbol?.fileName === undefined) return '?'
  const line = readFileSync(symbol.fileName, 'utf8').slice(0, symbol.pos).split('\n').length
  return `${symbol.fileName}:${line}`
}
