import ts from 'typescript'
import { describeSymbol, printType, toCell } from './describe-symbol.ts'
import type { SourceTypes } from './read-source-types.ts'

/** Doors in the order of the page: first those that most programs use. */
const first = ['@amelia/core', 'amelia', '@amelia/node']
/** Functions that are described before the others of their door. */
const firstFunctions = [
  ...['createRun', 'openRun', 'readPlan', 'run', 'nodeHost', 'isomorphicHost', 'browserHost'],
  ...['claude', 'codex', 'apiAgent', 'commandAgent'],
]

/** Describes the options of every function of every door, as the page `docs/reference/options.md`. */
export const renderOptions = ({ checker, doors }: SourceTypes): string => {
  /** Where each declared property is described, so that shared options are described once. */
  const described = new Map<ts.Node, string>()
  const done = new Set<ts.Symbol>()

  const describeFunction = (symbol: ts.Symbol): string | undefined => {
    const type = optionsOf(symbol, checker)
    if (type === undefined || done.has(symbol)) return undefined
    done.add(symbol)
    const rows: string[] = []
    const shared = new Map<string, string[]>()
    for (const property of checker.getPropertiesOfType(type)) {
      const declaration = property.valueDeclaration ?? property.declarations?.[0]
      const home = declaration && described.get(declaration)
      if (home !== undefined) shared.set(home, [...(shared.get(home) ?? []), property.name])
      else {
        if (declaration !== undefined) described.set(declaration, symbol.name)
        rows.push(describeOption(property, checker))
      }
    }
    const table =
      rows.length === 0
        ? ''
        : `| option | type | default | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
    const others = [...shared].map(
      ([home, names]) =>
        `With the meaning that they have for [\`${home}\`](#${home.toLowerCase()}): ${names.map((name) => `\`${name}\``).join(', ')}.\n`,
    )
    return `### ${symbol.name}\n\n${[table, ...others].filter((part) => part !== '').join('\n')}`
  }

  const order = [...doors.keys()].sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
  const sections = order.flatMap((door) => {
    const symbols = doors
      .get(door)!
      .filter(({ flags }) => flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable))
      .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
    const parts = symbols.flatMap((symbol) => describeFunction(symbol) ?? [])
    return parts.length === 0 ? [] : [`## ${door}\n\n${parts.join('\n')}`]
  })
  return `# Options

This page lists the options of every function, with their defaults.
A \`?\` marks an option that may be left out, or be undefined; without a default, nothing happens then.
The flags of the command line are on [another page](../use/cli.md), and so are the [presets](../project/architecture.md#presets), which set several options at once.

${sections.join('\n')}`
}

const place = (door: string): number => (first.includes(door) ? first.indexOf(door) : first.length)
const rank = ({ name }: ts.Symbol): number =>
  firstFunctions.includes(name) ? firstFunctions.indexOf(name) : firstFunctions.length

/** Returns the type of a function's options: a parameter with that name, or with a type that ends in it. */
const optionsOf = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type | undefined => {
  const declaration = symbol.valueDeclaration
  if (declaration === undefined) return undefined
  const signatures = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures()
  for (const parameter of signatures.flatMap(({ parameters }) => parameters)) {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter))
    const name = type.aliasSymbol?.name ?? type.symbol?.name ?? ''
    const isOptions = parameter.name === 'options' || name.endsWith('Options')
    if (isOptions && isOwn(type) && checker.getPropertiesOfType(type).length > 0) return type
  }
  return undefined
}

/** Whether a type is declared in this repository: the documentation of Node describes its own. */
const isOwn = (type: ts.Type): boolean =>
  !(type.aliasSymbol ?? type.symbol)?.declarations?.every((declaration) =>
    declaration.getSourceFile().fileName.includes('/node_modules/'),
  )

/** Prints the type of a member without the undefined of an optional one, which its mark already states. */
const printMember = (node: ts.PropertySignature, type: ts.TypeNode): string => {
  if (node.questionToken === undefined || !ts.isUnionTypeNode(type)) return printType(type)
  const types = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword)
  const [only] = types
  if (types.length === 1 && only && ts.isParenthesizedTypeNode(only)) return printType(only.type)
  return types.map(printType).join(' | ')
}

const describeOption = (property: ts.Symbol, checker: ts.TypeChecker): string => {
  const declaration = property.valueDeclaration ?? property.declarations?.[0]
  const node =
    declaration !== undefined && (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration))
      ? declaration
      : undefined
  const written =
    node !== undefined && ts.isPropertySignature(node) && node.type !== undefined
      ? printMember(node, node.type)
      : checker.typeToString(checker.getTypeOfSymbol(property))
  // The choices of a setting say more than the name of their list.
  const printed = written.startsWith('SettingValue<') ? listChoices(property, checker) : written
  const { meaning, fallback } = splitDefault(describeSymbol(property, checker))
  const mark = property.flags & ts.SymbolFlags.Optional ? '?' : ''
  return `| \`${property.name}${mark}\` | \`${toCell(printed)}\` | ${toCell(fallback)} | ${toCell(meaning)} |`
}

const listChoices = (property: ts.Symbol, checker: ts.TypeChecker): string => {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(property))
  const types = type.isUnion() ? type.types : [type]
  return types
    .map((each) => (each.isStringLiteral() ? `'${each.value}'` : checker.typeToString(each)))
    .join(' | ')
}

/** Splits a docstring into its meaning and the sentence `Default: ...`, which ends with a full stop. */
export const splitDefault = (text: string): { meaning: string; fallback: string } => {
  const [sentence = '', fallback = ''] = / ?\bDefault: (.*?)\.(?= [A-Z`]|$)/.exec(text) ?? []
  return { meaning: text.replace(sentence, '').trim(), fallback }
}
