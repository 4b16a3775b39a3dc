import ts from 'typescript'

/** Returns the docstring of a symbol as one line of Markdown; `{@link X}` becomes code. */
export const describeSymbol = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replace(/\{@link ([^}]+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim()

/** Puts each sentence of a text on its own line. */
export const splitSentences = (text: string): string => text.replace(/(?<=\.) (?=[A-Z`])/g, '\n')

/** Returns the source of a type as one line, without comments. */
export const printType = (node: ts.Node): string =>
  ts
    .createPrinter({ removeComments: true })
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/\s+/g, ' ')
    .replace(/^\| /, '')
    .replace(/; }/g, ' }')

/** Escapes a text for a cell of a Markdown table. */
export const toCell = (text: string): string => text.replaceAll('|', '\\|')
