export { main } from './lib/main.ts'
