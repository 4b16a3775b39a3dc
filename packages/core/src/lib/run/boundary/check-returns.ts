import { AmeliaError } from '../../error/amelia-error.ts'
import { findReturnFault } from '../../error/check/find-return-fault.ts'
import { isPromise, type Rule } from '../../error/check/rule.ts'

/** The rule of a method's result; of the resolved value, where `as` does not say otherwise. */
export interface ReturnRule extends Rule {
  /** `value`: the method is synchronous. `wait`: it must return a promise. `stream`: each item is checked. */
  as?: 'value' | 'wait' | 'stream'
}

type MethodNames<Plugin> = {
  [Key in keyof Plugin]-?: NonNullable<Plugin[Key]> extends (...given: never[]) => unknown ? Key : never
}[keyof Plugin]

/** One rule for each method of a contract, so that a new method without a rule does not compile. */
export type ReturnRules<Plugin> = { readonly [Key in MethodNames<Plugin>]: ReturnRule }

type Call = (...given: unknown[]) => unknown

/**
 * Returns a plugin with the methods of the given one, which checks what they return. A wrong result throws
 * `RETURN_INVALID`, and an error that an asynchronous method throws becomes a rejection.
 *
 * The methods belong to the returned object and call those of the plugin, so the plugin may be an instance of
 * a class. Other members are not part of it.
 */
export const checkReturns = <Plugin extends object>(
  plugin: Plugin,
  name: string,
  rules: ReturnRules<Plugin>,
): Plugin => {
  const checked: Record<string, unknown> = 'contract' in plugin ? { contract: plugin.contract } : {}
  for (const [method, rule] of Object.entries<ReturnRule>(rules)) {
    if (typeof plugin[method as keyof Plugin] !== 'function') continue
    // A program may replace a method after it passed the plugin.
    const call: Call = (...given) => (plugin[method as keyof Plugin] as Call)(...given)
    checked[method] = checkCall(call, { plugin: name, method }, rule)
  }
  return checked as Plugin
}

interface Called {
  plugin: string
  method: string
}

const checkCall = (call: Call, called: Called, rule: ReturnRule): Call => {
  const check = (value: unknown): unknown => {
    const fault = findReturnFault(called, value, rule)
    if (fault !== undefined) throw new AmeliaError('RETURN_INVALID', fault, { ...called })
    return value
  }
  if (rule.as === 'value') return (...given) => check(call(...given))
  if (rule.as === 'stream') return (...given) => checkStream(() => call(...given), called, check)
  return async (...given) => {
    const result = call(...given)
    if (rule.as === 'wait' && !isPromise(result)) check(result)
    return rule.as === 'wait' ? await result : check(await result)
  }
}

async function* checkStream(
  open: () => unknown,
  called: Called,
  check: (item: unknown) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const stream = open()
  const fault = findReturnFault(called, stream, aStream)
  if (fault !== undefined) throw new AmeliaError('RETURN_INVALID', fault, { ...called })
  for await (const item of stream as AsyncIterable<unknown>) yield check(item)
}

const aStream: Rule = {
  expected: 'an async iterable',
  is: (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
}
