import { basename } from 'node:path'

/** Files that collect functions on purpose: the doors of programs, and the functions that are loaded late. */
const collections = ['doors', 'engine']

/**
 * A file is named after its main export: `resolve-graph.ts` exports `resolveGraph`. A factory may be called
 * `createX` or `defineX`, and a contract `XV1`. Without an export (a program, a list of side effects) any
 * name is right.
 */
export const namedAfterExport = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      name: 'This file exports {{exported}}: name it after its main export, or the export after the file.',
    },
  },
  create(context) {
    const exported = []
    return {
      ExportNamedDeclaration({ declaration, specifiers }) {
        if (declaration?.id) exported.push(declaration.id.name)
        for (const { id } of declaration?.declarations ?? [])
          if (id.type === 'Identifier') exported.push(id.name)
        for (const specifier of specifiers) exported.push(specifier.exported.name)
      },
      'Program:exit'(node) {
        const plain = (name) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
        const name = plain(basename(context.filename).replace(/\.tsx?$/, ''))
        const allowed = [name, `create${name}`, `define${name}`, `${name}v1`]
        if (
          exported.length === 0 ||
          collections.includes(name) ||
          exported.some((one) => allowed.includes(plain(one)))
        )
          return
        context.report({ node, messageId: 'name', data: { exported: exported.join(', ') } })
      },
    }
  },
}
