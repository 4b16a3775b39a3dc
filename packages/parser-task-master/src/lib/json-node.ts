/** The position of a value; line and column count from 1. */
export interface Place {
  line: number
  column: number
}

export interface ObjectNode extends Place {
  kind: 'object'
  /** In order. A repeated key has been reported; its first value is kept. */
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

/** A value of a JSON document, with its position. */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode
