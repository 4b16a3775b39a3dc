import { createGraphInput } from './graph/create-graph-input.ts'
import { loadGraphPeers } from './graph/graph-peers.ts'
import { readPeers } from './peer/peers.ts'

// Orders one graph with one peer, and prints the seconds of CPU time: `run-peer.js FOLDER NAME SHAPE SIZE`,
// with the folder of the installed peers.
const [folder = '', name, shape, size] = process.argv.slice(2)
const { found } = await loadGraphPeers(readPeers(folder))
const peer = found.find((one) => one.name === name)
if (peer === undefined) throw new Error(`No peer is called "${name}".`)
const input = createGraphInput(Number(size), shape === 'chain' ? 'chain' : 'random')
const before = process.cpuUsage()
try {
  peer.order(input)
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / 1e6)
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
}
