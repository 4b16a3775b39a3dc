import { makeRecursiveVisitor } from 'typedoc'

/**
 * Returns the types of this repository that exported symbols of a TypeDoc project name and that no door
 * exports, sorted, each as `name  (type)`: a program could not import them, and the reference cannot link
 * them. `isOwn` decides by the name of a package.
 */
export const findUnlinked = (project, isOwn) => {
  const found = new Set()
  for (const reflection of Object.values(project.reflections)) {
    const visitor = makeRecursiveVisitor({
      reference(type) {
        const name = type.symbolId?.packageName
        if (type.reflection || type.isIntentionallyBroken() || name === undefined || !isOwn(name)) return
        found.add(`${reflection.getFullName()}  (${type.symbolId.qualifiedName || type.name})`)
      },
    })
    for (const type of typesOf(reflection)) type.visit(visitor)
  }
  return [...found].sort()
}

const typesOf = ({ type, default: fallback, extendedTypes, implementedTypes }) =>
  [type, fallback, ...(extendedTypes ?? []), ...(implementedTypes ?? [])].filter(
    (each) => typeof each?.visit === 'function',
  )
