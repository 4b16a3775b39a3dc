import './lib/check-node.mjs'
import { setUp } from './lib/set-up.mjs'

await setUp({ build: process.argv.includes('--build') })
