import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The types of the packages, as the compiler reads them. */
export interface SourceTypes {
  /** Answers questions about types. */
  checker: ts.TypeChecker
  /** The exported symbols of each door, by the door's name, such as `@amelia/core/plugin`. */
  doors: Map<string, ts.Symbol[]>
  /** The declaration of an interface or a type in a file of core's `src/lib`. */
  find(file: string, name: string): ts.InterfaceDeclaration | ts.TypeAliasDeclaration
}

/** Reads the types of every door of every package. */
export const readSourceTypes = (root: string): SourceTypes => {
  const entries = readdirSync(join(root, 'packages'))
    .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
    .flatMap((folder) => {
      const { name, exports } = JSON.parse(
        readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
      ) as { name: string; exports: Record<string, { 'amelia-source'?: string }> }
      return Object.entries(exports).flatMap(([path, { 'amelia-source': source = '' }]) =>
        /\.tsx?$/.test(source)
          ? [{ door: name + path.slice(1), file: join(root, 'packages', folder, source) }]
          : [],
      )
    })
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  )
  const checker = program.getTypeChecker()
  const exportsOf = (file: string): ts.Symbol[] => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)
    if (module === undefined) throw new Error(`${file} exports nothing.`)
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
  }
  return {
    checker,
    doors: new Map(entries.map(({ door, file }) => [door, exportsOf(file)])),
    find: (file, name) => {
      const source = program.getSourceFile(join(root, 'packages/core/src/lib', file))
      const found = source?.statements.find(
        (node) =>
          (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name,
      )
      if (found === undefined) throw new Error(`${name} not found in ${file}.`)
      return found as ts.InterfaceDeclaration | ts.TypeAliasDeclaration
    },
  }
}
