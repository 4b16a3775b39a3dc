/** Where a value stands; line and column count from 1. */
export interface Place {
  line: number
  column: number
}

export interface ObjectNode extends Place {
  kind: 'object'
  /** In order; a key that is there twice has been reported and its first value kept. */
  entries: Map<string, JsonNode>
}

export interface ArrayNode extends Place {
  kind: 'array'
  items: JsonNode[]
}

export interface ScalarNode extends Place {
  kind: 'scalar'
  value: string | number | boolean | null
  /** As written: the number `1.10` is not `1.1`. */
  source: string
}

/** A value of a JSON document, with its place. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode
