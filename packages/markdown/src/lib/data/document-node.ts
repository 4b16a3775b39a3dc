/** The position of a node; line and column count from 1. */
export interface NodePlace {
  /** The line of the node's first character, from 1. */
  line: number
  /** The column of the node's first character, from 1. */
  column: number
}

/** A mapping of YAML, or an object of JSON. */
export interface MapNode extends NodePlace {
  /** The kind of the node. */
  kind: 'map'
  /** In order. A repeated key has been reported; its first value is kept. */
  entries: Map<string, { key: NodePlace; value: DocumentNode }>
}

/** A sequence of YAML, or an array of JSON. */
export interface ListNode extends NodePlace {
  /** The kind of the node. */
  kind: 'list'
  /** The items, in order. */
  items: DocumentNode[]
}

/** A single value of a document. */
export interface ScalarNode extends NodePlace {
  /** The kind of the node. */
  kind: 'scalar'
  /** The value. */
  value: string | number | boolean | null
  /** A number as written: `1.10` is not `1.1`. */
  source: string
  /** Whether the value became part of a plan. Functions that read values set it. */
  isRead?: boolean
}

/** A value of a YAML or JSON document, with its position. */
export type DocumentNode = MapNode | ListNode | ScalarNode

/** Maximum nesting of a document. */
export const maxNesting = 64
