/** An agent over an API: a server that speaks chat completions, and a model of it. */
export interface Agent {
  /** With what comes before `/chat/completions`. */
  readonly address: string
  readonly model: string
  /** Empty where the server asks for none. */
  readonly key: string
}
