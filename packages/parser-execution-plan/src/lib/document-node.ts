/** Where a node stands; line and column count from 1. */
export interface NodePlace {
  line: number
  column: number
}

export interface MapNode extends NodePlace {
  kind: 'map'
  /** In order; a key that is there twice has been reported and its first value kept. */
  entries: Map<string, { key: NodePlace; value: DocumentNode }>
}

export interface ListNode extends NodePlace {
  kind: 'list'
  items: DocumentNode[]
}

export interface ScalarNode extends NodePlace {
  kind: 'scalar'
  value: string | number | boolean | null
  /** A number as it was written: `1.10` is not `1.1`. */
  source: string
}

/** A value of a YAML or JSON document, with its place. */
export type DocumentNode = MapNode | ListNode | ScalarNode

/** Levels of nesting that are read. */
export const maxDepth = 64
