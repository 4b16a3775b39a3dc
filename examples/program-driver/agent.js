import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

// Stands in for your agent: it does what the files in the folder AGENT_HOME tell it, for the tests.
const home = process.env.AGENT_HOME
const read = (name) => (existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : undefined)
const say = (event) => console.log(JSON.stringify(event))

const { resume, 'read-only': readOnly } = parseArgs({
  options: { resume: { type: 'string' }, 'read-only': { type: 'boolean' } },
}).values
const id = resume ?? `s${process.pid}`
if (resume !== undefined && read(`${id}.txt`) === undefined) {
  console.error(`The session ${id} does not exist.`)
  process.exit(66)
}
mkdirSync(home, { recursive: true })
writeFileSync(join(home, `${id}.txt`), `${read(`${id}.txt`) ?? ''}${await text(process.stdin)}\n`)
const order = JSON.parse(read('order.json') ?? '{}')
writeFileSync(join(home, 'order.json'), '{}')
say({ type: 'session', id })
if (order.exit) {
  console.error('The order is to fail.')
  process.exit(order.exit)
}
if (!readOnly) for (const [path, content] of Object.entries(order.files ?? {})) writeFileSync(path, content)
say({ type: 'usage', input: order.spend ?? 10, output: 5 })
if (order.work) say({ type: 'text', text: 'Working.' })
if (order.hang || order.work || order.spend) await wait(60_000)
say({ type: 'text', text: order.text ?? 'Hello.' })
