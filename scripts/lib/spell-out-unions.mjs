import { LiteralType, ReflectionKind, UnionType } from 'typedoc'

/**
 * Gives each alias of a union of texts the texts themselves: the type in the source may derive from a list,
 * as `(typeof statuses)[number]`, which says nothing to a reader.
 */
export const spellOutUnions = (context) => {
  const [program] = context.programs
  const checker = program.getTypeChecker()
  for (const alias of context.project.getReflectionsByKind(ReflectionKind.TypeAlias)) {
    const symbol = context.getSymbolFromReflection(alias)
    const type = symbol && checker.getDeclaredTypeOfSymbol(symbol)
    if (type?.isUnion() && type.types.every((each) => each.isStringLiteral()))
      alias.type = new UnionType(type.types.map(({ value }) => new LiteralType(value)))
  }
}
