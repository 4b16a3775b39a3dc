/** The position of a node; line and column count from 1. */
export interface NodePlace {
  line: number
  column: number
}

export interface MapNode extends NodePlace {
  kind: 'map'
  /** In order. A repeated key has been reported; its first value is kept. */
  entries: Map<string, { key: NodePlace; value: DocumentNode }>
}

export interface ListNode extends NodePlace {
  kind: 'list'
  items: DocumentNode[]
}

export interface ScalarNode extends NodePlace {
  kind: 'scalar'
  value: string | number | boolean | null
  /** A number as written: `1.10` is not `1.1`. */
  source: string
}

/** A value of a YAML or JSON document, with its position. */
export type DocumentNode = MapNode | ListNode | ScalarNode

/** Maximum nesting of a document. */
export const maxNesting = 64
