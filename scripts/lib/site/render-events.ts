import ts from 'typescript'
import { runEventTypes } from '../../../packages/core/src/lib/event/run-event-type.ts'
import { describeSymbol, printType, splitSentences, toCell } from './describe-symbol.ts'
import type { SourceTypes } from './read-source-types.ts'

/** Groups of events, by the first word of their names. */
const groups: readonly [title: string, words: readonly string[]][] = [
  ['The run', ['run', 'plan', 'target', 'batch', 'repository', 'call']],
  ['Phases', ['phase', 'checkpoint', 'commit', 'files', 'debt']],
  ['Subtasks, steps and units', ['subtask', 'step', 'unit']],
  ['Checks and reviews', ['verification', 'review']],
  ['Sessions, providers, budgets and plugins', ['session', 'provider', 'budget', 'plugin']],
  ['Questions', ['gate']],
]

/** Types of events that are not journalled, with the names of their interfaces. */
const live = [
  'ProgressEvent',
  'SessionUsageEvent',
  'SessionWaitingEvent',
  'PluginEvent',
  'WarningEvent',
  'MissedEvent',
] as const

/** Describes every event with its fields and their types, as the page `docs/reference/events.md`. */
export const renderEvents = ({ checker, find }: SourceTypes): string => {
  const types = new Map<string, string>()

  /** Describes the types of this repository that a type refers to, once each. */
  const describeReferences = (node: ts.Node): void => {
    const visit = (child: ts.Node): void => {
      if (ts.isTypeReferenceNode(child)) describeReference(child)
      ts.forEachChild(child, visit)
    }
    visit(node)
  }
  const describeReference = (node: ts.TypeReferenceNode): void => {
    const found = checker.getSymbolAtLocation(node.typeName)
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
    const declaration = symbol?.declarations?.find(
      (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
    )
    if (symbol === undefined || declaration === undefined || types.has(symbol.name)) return
    if (declaration.getSourceFile().fileName.includes('node_modules')) return
    types.set(symbol.name, '')
    const text = splitSentences(describeSymbol(symbol, checker))
    const body = ts.isInterfaceDeclaration(declaration)
      ? fieldsOf(checker.getTypeAtLocation(declaration))
      : describeAlias(declaration)
    types.set(symbol.name, `### ${symbol.name}\n\n${text}\n\n${body}`)
    if (ts.isTypeAliasDeclaration(declaration)) describeReferences(declaration.type)
  }
  const describeAlias = (declaration: ts.TypeAliasDeclaration): string => {
    const type = checker.getTypeAtLocation(declaration)
    const types = type.isUnion() ? type.types : []
    const values = types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
    if (values.length > 0 && values.length === types.length)
      return `Values: ${values.map((value) => `\`${value}\``).join(', ')}.\n`
    return `\`\`\`ts\n${printType(declaration.type)}\n\`\`\`\n`
  }

  /** Lists the fields of a type in a table, and describes the types that they refer to. */
  const fieldsOf = (type: ts.Type, without: ReadonlySet<string> = new Set()): string => {
    const rows = checker
      .getPropertiesOfType(type)
      .filter(({ name }) => !without.has(name))
      .map((symbol) => {
        const declaration = symbol.valueDeclaration
        const node =
          declaration !== undefined && ts.isPropertySignature(declaration) ? declaration.type : undefined
        if (node !== undefined) describeReferences(node)
        const printed =
          node === undefined ? checker.typeToString(checker.getTypeOfSymbol(symbol)) : printType(node)
        const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0
        const name = `\`${symbol.name}${isOptional ? '?' : ''}\``
        return [name, `\`${toCell(printed)}\``, toCell(describeSymbol(symbol, checker))]
      })
    if (rows.length === 0) return ''
    // Many fields need no explanation: a column without any is left out.
    const columns = rows.some(([, , meaning]) => meaning !== '') ? 3 : 2
    const lines = [['field', 'type', 'meaning'], ['---', '---', '---'], ...rows]
    return `${lines.map((line) => `| ${line.slice(0, columns).join(' | ')} |`).join('\n')}\n`
  }

  const base = checker.getTypeAtLocation(find('event/run-event.ts', 'EventBase'))
  const map = checker.getTypeAtLocation(find('event/run-event.ts', 'RunEventMap'))
  const describeEvent = (name: string): string => {
    const symbol = checker.getPropertyOfType(map, name)
    if (symbol === undefined) throw new Error(`The event ${name} is not part of RunEventMap.`)
    const fields = fieldsOf(checker.getTypeOfSymbol(symbol))
    return `### ${name}\n\n${splitSentences(describeSymbol(symbol, checker))}\n\n${fields}`
  }
  const sections = groups.map(([title, words]) => {
    const names = runEventTypes.filter((name) => words.includes(name.split('_')[0]!))
    return `## ${title}\n\n${names.map(describeEvent).join('\n')}`
  })
  const left = runEventTypes.filter(
    (name) => !groups.some(([, words]) => words.includes(name.split('_')[0]!)),
  )
  if (left.length > 0) throw new Error(`Add a group for ${left.join(', ')} in render-events.ts.`)

  const progress = live.map((name) => {
    const declaration = find('event/progress-event.ts', name)
    const type = checker.getTypeAtLocation(declaration)
    const literal = checker.getTypeOfSymbol(checker.getPropertyOfType(type, 'type')!)
    const title = literal.isStringLiteral() ? literal.value : name
    const symbol = checker.getSymbolAtLocation(declaration.name)!
    return `### ${title}\n\n${splitSentences(describeSymbol(symbol, checker))}\n\n${fieldsOf(type, new Set(['type']))}`
  })
  const common = fieldsOf(base)
  return `# Events

A run reports everything it does as events.
Their names and fields are a public interface, and each is plain JSON.
The [recipes](../concepts/people.md#watching-from-another-process) for receiving events are on another page.

\`\`\`ts
run.on('phase_completed', (event) => console.log(event.phaseId, event.commit))
for await (const event of run.events()) console.log(event.seq, event.type)
\`\`\`

Journalled events have the field \`type\` and these:

${common}
${sections.join('\n')}
## Progress

These events are not journalled.
\`run.events({ progress: true })\` and \`run.subscribe\` with \`progress\` include them.

${progress.join('\n')}
## Types of the fields

${[...types.values()].join('\n')}`
}
