/**
 * Returns the source of a reporter for `node --test` that writes one line of JSON per event to a file. The
 * reporters of Node 20 do not report the file of a test that passed.
 *
 * The source is text, not a module of this package, so that the test process can load it from a temporary
 * folder however this package is bundled. It writes synchronously, so the results survive a crash of the
 * runner. It removes `options` from the environment, so that a nested `node --test` is not reported.
 *
 * @param file the path of the report
 * @param options the text that was added to NODE_OPTIONS
 */
export const nodeReporter = (
  file: string,
  options: string,
): string => `import { openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '').replace(${JSON.stringify(options)}, '').trim()

const file = openSync(${JSON.stringify(file)}, 'a', 0o600)
const write = (row) => writeSync(file, JSON.stringify(row) + '\\n')

export default async function* report(events) {
  const printed = new Map()
  const failed = new Set()
  for await (const { type, data } of events) {
    const { name, nesting } = data
    // From Node 22 on, some events have a relative path.
    const file = data.file && resolve(data.file)
    if (type === 'test:start') write({ type: 'start', name, nesting, file })
    if (type === 'test:stderr') printed.set(file, ((printed.get(file) ?? '') + data.message).slice(-16_000))
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const passed = type === 'test:pass'
    const error = data.details?.error
    const cause = error?.cause ?? error
    const dropped = data.details?.type === 'suite' || data.skip !== undefined || data.todo !== undefined
    const message = passed ? '' : String(cause?.stack ?? cause?.message ?? cause).slice(0, 4_000)
    write({ type: 'end', name, nesting, file, passed, dropped, message })
    if (!passed) failed.add(file ?? name)
  }
  // The output of a process may arrive after the event of its end.
  for (const [file, text] of printed) if (failed.has(file)) write({ type: 'stderr', file, text })
}
`
