/**
 * The program of a reporter for `node --test` that writes one line of JSON per event to a file: the reporters of Node 20 do not
 * say in which file a test that passed stands.
 *
 * A text and not a file of this package: a process in which nothing of ours is resolved loads it from a temporary folder, however
 * this package is bundled. It writes at once, so that a runner that dies leaves what it knew. It takes `options` out of
 * the environment: a test that runs `node --test` itself is not reported.
 *
 * @param file where it writes
 * @param options as they were put into NODE_OPTIONS
 */
export const nodeReporter = (
  file: string,
  options: string,
): string => `import { openSync, writeSync } from 'node:fs'

process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '').replace(${JSON.stringify(options)}, '').trim()

const file = openSync(${JSON.stringify(file)}, 'a', 0o600)
const write = (row) => writeSync(file, JSON.stringify(row) + '\\n')

export default async function* report(events) {
  const said = new Map()
  const failed = new Set()
  for await (const { type, data } of events) {
    const { name, nesting, file } = data
    if (type === 'test:start') write({ type: 'start', name, nesting, file })
    if (type === 'test:stderr') said.set(file, ((said.get(file) ?? '') + data.message).slice(-16_000))
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const passed = type === 'test:pass'
    const error = data.details?.error
    const cause = error?.cause ?? error
    const dropped = data.details?.type === 'suite' || data.skip !== undefined || data.todo !== undefined
    const message = passed ? '' : String(cause?.stack ?? cause?.message ?? cause).slice(0, 4_000)
    write({ type: 'end', name, nesting, file, passed, dropped, message })
    if (!passed) failed.add(file ?? name)
  }
  // What a process wrote may come after the event of its end.
  for (const [file, text] of said) if (failed.has(file)) write({ type: 'stderr', file, text })
}
`
