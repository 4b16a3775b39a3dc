import { commandAgent } from '@amelia/driver-command'
import { serveRepository } from './server.js'

const { AMELIA_TOKEN: token = '', AGENT: command = '', PORT: port = '4000' } = process.env
if (token.length < 16 || command === '') {
  console.error('Set AMELIA_TOKEN to at least 16 random characters, and AGENT to the command of your agent.')
  process.exit(2)
}

const driver = commandAgent({ command })
const { server, resumed } = await serveRepository({ repo: '.', token, driver, port: Number(port) })
for (const { runId, outcome, error } of resumed) console.log(runId, outcome, error ?? '')
console.log(`http://127.0.0.1:${server.address().port}`)
