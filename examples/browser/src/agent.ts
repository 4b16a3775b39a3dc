/** An agent behind an API: a server for chat completions, and a model. */
export interface Agent {
  /** The address before `/chat/completions`. */
  readonly address: string
  readonly model: string
  /** Empty if the server needs none. */
  readonly key: string
}
