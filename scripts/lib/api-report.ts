import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

/** The report on one door of a package. */
export interface ApiReport {
  /** The name that programs import: `@amelia/core/plugin`. */
  door: string
  /** The report's file, relative to the workspace. */
  file: string
  /** The exported names, sorted. */
  names: string[]
  /** The report's contents, in Markdown. */
  text: string
}

interface Door {
  name: string
  file: string
  entry: string
}

/** Every door of every package, in the order of their names. */
const findDoors = (root: string): Door[] =>
  readdirSync(join(root, 'packages'))
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
        name: string
        exports: Record<string, { 'amelia-source': string }>
      }
      // Styles have no types.
      const doors = Object.entries(manifest.exports).filter(([path]) => !path.endsWith('.css'))
      return doors.map(([path, targets]) => ({
        name: manifest.name + path.slice(1),
        file: `docs/reference/api/${folder}${path.slice(1).replace('/', '-')}.md`,
        entry: join(root, 'packages', folder, targets['amelia-source']),
      }))
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))

const typeFormat =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.InTypeAlias |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  ts.NodeBuilderFlags.UseStructuralFallback |
  ts.NodeBuilderFlags.WriteTypeArgumentsOfSignature

/**
 * Describes the public interface of every package: for each door, its names and their types.
 *
 * A type that no door exports, but that an exported type refers to, is part of the report too: a change of it
 * changes the interface.
 */
export const createApiReports = (root: string): ApiReport[] => {
  const doors = findDoors(root)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(
    doors.map(({ entry }) => entry),
    options,
  )
  const checker = program.getTypeChecker()
  const printer = ts.createPrinter({ removeComments: true })

  /** The symbol that a name stands for, behind imports and re-exports. */
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

  const isOurs = (node: ts.Node): boolean => {
    const path = relative(root, node.getSourceFile().fileName)
    return path.startsWith(`packages${sep}`) && !path.includes('node_modules')
  }

  const printType = (type: ts.Type, at: ts.Node): string => {
    const node = checker.typeToTypeNode(type, at, typeFormat)
    return node === undefined
      ? checker.typeToString(type)
      : printer.printNode(ts.EmitHint.Unspecified, node, at.getSourceFile())
  }

  const print = (node: ts.Node): string =>
    printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())

  /** A type that is computed from a value or from other types is shown as what it comes to. */
  const isComputed = (node: ts.TypeNode): boolean => {
    let found = false
    const visit = (child: ts.Node): void => {
      if (ts.isTypeQueryNode(child)) found = true
      if (!found) ts.forEachChild(child, visit)
    }
    visit(node)
    return found
  }

  const describeClass = (name: string, node: ts.ClassDeclaration): string => {
    const members = node.members
      .filter((member) => !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private))
      .map((member) => {
        const flags = ts.getCombinedModifierFlags(member)
        const modifier = `${flags & ts.ModifierFlags.Static ? 'static ' : ''}${flags & ts.ModifierFlags.Readonly ? 'readonly ' : ''}`
        if (ts.isConstructorDeclaration(member))
          return `  constructor(${member.parameters.map(print).join(', ')})`
        const symbol = member.name && checker.getSymbolAtLocation(member.name)
        const type = symbol ? printType(checker.getTypeOfSymbolAtLocation(symbol, member), member) : ''
        return `  ${modifier}${member.name ? print(member.name) : ''}: ${type}`
      })
    const parameters = node.typeParameters ? `<${node.typeParameters.map(print).join(', ')}>` : ''
    const heritage = (node.heritageClauses ?? []).map((clause) => ` ${print(clause).trim()}`).join('')
    return `class ${name}${parameters}${heritage} {\n${members.join('\n')}\n}`
  }

  /** The declaration of a symbol without implementation and comments. */
  const describe = (name: string, symbol: ts.Symbol): string => {
    const parts = (symbol.declarations ?? []).map((node) => {
      if (ts.isInterfaceDeclaration(node)) return print(node).replace(/^export /, '')
      if (ts.isTypeAliasDeclaration(node)) {
        if (!isComputed(node.type))
          return print(node)
            .replace(/^export /, '')
            .replace(/;$/, '')
        return `type ${name} = ${printType(checker.getTypeAtLocation(node), node)}`
      }
      if (ts.isClassDeclaration(node)) return describeClass(name, node)
      return `const ${name}: ${printType(checker.getTypeOfSymbolAtLocation(symbol, node), node)}`
    })
    return [...new Set(parts)].join('\n')
  }

  /** The symbols of ours that a declaration names. */
  const namedBy = (symbol: ts.Symbol): ts.Symbol[] => {
    const found: ts.Symbol[] = []
    const visitType = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const named = checker.getSymbolAtLocation(node)
        const target = named && resolve(named)
        const isType = target && target.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)
        if (target && isType && target.declarations?.some(isOurs)) found.push(target)
      }
      ts.forEachChild(node, visitType)
    }
    for (const node of symbol.declarations ?? []) {
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) visitType(node)
      else if (ts.isClassDeclaration(node))
        for (const member of node.members)
          ts.forEachChild(member, (part) => !ts.isBlock(part) && visitType(part))
      else {
        // The signature of a function, not its body.
        const initializer = ts.isVariableDeclaration(node) ? node.initializer : undefined
        if (ts.isVariableDeclaration(node) && node.type) visitType(node.type)
        if (initializer && ts.isArrowFunction(initializer)) {
          for (const part of [...(initializer.typeParameters ?? []), ...initializer.parameters])
            visitType(part)
          if (initializer.type) visitType(initializer.type)
        }
      }
    }
    return found
  }

  /** The exports of a module; those of a namespace with its name in front. */
  const exportsIn = (module: ts.Symbol, prefix = ''): { name: string; symbol: ts.Symbol }[] =>
    checker.getExportsOfModule(module).flatMap((each) => {
      const symbol = resolve(each)
      const name = `${prefix}${each.name}`
      return symbol.flags & ts.SymbolFlags.ValueModule ? exportsIn(symbol, `${name}.`) : { name, symbol }
    })
  const exportsOf = (entry: string): { name: string; symbol: ts.Symbol }[] =>
    exportsIn(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!).sort((one, other) =>
      one.name < other.name ? -1 : 1,
    )
  const published = doors.flatMap(({ entry }) => exportsOf(entry).map(({ symbol }) => symbol))

  return doors.map(({ name: door, file, entry }) => {
    const exported = exportsOf(entry)
    const known = new Set(published)
    const inner: { name: string; symbol: ts.Symbol }[] = []
    for (const { symbol } of exported) collect(symbol)
    function collect(symbol: ts.Symbol): void {
      for (const named of namedBy(symbol)) {
        if (known.has(named)) continue
        known.add(named)
        inner.push({ name: named.name, symbol: named })
        collect(named)
      }
    }
    inner.sort((one, other) => (one.name < other.name ? -1 : 1))
    const list = (entries: { name: string; symbol: ts.Symbol }[]): string =>
      entries.map((each) => describe(each.name, each.symbol)).join('\n\n')
    const names = exported.map(({ name }) => name)
    const text = [
      `# ${door}`,
      `${names.length} exported ${names.length === 1 ? 'name' : 'names'}. \`npm run api\` writes this file.`,
      `\`\`\`ts\n${list(exported)}\n\`\`\``,
      ...(inner.length === 0 ? [] : ['## Types that no door exports', `\`\`\`ts\n${list(inner)}\n\`\`\``]),
    ].join('\n\n')
    return { door, file, names, text: `${text}\n` }
  })
}
