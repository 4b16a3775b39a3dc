/** A value as a parser or a program writes it: only `Required` has to be given. */
export type DraftOf<Value, Required extends keyof Value> = Pick<Value, Required> & {
  [Key in keyof Value as Exclude<Key, Required>]?: Value[Key] | undefined
}
